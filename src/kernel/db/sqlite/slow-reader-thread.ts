import { workerData } from 'node:worker_threads'
import { answerRequests } from '../worker.ts'
import { openConnection, type SqliteResult } from './connection.ts'
import type { SlowRequest } from './slow-reader.ts'

const connection = openConnection(workerData, { readOnly: true, busyTimeout: 1_000 })

answerRequests<SlowRequest, SqliteResult>(({ sql, parameters }) => connection.run(sql, parameters))
