/** Sends what waits in the data directory of the environment, until it is killed. */
import { pino } from 'pino'
import { openApp } from '../../../src/app/open.ts'
import { readConfig } from '../../../src/kernel/base/config.ts'

const { runner } = await openApp(readConfig(process.env), { log: pino({ level: 'error' }) })
runner.start()
