import { workerData } from 'node:worker_threads'
import { answerRequests } from '../worker.ts'
import type { CheckpointMode, CheckpointResult } from './checkpointer.ts'
import { openConnection } from './connection.ts'
import { settings } from './settings.ts'

/** ms: a restart waits this long for readers while writes are blocked */
const BUSY_TIMEOUT = 50

const connection = openConnection(workerData, { readOnly: false, busyTimeout: BUSY_TIMEOUT })
for (const setting of settings('server')) connection.run(setting)

answerRequests<CheckpointMode, CheckpointResult>((mode) => {
  const { rows } = connection.run(`pragma wal_checkpoint(${mode})`)
  return rows[0] as never as CheckpointResult
})
