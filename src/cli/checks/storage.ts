import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type Finding, fail, ok, reasonOf } from '../../features/health/finding.ts'
import { describeMediaPlace } from '../../kernel/base/media-place.ts'
import { newKey } from '../../kernel/storage/keys.ts'
import { openStorage } from '../../kernel/storage/open-storage.ts'
import type { MediaStorage } from '../../kernel/storage/storage.ts'
import type { Check } from './check.ts'

const ADVICE = 'Correct MEDIA_STORAGE, the AWS_… variables or the rights of the keys'

/** Checks a bucket with a file that is written, read, listed, hidden and removed; folders have their own check. */
export const checkStorage: Check = async (config) => {
  if (config.s3 === null) return []
  const place = describeMediaPlace(config)
  const told: string[] = []
  const secret = randomBytes(32)
  const storage = await openStorage(config, {
    // the file of the check is gone again before anybody else needs its hidden name
    secret: async () => secret,
    onFailure: (line) => told.push(line),
    makes: false,
  }).catch((error: unknown) => error)
  if (storage instanceof Error) {
    const text = `${config.mediaStorage} cannot be used for files on their way to the bucket`
    return [fail(`${text}: ${reasonOf(storage)}`, 'Give this user the right to write there')]
  }
  try {
    return [await tryFile(storage as MediaStorage, place)]
  } catch (error) {
    return [fail(told.at(-1) ?? `${place}: ${reasonOf(error)}`, ADVICE)]
  }
}

async function tryFile(storage: MediaStorage, place: string): Promise<Finding> {
  const key = newKey('media', 'bin')
  const bytes = randomBytes(1000)
  try {
    await storage.put(key, bytes)
    const whole = await read(storage, key)
    if (whole === null || !bytes.equals(whole)) throw new Error('a file is read back otherwise')
    const part = await read(storage, key, { start: 100, end: 199 })
    if (!part?.equals(bytes.subarray(100, 200))) throw new Error('ranges of a file are wrong')
    if (!(await isListed(storage, key))) throw new Error('a file that was written is not listed')
    await storage.setHidden(key, true)
    const hidden = await storage.open(key)
    await hidden?.close()
    if (hidden?.hidden !== true) throw new Error('a file cannot be hidden')
  } finally {
    await storage.remove(key)
  }
  if ((await storage.open(key)) !== null) throw new Error('a file cannot be removed')
  await storage.sweepTemporary()
  return ok(`A file was written to ${place}, read, listed, hidden and removed`)
}

async function read(
  storage: MediaStorage,
  key: string,
  range?: { start: number; end: number },
): Promise<Buffer | null> {
  const file = await storage.open(key)
  return file && (await buffer(file.stream(range)))
}

async function isListed(storage: MediaStorage, key: string): Promise<boolean> {
  for await (const file of storage.list(key.split('/')[1]!)) if (file.key === key) return true
  return false
}
