import { createRequestThread, type RequestThread } from '../worker.ts'
import type { WriteLock } from './commit-groups.ts'
import type { SqliteConnection } from './connection.ts'

/** 4 KiB pages that wait in the -wal file before a checkpoint begins: 4 MB */
const WORTH_A_CHECKPOINT = 1_000
/** from here on, 16 MB, writing pauses so that the -wal file can start over */
const TOO_LONG = 4_000
/** ms before another try when a reader kept the -wal file from starting over */
const RESTART_PAUSE = 1_000
/** ms without a checkpoint: nobody writes much just now */
const REST = 20_000

/** What `pragma wal_checkpoint` answers, in pages. */
export interface CheckpointResult {
  busy: number
  log: number
  checkpointed: number
}

export type CheckpointMode = 'passive' | 'restart'

/** Ending it waits for the checkpoint that runs, which may need the lock. */
export interface Checkpointer extends AsyncDisposable {
  /** to be called after each commit; never throws */
  noticeCommit(): void
}

export interface CheckpointerOptions {
  file: string
  /** the writing connection, to ask how long the -wal file is */
  connection: SqliteConnection
  lock: WriteLock
  onFailure: (error: unknown) => void
}

type Thread = RequestThread<CheckpointMode, CheckpointResult>

/** Moves what was committed from the -wal file into the database, on a thread of its own. */
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

/** @returns whether the -wal file can start over; a reader may keep it from that */
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
