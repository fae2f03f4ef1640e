import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ListedFile, MediaStorage } from './storage.ts'

/** as a store answers each request only after some time */
const FILES_AT_ONCE = 8

/** The two places, and who hears of each file that was looked at. */
export interface Copying {
  from: MediaStorage
  to: MediaStorage
  progress: (key: string) => void
}

/** Files, and their bytes. */
export interface Total {
  files: number
  bytes: number
}

export async function countFiles(storage: MediaStorage): Promise<number> {
  let files = 0
  for await (const _ of storage.list()) files++
  return files
}

/**
 * Copies the files that are not there yet, and gives those that are there the state that they have here. It can be
 * interrupted and run again; servers may use both places.
 *
 * @returns what was copied
 * @throws Error if a copy is read back otherwise than it was written
 */
export async function copyFiles(copying: Copying): Promise<Total> {
  const { from, to, progress } = copying
  const copied = { files: 0, bytes: 0 }
  const there = await statesOf(to)
  const here = from.list()
  const work = async () => {
    for await (const file of here) {
      if (await bringUpToDate(copying, file, there.get(file.key))) {
        copied.files += 1
        copied.bytes += file.size
      }
      progress(file.key)
    }
  }
  // all take from the same list
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work))
  return copied
}

/** Compares the two places by names, sizes and states. */
export async function compareFiles({ from, to, progress }: Copying) {
  const [same, other]: [Total, Total] = [
    { files: 0, bytes: 0 },
    { files: 0, bytes: 0 },
  ]
  const there = await statesOf(to)
  for await (const file of from.list()) {
    const total = there.get(file.key) === stateOf(file) ? same : other
    total.files += 1
    total.bytes += file.size
    progress(file.key)
  }
  return { same, other }
}

/** Size and whether it is hidden in one number, as millions of them are in memory. */
type State = number

function stateOf({ size, hidden }: Pick<ListedFile, 'size' | 'hidden'>): State {
  return size * 2 + (hidden ? 1 : 0)
}

const sizeOf = (state: State): number => Math.floor(state / 2)

async function statesOf(storage: MediaStorage): Promise<Map<string, State>> {
  const files = new Map<string, State>()
  for await (const file of storage.list()) files.set(file.key, stateOf(file))
  return files
}

/** @returns whether the file was copied */
async function bringUpToDate(
  { from, to }: Copying,
  file: ListedFile,
  other: State | undefined,
): Promise<boolean> {
  if (other === stateOf(file)) return false
  // the content of a key never changes, and a file is stored whole or not at all
  const isThere = other !== undefined && sizeOf(other) === file.size
  if (!isThere && !(await copyFile(from, to, file.key))) return false
  await copyState(from, to, file.key)
  return !isThere
}

/** @returns false if the file is gone */
async function copyFile(from: MediaStorage, to: MediaStorage, key: string): Promise<boolean> {
  const source = await from.open(key)
  if (source === null) return false
  const path = to.temporaryPath('part')
  const written = createHash('sha256')
  try {
    const hashing = new Transform({
      transform(chunk, _encoding, done) {
        written.update(chunk)
        done(null, chunk)
      },
    })
    await pipeline(source.stream(), hashing, createWriteStream(path, { flags: 'wx' }))
    await to.put(key, { path })
  } finally {
    await rm(path, { force: true })
  }
  if ((await checksumOf(to, key)) === written.digest('hex')) return true
  await to.remove(key)
  throw new Error(`${key} is read back otherwise than it was written`)
}

async function checksumOf(storage: MediaStorage, key: string): Promise<string | null> {
  const file = await storage.open(key)
  if (file === null) return null
  const hash = createHash('sha256')
  await pipeline(file.stream(), hash)
  return hash.digest('hex')
}

/** Asks anew: a file may have been hidden or removed while it was copied. */
async function copyState(from: MediaStorage, to: MediaStorage, key: string): Promise<void> {
  const file = await from.open(key)
  await file?.close()
  await (file === null ? to.remove(key) : to.setHidden(key, file.hidden))
}
