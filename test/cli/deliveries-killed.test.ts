import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { openApp } from '../../src/app/open.ts'
import { readConfig } from '../../src/kernel/base/config.ts'
import type { App } from '../../src/kernel/core/app.ts'
import { queue, startInboxes } from '../support/deliveries.ts'
import { until } from '../support/in-time.ts'
import { Operator } from '../support/operator.ts'

const SENDER = join(import.meta.dirname, '../support/processes/sender.ts')
const HOSTS = 10
const ACTIVITIES = 250
/** deliveries in the books with which it is killed */
const ENOUGH = (HOSTS * ACTIVITIES) / 3
const LATER = 60_000

function startSender(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [SENDER], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** The deliveries that are known to have arrived, as host and number. */
async function inBooks(app: App): Promise<string[]> {
  const rows = await app.db.selectFrom('delivery').select(['host', 'state']).orderBy('id').execute()
  const byHost = Map.groupBy(rows, ({ host }) => host)
  return [...byHost].flatMap(([host, all]) =>
    all.flatMap(({ state }, number) => (state === 'accepted' ? [`${host} ${number}`] : [])),
  )
}

test('kill -9 loses no delivery, and repeats nothing that was in the books', async (context) => {
  using operator = await Operator.started({ EGRESS_ALLOW: '127.0.0.0/8' })
  await using hosts = await startInboxes(HOSTS)
  const numbers = Array.from({ length: ACTIVITIES }, (_, at) => at)
  const arrivals = () => hosts.all.reduce((sum, { arrived }) => sum + arrived.length, 0)
  // however late it is killed, it has not come to the end
  const untilKilled = () => (arrivals() > 2 * ENOUGH ? 'never' : { status: 202 })
  for (const host of hosts.all) host.reply = untilKilled
  await using before = await operator.open()
  const inboxes = hosts.all.map(({ uri }) => uri)
  await queue(before.app, numbers, { senderId: null, inboxes })
  const sender = startSender(operator.env)
  context.after(() => sender.kill('SIGKILL'))

  await until(async () => (await inBooks(before.app)).length > ENOUGH)
  sender.kill('SIGKILL')
  await once(sender, 'exit')
  const books = new Set(await inBooks(before.app))
  await before[Symbol.asyncDispose]()
  for (const host of hosts.all) host.reply = { status: 202 }
  // Leases of the killed process are over by then.
  const clock = () => Date.now() + LATER
  const config = readConfig(operator.env)
  await using server = await openApp(config, { clock, log: pino({ level: 'silent' }) })
  await server.runner.settle()

  for (const { host, arrived, numbers: numbersOf } of hosts.all) {
    const seen = new Map(Map.groupBy(arrived, ({ activity }) => activity.object.number))
    assert.deepEqual([...seen.keys()], numbers, 'all of them, in order')
    for (const [number, times] of seen) {
      if (times.length === 1) continue
      assert.equal(times.length, 2, `${number} came ${times.length} times`)
      assert.equal(books.has(`${host} ${number}`), false, `${number} was in the books`)
    }
    assert.ok(numbersOf().length >= ACTIVITIES)
  }
  const left = await server.app.db
    .selectFrom('delivery')
    .select('id')
    .where('state', '!=', 'accepted')
    .execute()
  assert.deepEqual(left, [])
})
