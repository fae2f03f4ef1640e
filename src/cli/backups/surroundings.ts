import { StorageFull, Unreachable } from '../../kernel/base/errors.ts'
import { ArchiveError, ArchiveTooNew } from '../../kernel/db/archive/format.ts'
import { codeOf } from '../../kernel/db/sqlite/errors.ts'

/** SQLite's codes for a file that others lock, or that the system refuses */
const SQLITE = new Set([5, 6, 7, 8, 10, 13, 14])
/** SQLSTATEs of rights, connections, resources, shutdowns and the system of PostgreSQL */
const POSTGRES = /^(?:42501|08\w{3}|53\w{3}|57\w{3}|58\w{3})$/

/** Whether an archive that could not be restored may be good all the same: something else failed, here and now. */
export function isOfSurroundings(thrown: unknown): boolean {
  const isReading = thrown instanceof ArchiveError
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof ArchiveTooNew || error.name === 'AbortError') return true
    if (error instanceof StorageFull || error instanceof Unreachable) return true
    if (SQLITE.has((codeOf(error) ?? 0) & 0xff)) return true
    const { code = '' } = error as NodeJS.ErrnoException
    if (POSTGRES.test(code)) return true
    // an archive whose sectors cannot be read is none
    if ('syscall' in error && !(isReading && code === 'EIO')) return true
  }
  return false
}
