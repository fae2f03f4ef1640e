// Processes the waiting activities, then reports their cost.

import { openApp } from '../src/app/open.ts'
import { RECEIVE, RECEIVE_SLOWLY } from '../src/kernel/activitypub/dispatch.ts'
import { readConfig } from '../src/kernel/base/config.ts'

const { app, runner } = await openApp(readConfig(process.env))
const count = () =>
  app.db
    .selectFrom('job')
    .where('kind', 'in', [RECEIVE, RECEIVE_SLOWLY])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
const { count: before } = await count()
const start = process.cpuUsage()
await runner.settle()
const { user, system } = process.cpuUsage(start)
const { count: after } = await count()
process.send?.({ port: 0 })
process.on('message', () => {
  process.send?.({ cpu: (user + system) / 1000, rss: before - after })
})
