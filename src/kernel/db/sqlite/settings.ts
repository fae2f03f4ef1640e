import type { ProcessKind } from '../process-kind.ts'

/**
 * The pragmas of a writing connection; none is stored in the file. A `server` syncs its commits itself, in
 * groups; a `tool` beside it lets SQLite sync each one.
 */
export function settings(kind: ProcessKind): string[] {
  const own =
    kind === 'server'
      ? ['pragma synchronous = normal', 'pragma wal_autocheckpoint = 0']
      : ['pragma synchronous = full']
  const everywhere = ['pragma journal_size_limit = 67108864']
  // fsync on macOS does not reach the disk without these
  const mac = ['pragma fullfsync = on', 'pragma checkpoint_fullfsync = on']
  return [...own, ...everywhere, ...(process.platform === 'darwin' ? mac : [])]
}

/** For a file that is filled in one go: its indexes are written in any order, and pages again and again. */
export const FILLING = ['pragma cache_size = -262144', 'pragma wal_autocheckpoint = 16384']
