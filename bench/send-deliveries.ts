// Enqueues activities and delivers them, or delivers the waiting ones; reports duration and CPU.
import { pino } from 'pino'
import { openApp } from '../src/app/open.ts'
import { createLocalAccount } from '../src/features/identity/local-accounts.ts'
import { enqueueDelivery } from '../src/kernel/activitypub/delivery/enqueue.ts'
import { readConfig } from '../src/kernel/base/config.ts'

export interface Sendings {
  /** number of queued deliveries */
  deliveries: number
  /** ms since 1970: begin of the first enqueueing transaction */
  startedAt: number
  /** ms */
  elapsed: number
  /** ms of CPU, of all threads */
  cpu: number
}

const {
  INBOXES = '[]',
  WARM_UP = '0',
  PAUSE = '0',
  ACTIVITIES = '0',
  RUN,
  CLOCK_AHEAD = '0',
} = process.env
const inboxes: string[] = JSON.parse(INBOXES)
const clock = () => Date.now() + Number(CLOCK_AHEAD)
const { app, runner } = await openApp(readConfig(process.env), {
  clock,
  log: pino({ level: 'error' }),
})
const text = '<p>The quick brown fox jumps over the lazy dog, and on, and on, and on.</p>'.repeat(
  24,
)
const senderId = await accountId()
let number = 0

if (WARM_UP !== '0') {
  await queue(Number(WARM_UP))
  await runner.settle()
  await new Promise((resolve) => setTimeout(resolve, Number(PAUSE)))
}
const [cpu, startedAt, begin] = [process.cpuUsage(), Date.now(), performance.now()]
await queue(Number(ACTIVITIES))
if (RUN === 'settle') await runner.settle()
const elapsed = performance.now() - begin
const { user, system } = process.cpuUsage(cpu)
const deliveries = Number(ACTIVITIES) * inboxes.length
const told: Sendings = { deliveries, startedAt, elapsed, cpu: (user + system) / 1000 }
process.send?.(told)
if (RUN === 'start') runner.start()
else process.disconnect?.()

async function accountId(): Promise<string> {
  const known = await app.db
    .selectFrom('account')
    .select('id')
    .where('username', '=', 'writer')
    .executeTakeFirst()
  if (known !== undefined) return known.id
  const input = {
    username: 'writer',
    email: 'writer@example.org',
    passwordHash: 'none',
    locale: 'en',
    confirmed: true,
    approved: true,
  }
  return (await app.transact((tx) => createLocalAccount(tx, input))).accountId
}

/** As for a status: one transaction for each activity. */
async function queue(activities: number): Promise<void> {
  for (let at = 0; at < activities; at++) {
    number += 1
    const object = { type: 'Note', number, content: text }
    const activity = { type: 'Create', id: `${app.config.origin}/${number}`, object }
    await app.transact((tx) => enqueueDelivery(tx, { senderId, inboxes, activity }))
  }
}
