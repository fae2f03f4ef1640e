import { StorageFull } from '../../base/errors.ts'

const BUSY = 5
const FULL = 13
const CANTOPEN = 14
const IOERR_WRITE = 778
const IOERR_SHMSIZE = 4874
const IOERR_FSYNC = 1034
const IOERR_DIR_FSYNC = 1290

/** SQLite's extended result code, or null for any other error. */
export function codeOf(error: unknown): number | null {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode : null
}

/** Whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error)
  return code !== null && (code & 0xff) === BUSY
}

/** Whether a sync failed: written pages may be lost, and a repeated sync proves nothing. */
export function isLostSync(error: unknown): boolean {
  const code = codeOf(error)
  return code === IOERR_FSYNC || code === IOERR_DIR_FSYNC
}

/** Whether SQLite had no space left on the disk. */
export function isFull(error: unknown): boolean {
  const code = codeOf(error)
  return code === FULL || code === IOERR_WRITE || code === IOERR_SHMSIZE
}

/** Whether a file could not be opened or made: its folder is missing, or is not to be written. */
export function cannotOpen(error: unknown): boolean {
  const code = codeOf(error)
  return code !== null && (code & 0xff) === CANTOPEN
}

/** Translates a full disk into the domain error; other errors stay unchanged. */
export function translated(error: unknown): unknown {
  return isFull(error) ? new StorageFull({ cause: error }) : error
}
