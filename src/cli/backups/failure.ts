import { dirname } from 'node:path'
import { ReadOnly, StorageFull } from '../../kernel/base/errors.ts'
import { isReadOnly, READ_ONLY } from '../../kernel/base/file-problem.ts'
import { firstFailure } from '../../kernel/base/first-failure.ts'
import { ArchiveError } from '../../kernel/db/archive/format.ts'
import { cannotOpen } from '../../kernel/db/sqlite/errors.ts'
import { CommandError } from '../command.ts'

const WRONG_CALL = 2
const FULL = ['ENOSPC', 'EDQUOT']
const REFUSED = ['EACCES', 'EPERM']

/** A failure of the surroundings as one line for the operator; of the program, as it was. */
export function describeFailure(thrown: unknown, place: string): unknown {
  const error = firstFailure(thrown)
  const reason = reasonOf(error, place)
  return reason === null ? error : new CommandError(reason)
}

/**
 * Whether a failure says something about the backups: an end that somebody asked for does not, nor does a call that cannot be
 * meant.
 */
export function isOfBackups(error: unknown, { aborted }: AbortSignal): boolean {
  return !aborted && !(error instanceof CommandError && error.exitCode === WRONG_CALL)
}

function reasonOf(error: unknown, place: string): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof ReadOnly) return error.reason
  if (error instanceof StorageFull) return `${noRoom(error, place)}; make room and try again`
  if (error.name === 'AbortError') return 'Interrupted'
  // loaded only where there is a bucket, so it is known by its name
  if (error.name === 'S3Failure' || error instanceof ArchiveError) return error.message
  const { code = '', path, syscall = '' } = error as NodeJS.ErrnoException
  if (FULL.includes(code)) return `There is no room in ${place}; make room and try again`
  if (cannotOpen(error)) {
    const advice = isReadOnly(place) ? `: ${READ_ONLY}` : '; check its owner and rights'
    return `${place} cannot be written${advice}`
  }
  if (code === 'EROFS') return `${place} cannot be written: ${READ_ONLY}`
  if (REFUSED.includes(code)) {
    return `${path ?? place} cannot be ${isRead(syscall, path, place) ? 'read' : 'written'}; check its owner and rights`
  }
  return code.startsWith('E') && 'syscall' in error ? `${place}: ${error.message}` : null
}

/** PostgreSQL has a disk of its own, and its failures the code of SQL. */
function noRoom({ cause }: StorageFull, place: string): string {
  const { code } = (cause ?? {}) as { code?: unknown }
  const isOfPostgres = typeof code === 'string' && /^\d/.test(code)
  return isOfPostgres ? 'The disk of PostgreSQL is full' : `There is no room for ${place}`
}

/** A folder is listed to be read; a file is opened to be written only in the place of the archives. */
function isRead(syscall: string, path: string | undefined, place: string): boolean {
  if (syscall === 'scandir') return true
  return syscall === 'open' && path !== undefined && dirname(path) !== place
}
