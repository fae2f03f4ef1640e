import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
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

/** Without enough space no reserve is created. */
export function makeReserve(dataDir: string): void {
  const file = reserveFile(dataDir)
  if (existsSync(file)) return
  try {
    // random, as compressing file systems would store zeros without using space
    writeFileSync(file, randomBytes(SIZE), { flag: 'wx', mode: 0o600 })
  } catch {
    rmSync(file, { force: true })
  }
}

/** @returns whether there was a reserve to release */
export function releaseReserve(dataDir: string): boolean {
  const file = reserveFile(dataDir)
  if (!existsSync(file)) return false
  rmSync(file)
  return true
}
