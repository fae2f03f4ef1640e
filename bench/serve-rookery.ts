// The server as an operator runs it, in a process that reports its usage.
import { readConfig } from '../src/kernel/base/config.ts'
import { serve } from '../src/main.ts'
import { reportUsage } from './process.ts'

// workers would not count in what this process reports
await serve(process.env, { only: process.env.BENCH_ONLY, workers: '0' })
reportUsage(readConfig(process.env).port)
