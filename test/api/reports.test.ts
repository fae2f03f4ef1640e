import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceRules } from '../../src/features/instance/rules.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { setAccount } from '../support/account-state.ts'
import { entityOf } from '../support/entities.ts'
import { startTestServer } from '../support/server.ts'

const REPORTS = '/api/v1/reports'

test('S-356 a report names an account, statuses of it and a comment', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const one = await bob.publish('one')
  const two = await bob.publish('two')

  const response = await alice.post(REPORTS, {
    account_id: bob.id,
    status_ids: [two.id, one.id, two.id],
    comment: 'rude',
    category: 'spam',
    forward: true,
  })

  const report = entityOf(response, 'Report')
  assert.partialDeepStrictEqual(report, {
    category: 'spam',
    comment: 'rude',
    status_ids: [one.id, two.id],
    rule_ids: [],
    forwarded: false,
    action_taken: false,
    target_account: { id: bob.id },
  })
})

test('S-356 a report of a violation names rules in force, and rules make it one', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const lines = ['be kind', 'no spam'].map((text) => ({ text, hint: '' }))
  await server.app.transact((tx) => replaceRules(tx, lines))
  const rules = (await alice.get('/api/v1/instance/rules')).json()
  const file = (more: object) => alice.post(REPORTS, { account_id: bob.id, ...more })

  const violation = await file({ category: 'spam', rule_ids: [rules[1].id] })
  assert.equal(violation.statusCode, 200, violation.body)
  assert.partialDeepStrictEqual(violation.json(), {
    category: 'violation',
    rule_ids: [rules[1].id],
  })
  for (const wrong of [{ category: 'violation' }, { rule_ids: ['108020000000000001'] }]) {
    assert.equal((await file(wrong)).statusCode, 422, JSON.stringify(wrong))
  }
})

test('S-356 what a report may not say', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  const dora = await server.signUp('dora')
  await setAccount(server, dora, { suspended_at: 1 })
  const foreign = await carol.publish('not by bob')
  const hidden = await bob.publish('for followers', { visibility: 'private' })
  const wrong = [
    [400, {}],
    [404, { account_id: '108020000000000001' }],
    [404, { account_id: dora.id }],
    [404, { account_id: bob.id, status_ids: [foreign.id] }],
    [404, { account_id: bob.id, status_ids: [hidden.id] }],
    [422, { account_id: bob.id, comment: 'x'.repeat(1001) }],
    [422, { account_id: bob.id, category: 'nonsense' }],
  ] as const

  for (const [status, body] of wrong) {
    const response = await alice.post(REPORTS, body)
    assert.equal(response.statusCode, status, `${JSON.stringify(body)}: ${response.body}`)
  }
  const longest = { account_id: bob.id, comment: '🦉'.repeat(1000) }
  assert.equal((await alice.post(REPORTS, longest)).statusCode, 200)
  const reader = await server.tokenFor(alice, 'read')
  assert.equal((await reader.post(REPORTS, { account_id: bob.id })).statusCode, 403)
  assert.equal((await server.anonymous.post(REPORTS, { account_id: bob.id })).statusCode, 401)
})

test('those who look after reports are told, by mail too, once for each account', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  const moderator = await server.signUp('mona', { role: 'Moderator' })
  const file = async (reporter: typeof alice) => {
    const response = await reporter.post(REPORTS, { account_id: bob.id, comment: 'rude' })
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }

  const report = await file(alice)
  await file(carol)
  await server.settle()

  const list = entityOf(await moderator.get('/api/v1/notifications'), 'Notification[]')
  const reports = list.filter((one: { type: string }) => one.type === 'admin.report')
  assert.equal(reports.length, 1)
  assert.equal(reports[0].account.id, alice.id)
  assert.deepEqual(reports[0].report, report)
  const mails = server.mails.filter(({ subject }) => subject.includes('was reported'))
  assert.deepEqual(
    mails.map(({ to }) => to),
    [moderator.email],
  )
  assert.match(mails[0]!.text, /@alice reported @bob/)
  assert.deepEqual((await bob.get('/api/v1/notifications')).json(), [])
})

test('S-050 reports are counted', async () => {
  await using server = await startTestServer({ rateLimits: true })
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')

  const first = await alice.post(REPORTS, { account_id: bob.id })
  const second = await alice.post(REPORTS, { account_id: bob.id })

  const left = (response: typeof first) => Number(response.headers['x-ratelimit-remaining'])
  assert.equal(second.statusCode, 200, second.body)
  assert.equal(left(first) - left(second), 1)
})

test('S-151 what an unresolved report names is kept after its deletion', async () => {
  await using server = await startTestServer()
  server.runner.start()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const reported = await bob.publish('rude')
  const other = await bob.publish('nothing')
  const report = await alice.post(REPORTS, { account_id: bob.id, status_ids: [reported.id] })
  assert.equal(report.statusCode, 200, report.body)
  const there = async () => {
    const rows = await server.app.db.selectFrom('status').select('id').execute()
    return rows.map(({ id }) => id)
  }

  await bob.delete(`/api/v1/statuses/${reported.id}`)
  await bob.delete(`/api/v1/statuses/${other.id}`)
  server.clock.now += 3 * DAY
  await server.settle()
  assert.deepEqual(await there(), [reported.id])
  assert.equal((await alice.get(`/api/v1/statuses/${reported.id}`)).statusCode, 404)

  await server.app.transact(async (tx) => {
    await tx.db.updateTable('report').set({ action_taken_at: tx.now }).execute()
  })
  server.clock.now += 2 * DAY
  await server.settle()
  assert.deepEqual(await there(), [])
})
