// The server as an operator runs it, in a process that reports its usage; its workers run this file, too.
import { serveWorker } from '../src/app/workers/worker.ts'
import { readConfig } from '../src/kernel/base/config.ts'
import { serve } from '../src/main.ts'
import { reportUsage } from './process.ts'

const { BENCH_ONLY: only, BENCH_WORKERS: workers = '0', ROOKERY_WORKER: worker } = process.env
if (worker !== undefined) {
  await serveWorker(process.env)
} else {
  // what workers use is not reported
  await serve(process.env, { only, workers })
  reportUsage(readConfig(process.env).port)
}
