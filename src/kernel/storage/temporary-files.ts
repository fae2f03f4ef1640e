import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '../base/durations.ts'

const LIFETIME = HOUR // ms; longer than any upload or conversion pauses between writes

/** Local files that are being written, before they are stored. */
export interface TemporaryFiles {
  /** an unused path */
  path(extension: string): string
  /** removes what was not written to for an hour */
  sweep(): Promise<void>
}

/** Opens a folder for temporary files, creates it if it is missing, and removes those of a crash. */
export async function openTemporaryFiles(folder: string): Promise<TemporaryFiles> {
  await mkdir(folder, { recursive: true })
  await access(folder, constants.W_OK)
  await sweep(folder)
  return {
    path: (extension) => join(folder, `${randomBytes(16).toString('hex')}.${extension}`),
    sweep: () => sweep(folder),
  }
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < Date.now() - LIFETIME) await rm(path, { force: true, recursive: true })
  }
}
