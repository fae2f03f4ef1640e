import { createRequestThread } from '../worker.ts'

/** Syncs -wal files to the disk, on a separate thread: libuv's few threads are busy with other files. */
export interface WalSyncer extends AsyncDisposable {
  /** resolves after an fdatasync that started after this call */
  sync(walFile: string): Promise<void>
  /** closes its descriptor of the file */
  forget(walFile: string): Promise<void>
}

export interface SyncRequest {
  action: 'sync' | 'forget'
  walFile: string
}

export function createWalSyncer(): WalSyncer {
  const thread = createRequestThread<SyncRequest, void>('wal-sync-thread', import.meta.url)
  return {
    sync: (walFile) => thread.ask({ action: 'sync', walFile }),
    forget: (walFile) => thread.ask({ action: 'forget', walFile }),
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
