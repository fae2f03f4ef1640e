// The server as an operator runs it, in a process that tells what it uses.
import { readConfig } from '../src/config.ts'
import { serve } from '../src/main.ts'
import { reportUsage } from './process.ts'

await serve(process.env)
reportUsage(readConfig(process.env).port)
