import type { ProcessKind } from '../process-kind.ts'

/**
 * The pragmas of a connection that writes; none is kept in the file. A `server` syncs its commits itself,
 * together; a `tool` beside it lets SQLite sync each one.
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
