import { writeSync } from 'node:fs'
import { createCheckpointer } from './checkpointer.ts'
import type { WriteLock } from './commit-groups.ts'
import type { SqliteConnection } from './connection.ts'
import { isLostSync } from './errors.ts'
import { createGroupSync } from './group-sync.ts'
import { createWalSyncer, type WalSyncer } from './wal-syncer.ts'

/** Makes commits durable and moves them into the database file later. */
export interface Durability extends AsyncDisposable {
  /** to be called after each commit, under the lock */
  noticeCommit(): void
  /** resolves when everything committed before this call would survive a power cut */
  durable(): Promise<void>
  /** to be called before the lock is taken for good; the rest is disposed of under it */
  stopCheckpoints(): Promise<void>
}

/** For a connection on which SQLite itself syncs each commit. */
export const SYNCED_BY_SQLITE: Durability = {
  noticeCommit() {},
  async durable() {},
  async stopCheckpoints() {},
  async [Symbol.asyncDispose]() {},
}

export function createDurability(
  file: string,
  connection: SqliteConnection,
  lock: WriteLock,
  shared: WalSyncer | undefined,
): Durability {
  const walFile = `${file}-wal`
  const syncer = shared ?? createWalSyncer()
  const onFailure = (error: unknown) => {
    if (isLostSync(error)) endProcess(file, error)
  }
  const checkpointer = createCheckpointer({ file, connection, lock, onFailure })
  const group = createGroupSync(() =>
    syncer.sync(walFile).catch((error) => endProcess(file, error)),
  )
  return {
    noticeCommit: checkpointer.noticeCommit,
    durable: group.durable,
    stopCheckpoints: async () => checkpointer[Symbol.asyncDispose](),
    async [Symbol.asyncDispose]() {
      await group.durable()
      await syncer.forget(walFile)
      if (shared === undefined) await syncer[Symbol.asyncDispose]()
    },
  }
}

/**
 * After a failed sync the system may have dropped the unwritten pages and report success the next time, so
 * the only safe copy is the one that the next start recovers.
 */
function endProcess(file: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  writeSync(
    2,
    `rookery: the disk failed to store ${file} (${reason}); stopping, nothing was retried\n`,
  )
  process.exit(1)
}
