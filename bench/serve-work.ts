// The server without its jobs, whose timers are not the work of a request, in a process that reports what it did.
import type { AddressInfo } from 'node:net'
import { surfaces } from '../src/app/compose/routes.ts'
import { openApp } from '../src/app/open.ts'
import { createHttp } from '../src/app/serve.ts'
import { readConfig } from '../src/kernel/base/config.ts'
import { reportUsage } from './process.ts'
import { countPreparedStatements, countWaits, readWork } from './work-counters.ts'

const counters = { prepared: countPreparedStatements(), waits: countWaits() }
const { subscribers, routes } = await surfaces(readConfig(process.env))
const { app } = await openApp(readConfig(process.env), { subscribers, serves: true })
const http = await createHttp(app, routes)
await http.listen({ host: app.config.host, port: app.config.port })
reportUsage((http.server.address() as AddressInfo).port, () => readWork(app, counters))
