import { createHmac } from 'node:crypto'
import { parseKey, type StorageKind } from '../keys.ts'

const HIDDEN_FOLDER = 'hidden'
const hiddenPattern = /^hidden\/(.+)-([0-9a-f]{32})(\.[a-z0-9]+)$/

/**
 * The key of a hidden file's object. Who knows the file's address cannot guess it, so a bucket that gives every
 * object to everybody gives this one to nobody.
 */
export function hiddenName(secret: Buffer, key: string): string {
  const proof = createHmac('sha256', secret).update(`hidden file ${key}`).digest('hex')
  return `${HIDDEN_FOLDER}/${key.replace('.', `-${proof.slice(0, 32)}.`)}`
}

/** The file whose object this is; null: none of ours. */
export function fileOf(name: string): { key: string; hidden: boolean } | null {
  const match = hiddenPattern.exec(name)
  const key = match === null ? name : `${match[1]}${match[3]}`
  return parseKey(key) === null ? null : { key, hidden: match !== null }
}

/** How the objects of a kind begin whose files' names begin with these two digits, or with anything. */
export function namesBeginWith(kind: StorageKind, digits: string): string[] {
  const start = digits === '' ? `${kind}/` : `${kind}/${digits}/`
  return [start, `${HIDDEN_FOLDER}/${start}`]
}
