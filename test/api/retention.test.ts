import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSession } from '../../src/features/identity/sessions.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { idsOf } from '../support/entities.ts'
import { plansOf } from '../support/queries.ts'
import { insertRemoteStatus } from '../support/remote-status.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

async function pass(server: TestServer, days: number, kind: string): Promise<void> {
  server.clock.now += days * DAY
  await server.app.transact(async (tx) => tx.enqueue({ kind, payload: {} }))
  await server.settle()
}

test('addresses of sign-ups and sessions are forgotten after a year, or as the operator says', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { app } = server
  const remember = () =>
    app.transact(async (tx) => {
      await startSession(tx, {
        userId: alice.userId,
        ip: '192.0.2.7',
        userAgent: null,
        replaces: null,
      })
      const signUp = { sign_up_ip: '192.0.2.8' }
      await tx.db.updateTable('local_user').set(signUp).execute()
    })
  const known = async () => {
    const sessions = await app.db.selectFrom('session').select('ip').execute()
    const users = await app.db.selectFrom('local_user').select('sign_up_ip as ip').execute()
    return [...sessions, ...users].map(({ ip }) => ip)
  }
  await remember()
  assert.equal(new Set(await known()).size, 2)

  await pass(server, 364, 'oauth.forget_addresses')
  assert.equal((await known()).includes(null), false)
  await pass(server, 2, 'oauth.forget_addresses')
  assert.deepEqual([...new Set(await known())], [null])

  await server.set('retention.ips', 0)
  await remember()
  await pass(server, 1000, 'oauth.forget_addresses')
  assert.equal((await known()).includes('192.0.2.8'), true)
})

test('resolved reports go after so many days, notes and notifications with them, decisions do not', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const mona = await server.signUp('mona', { role: 'Moderator' })
  const status = await bob.publish('rude')
  const file = async (comment: string) => {
    const body = { account_id: bob.id, status_ids: [status.id], comment }
    return (await alice.post('/api/v1/reports', body)).json().id
  }
  const [resolved, waiting] = [await file('one'), await file('two')]
  await mona.post(`/api/rookery/v1/admin/reports/${resolved}/notes`, { content: 'done' })
  await mona.post(`/api/rookery/v1/admin/reports/${resolved}/statuses/delete`)
  const left = async () => {
    const { json } = await mona.get('/api/v1/admin/reports?resolved=true&unresolved=true')
    return idsOf(json()).sort()
  }

  await pass(server, 40, 'reports.prune')
  assert.deepEqual(await left(), [resolved, waiting])
  await server.set('retention.resolved_reports', 30)
  await pass(server, 1, 'reports.prune')

  assert.deepEqual(await left(), [waiting])
  assert.deepEqual(await server.app.db.selectFrom('report_note').selectAll().execute(), [])
  const decisions = await server.app.db.selectFrom('account_warning').selectAll().execute()
  assert.deepEqual(
    decisions.map(({ action, report_id }) => [action, report_id]),
    [['delete_statuses', null]],
  )
})

test('the audit log is kept for ever, or as long as the operator says', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const mona = await server.signUp('mona', { role: 'Moderator' })
  const { id } = (await alice.post('/api/v1/reports', { account_id: bob.id })).json()
  const act = (step: string) => mona.post(`/api/v1/admin/reports/${id}/${step}`)
  const left = async () => {
    const rows = await server.app.db.selectFrom('audit_entry').select('action').execute()
    return rows.map(({ action }) => action)
  }
  await act('resolve')
  await pass(server, 400, 'audit.prune')
  await act('reopen')
  assert.deepEqual((await left()).sort(), ['reopen', 'resolve'])

  await server.set('retention.audit_log', 90)
  await pass(server, 1, 'audit.prune')

  assert.deepEqual(await left(), ['reopen'])
})

test('old statuses of other servers go, if the operator says so and nobody here did anything with them', async () => {
  await using server = await startTestServer()
  const { app } = server
  const alice = await server.signUp('alice')
  const own = await alice.publish('by alice')
  const marks = await markEach(server, alice)
  const untouched = await insertRemoteStatus(app, { tag: 'untouched' })
  const boosted = await insertRemoteStatus(app, { tag: 'boosted' })
  const left = async () => idsOf(await app.db.selectFrom('status').select('id').execute())

  await pass(server, 40, 'status.remove_untouched')
  assert.ok((await left()).includes(untouched))
  await server.set('retention.remote_statuses', 30)
  const young = await insertRemoteStatus(app, { tag: 'young' })
  const boost = await insertRemoteStatus(app, { tag: 'boost' })
  await app.transact(async (tx) => {
    const set = { reblog_of_id: boosted }
    await tx.db.updateTable('status').set(set).where('id', '=', boost).execute()
  })
  await pass(server, 1, 'status.remove_untouched')

  const there = await left()
  assert.equal(there.includes(untouched), false)
  for (const [mark, id] of Object.entries({ ...marks, own: own.id, young, boosted, boost })) {
    assert.ok(there.includes(id), mark)
  }
  const rows = await app.db.selectFrom('status_tag').select('status_id').execute()
  assert.equal(
    rows.some(({ status_id }) => status_id === untouched),
    false,
  )
})

test('whether a conversation or reblogs have something local is read from indexes of what is local', {
  skip: !ON_SQLITE,
}, async () => {
  await using server = await startTestServer()
  await server.set('retention.remote_statuses', 30)
  await insertRemoteStatus(server.app, { tag: 'old' })

  const plans = await plansOf(server.app.slowDb, () => pass(server, 40, 'status.remove_untouched'))

  const steps = plans.flatMap(({ plan }) => plan)
  for (const index of ['status_local_conversation', 'status_local_reblog']) {
    assert.ok(
      steps.some((step) => step.startsWith(`SEARCH kept USING`) && step.includes(index)),
      steps.join('\n'),
    )
  }
})

/** Statuses of another server, with each of which alice did something. @returns ids by what */
async function markEach({ app }: TestServer, alice: TestUser): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  const next = async (name: string) => {
    ids[name] = await insertRemoteStatus(app, { tag: name })
    return ids[name]
  }
  for (const action of ['favourite', 'bookmark', 'reblog']) {
    const { statusCode } = await alice.post(`/api/v1/statuses/${await next(action)}/${action}`)
    assert.equal(statusCode, 200, action)
  }
  const thumb = encodeURIComponent('👍')
  const reacted = await alice.put(
    `/api/v1/pleroma/statuses/${await next('reaction')}/reactions/${thumb}`,
  )
  assert.equal(reacted.statusCode, 200, reacted.body)
  const answered = await next('answer')
  await app.transact(async (tx) => {
    const conversation = tx.newId()
    const row = { id: conversation, uri: null, created_at: tx.now }
    await tx.db.insertInto('conversation').values(row).execute()
    const set = { conversation_id: conversation }
    await tx.db.updateTable('status').set(set).where('id', '=', answered).execute()
  })
  await alice.publish('an answer', { in_reply_to_id: answered })
  const named = await next('mention')
  await app.transact(async (tx) => {
    const row = { status_id: named, account_id: alice.id, silent: false }
    await tx.db.insertInto('mention').values(row).execute()
  })
  const reported = await next('report')
  const { account_id } = await app.db
    .selectFrom('status')
    .select('account_id')
    .where('id', '=', reported)
    .executeTakeFirstOrThrow()
  const report = { account_id, status_ids: [reported] }
  assert.equal((await alice.post('/api/v1/reports', report)).statusCode, 200)
  return ids
}
