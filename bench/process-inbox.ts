// Does what waits, then tells what that has cost.
import { readConfig } from '../src/config.ts'
import { openApp } from '../src/open-app.ts'

const { app, runner } = await openApp(readConfig(process.env))
const count = () =>
  app.db
    .selectFrom('job')
    .where('kind', '=', 'federation.receive')
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
