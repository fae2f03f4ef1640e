import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { openApp } from '../../src/app/open.ts'
import { readConfig } from '../../src/kernel/base/config.ts'
import { queue, startInboxes } from '../support/deliveries.ts'
import { until } from '../support/in-time.ts'
import { Operator } from '../support/operator.ts'

const SENDER = join(import.meta.dirname, '../support/processes/sender.ts')
const HOSTS = 10
const ACTIVITIES = 250
/** ms in which what is under way may be lost from the books: 50 and a slow disk */
const WINDOW = 750
const LATER = 60_000

function startSender(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [SENDER], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

test('kill -9 loses no delivery, and repeats only what had just been sent', async (context) => {
  using operator = await Operator.started({ EGRESS_ALLOW: '127.0.0.0/8' })
  await using hosts = await startInboxes(HOSTS)
  const numbers = Array.from({ length: ACTIVITIES }, (_, at) => at)
  {
    await using server = await operator.open()
    const inboxes = hosts.all.map(({ uri }) => uri)
    await queue(server.app, numbers, { senderId: null, inboxes })
  }
  const arrivals = () => hosts.all.reduce((sum, { arrived }) => sum + arrived.length, 0)
  const sender = startSender(operator.env)
  context.after(() => sender.kill('SIGKILL'))

  await until(() => arrivals() > (HOSTS * ACTIVITIES) / 3)
  sender.kill('SIGKILL')
  await once(sender, 'exit')
  const killedAt = Date.now()
  const before = arrivals()
  assert.ok(before < HOSTS * ACTIVITIES, 'it was killed too late')
  // Leases of the killed process are over by then.
  const clock = () => Date.now() + LATER
  const config = readConfig(operator.env)
  await using server = await openApp(config, { clock, log: pino({ level: 'silent' }) })
  await server.runner.settle()

  for (const { arrived, numbers: numbersOf } of hosts.all) {
    const seen = new Map(Map.groupBy(arrived, ({ activity }) => activity.object.number))
    assert.deepEqual([...seen.keys()], numbers, 'all of them, in order')
    for (const [number, times] of seen) {
      if (times.length === 1) continue
      assert.equal(times.length, 2, `${number} came ${times.length} times`)
      assert.ok(times[0]!.at > killedAt - WINDOW, `${number} was sent long before`)
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
