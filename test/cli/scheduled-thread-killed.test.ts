import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { getUserSettings } from '../../src/features/accounts/user-settings.ts'
import { createLocalAccount } from '../../src/features/identity/local-accounts.ts'
import { paramsOf } from '../../src/features/statuses/scheduled/params.ts'
import { type Planned, scheduleStatuses } from '../../src/features/statuses/scheduled/schedule.ts'
import { UNSCREENED } from '../../src/features/statuses/screening/screening.ts'
import { getLocalAuthor } from '../../src/features/statuses/write/author.ts'
import { newStatusOf } from '../../src/features/statuses/write/input.ts'
import { HOUR, MINUTE } from '../../src/kernel/base/durations.ts'
import type { Tx } from '../../src/kernel/core/tx.ts'
import { Operator } from '../support/operator.ts'

/** Publishes the first post of a thread, says so, and never comes to the second. */
const WORKER = `
  const { openApp } = await import(process.env.SRC + 'app/open.ts')
  const { readConfig } = await import(process.env.SRC + 'kernel/base/config.ts')
  const { jobs } = await import(process.env.SRC + 'features/statuses/scheduled/publish.ts')
  const { pino } = await import('pino')
  const log = pino({ level: 'silent' })
  const clock = () => Date.now() + Number(process.env.LATER)
  const { app } = await openApp(readConfig(process.env), { log, clock })
  await jobs['scheduled_status.publish'].run(app, { id: process.env.FIRST }, 1)
  process.stdout.write('published')
  setInterval(() => {}, 1000)
`

/** Plans a thread of a new account. @returns id of its first post */
async function plan(tx: Tx, texts: readonly string[]): Promise<string> {
  const { accountId } = await createLocalAccount(tx, {
    username: 'alice',
    email: 'alice@example.org',
    passwordHash: 'none',
    locale: 'en',
    confirmed: true,
    approved: true,
    roleId: null,
    byOperator: true,
  })
  const { author, locale } = await getLocalAuthor(tx, accountId)
  const settings = await getUserSettings(tx.db, accountId)
  const by = { author, locale, settings, applicationId: null, idempotencyKey: null }
  const [first, ...others] = texts.map((text): Planned => {
    const status = newStatusOf({ status: text }, { ...by, screening: UNSCREENED })
    return { status, params: paramsOf({ status: text }, status) }
  })
  const at = tx.now + 10 * MINUTE
  const made = await scheduleStatuses(tx, { posts: [first!, ...others], applicationId: null, at })
  assert.ok('scheduledId' in made)
  return made.scheduledId
}

test('S-617 a process that is killed between two posts of a thread leaves the others to the next', async () => {
  using operator = await Operator.started()
  const texts = ['one', 'two', 'three']
  let first = ''
  {
    await using opened = await operator.open()
    first = await opened.app.transact((tx) => plan(tx, texts))
  }
  const own = {
    SRC: new URL('../../src/', import.meta.url).href,
    FIRST: first,
    LATER: String(HOUR),
  }
  const worker = spawn(process.execPath, ['--input-type=module', '-e', WORKER], {
    env: { ...process.env, ...operator.env, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(worker.stdout, 'data')
  worker.kill('SIGKILL')
  await once(worker, 'exit')

  const clock = () => Date.now() + HOUR
  await using opened = await operator.open({ clock })
  const published = async () =>
    opened.app.db
      .selectFrom('status')
      .select(['id', 'text', 'in_reply_to_id'])
      .orderBy('id')
      .execute()
  assert.equal((await published()).length, 1)
  await opened.runner.settle()

  const posts = await published()
  assert.deepEqual(
    posts.map(({ text }) => text),
    texts,
  )
  assert.deepEqual(
    posts.map(({ in_reply_to_id }) => in_reply_to_id),
    [null, posts[0]?.id, posts[1]?.id],
  )
  const left = await opened.app.db.selectFrom('scheduled_status').select('id').execute()
  assert.deepEqual(left, [])
})
