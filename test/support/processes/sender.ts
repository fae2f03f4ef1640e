/** Sends what waits in the data directory of the environment, until it is killed. */
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { openApp } from '../../../src/open-app.ts'

const { runner } = await openApp(readConfig(process.env), { log: pino({ level: 'error' }) })
runner.start()
