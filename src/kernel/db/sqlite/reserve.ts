import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** bytes: more than SQLite needs for the files that it creates beside the database to read it */
const SIZE = 1 << 20

/**
 * A file that only reserves space. Without it a cleanly closed database could not be opened on a full disk, not
 * even for reading: SQLite creates its -shm file first.
 */
export function reserveFile(dataDir: string): string {
  return join(dataDir, 'reserve')
}

/** On a disk that is nearly full it is smaller: the command that released it may have let the database grow. */
export function makeReserve(dataDir: string): void {
  const file = reserveFile(dataDir)
  for (const size of [SIZE, SIZE / 2, SIZE / 4]) {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= size) return
    try {
      rmSync(file, { force: true })
      // random, as compressing file systems would store zeros without using space
      writeFileSync(file, randomBytes(size), { flag: 'wx', mode: 0o600 })
      return
    } catch {
      rmSync(file, { force: true })
    }
  }
}

/** @returns whether there was a reserve to release */
export function releaseReserve(dataDir: string): boolean {
  const file = reserveFile(dataDir)
  if (!existsSync(file)) return false
  rmSync(file)
  return true
}
