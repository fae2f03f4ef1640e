import { chmodSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from './file.ts'

const BEFORE = 'before-update'

/** The copy of a database from before its last update. */
export function copyFile(dataDir: string): string {
  return `${databaseFile(dataDir)}.${BEFORE}`
}

/** Gives a copy that is whole its name, in place of an older one. */
export function keepCopy(draft: string, file: string): void {
  chmodSync(draft, 0o600)
  renameSync(draft, file)
}

/** Removes copies, also such as were never whole. @param writtenBefore ms since 1970; default: all */
export function removeCopies(dataDir: string, writtenBefore = Infinity): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.includes(`.db.${BEFORE}`)) continue
    const file = join(dataDir, name)
    const { mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs < writtenBefore) rmSync(file, { force: true })
  }
}
