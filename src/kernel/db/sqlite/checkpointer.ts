import { createRequestThread, type RequestThread } from '../worker.ts'
import type { WriteLock } from './commit-groups.ts'
import type { SqliteConnection } from './connection.ts'

/** 4 KiB pages in the -wal file that start a checkpoint: 4 MB */
const WORTH_A_CHECKPOINT = 1_000
/** from here on, 16 MB, writes pause so that the -wal file can start over */
const TOO_LONG = 4_000
/** ms before another try after a reader kept the -wal file from starting over */
const RESTART_PAUSE = 1_000
/** ms without a checkpoint, after which the thread ends */
const REST = 20_000

/** The result of `pragma wal_checkpoint`, in pages. */
export interface CheckpointResult {
  busy: number
  log: number
  checkpointed: number
}

export type CheckpointMode = 'passive' | 'restart'

/** Disposal waits for a running checkpoint, which may need the lock. */
export interface Checkpointer extends AsyncDisposable {
  /** to be called after each commit; never throws */
  noticeCommit(): void
}

export interface CheckpointerOptions {
  file: string
  /** the writing connection, which reports the length of the -wal file */
  connection: SqliteConnection
  lock: WriteLock
  onFailure: (error: unknown) => void
}

type Thread = RequestThread<CheckpointMode, CheckpointResult>

/** Moves committed pages from the -wal file into the database, on a separate thread. */
export function createCheckpointer(options: CheckpointerOptions): Checkpointer {
  const { connection, lock, onFailure } = options
  const thread: Thread = createRequestThread('checkpoint-thread', import.meta.url, {
    workerData: options.file,
    restAfter: REST,
  })
  let running: Promise<void> | null = null
  let notBefore = 0
  let stopped = false

  const pause = () => {
    notBefore = performance.now() + RESTART_PAUSE
  }
  const run = async () => {
    try {
      const { log } = await thread.ask('passive')
      const tooLong = log >= TOO_LONG && performance.now() >= notBefore
      if (tooLong && !(await restart(thread, lock))) pause()
    } catch (error) {
      pause()
      onFailure(error)
    }
    running = null
  }

  return {
    noticeCommit() {
      if (stopped || running !== null || performance.now() < notBefore) return
      try {
        if (isWorthIt(connection)) running = run()
      } catch (error) {
        onFailure(error)
      }
    },
    async [Symbol.asyncDispose]() {
      stopped = true
      await running
      await thread[Symbol.asyncDispose]()
    },
  }
}

/** @returns whether the -wal file can start over; a reader may prevent that */
async function restart(thread: Thread, lock: WriteLock): Promise<boolean> {
  const release = await lock.acquire()
  try {
    const { busy } = await thread.ask('restart')
    return busy === 0
  } finally {
    release()
  }
}

function isWorthIt(connection: SqliteConnection): boolean {
  const { rows } = connection.run('pragma wal_checkpoint(noop)')
  const [state] = rows as never as CheckpointResult[]
  return state!.log - state!.checkpointed >= WORTH_A_CHECKPOINT
}
