import { randomBytes } from 'node:crypto'
import { constants, mkdirSync } from 'node:fs'
import { access, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '../base/durations.ts'
import { hasCode } from './sync.ts'

const LIFETIME = HOUR // ms; longer than any upload or conversion pauses between writes

/** Local files that are being written, before they are stored. */
export interface TemporaryFiles {
  /** an unused path */
  path(extension: string): string
  /** removes what was not written to for an hour */
  sweep(): Promise<void>
}

/**
 * Opens a folder for temporary files, creates it if it is missing, and removes those of a crash.
 * @param makes false: it is made for the first file only, and remains stay
 */
export async function openTemporaryFiles(folder: string, makes = true): Promise<TemporaryFiles> {
  if (makes) await mkdir(folder, { recursive: true })
  await access(folder, constants.W_OK).catch((error) => {
    if (makes || !hasCode(error, 'ENOENT', 'ENOTDIR')) throw error
  })
  if (makes) await sweep(folder)
  return {
    path(extension) {
      if (!makes) mkdirSync(folder, { recursive: true })
      return join(folder, `${randomBytes(16).toString('hex')}.${extension}`)
    },
    sweep: () => sweep(folder),
  }
}

async function sweep(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < Date.now() - LIFETIME) await rm(path, { force: true, recursive: true })
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}
