import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** bytes: more than SQLite needs for the files that it makes beside the database to read it */
const SIZE = 1 << 20

/**
 * A file that only takes room. Without it a database that was closed properly could not be opened on a
 * full disk, not even to be read: SQLite makes its -shm file first.
 */
function reserveFile(dataDir: string): string {
  return join(dataDir, 'reserve')
}

/** Where there is no room for it, there is none. */
export function makeReserve(dataDir: string): void {
  const file = reserveFile(dataDir)
  if (existsSync(file)) return
  try {
    // random, as file systems that compress would store zeros in no room at all
    writeFileSync(file, randomBytes(SIZE), { flag: 'wx', mode: 0o600 })
  } catch {
    rmSync(file, { force: true })
  }
}

/** @returns whether there was one to be released */
export function releaseReserve(dataDir: string): boolean {
  const file = reserveFile(dataDir)
  if (!existsSync(file)) return false
  rmSync(file)
  return true
}
