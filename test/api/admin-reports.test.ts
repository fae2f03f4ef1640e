import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceRules } from '../../src/features/instance/rules.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const REPORTS = '/api/v1/admin/reports'
const OWN = '/api/rookery/v1/admin/reports'

async function file(by: TestUser, about: TestUser, more: Record<string, unknown> = {}) {
  return entityOf(await by.post('/api/v1/reports', { account_id: about.id, ...more }), 'Report')
}

/** Two people, and one of the staff. */
async function startWithPeople() {
  await using open = new AsyncDisposableStack()
  const server = open.use(await startTestServer())
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const mona = await server.signUp('mona', { role: 'Moderator' })
  const kept = open.move()
  return { server, alice, bob, mona, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

async function actionsOf(server: TestServer) {
  const rows = await server.app.db.selectFrom('audit_entry').selectAll().orderBy('id').execute()
  return rows.map(({ account_id, action, target_type, target_id, label }) => ({
    ...{ account_id, action, target_type, target_id, label },
  }))
}

test('S-210 reports are listed by whether they wait, who made them and whom they are about', async () => {
  await using people = await startWithPeople()
  const { server, alice, bob, mona } = people
  const carol = await server.signUp('carol')
  const one = await file(alice, bob)
  const two = await file(carol, bob)
  const three = await file(alice, carol)
  await mona.post(`${REPORTS}/${two.id}/resolve`)
  const list = async (query: string) =>
    idsOf(entityOf(await mona.get(`${REPORTS}${query}`), 'Admin::Report[]'))

  assert.deepEqual(await list(''), [three.id, one.id])
  assert.deepEqual(await list('?unresolved=true'), [three.id, one.id])
  assert.deepEqual(await list('?resolved=false'), [three.id, one.id])
  assert.deepEqual(await list('?resolved=true'), [two.id])
  assert.deepEqual(await list('?resolved=true&unresolved=true'), [three.id, two.id, one.id])
  assert.deepEqual(await list(`?account_id=${alice.id}&target_account_id=${bob.id}`), [one.id])
  assert.deepEqual(await list(`?max_id=${three.id}`), [one.id])
})

test('reports are listed by category, and by whose work they are', async () => {
  await using people = await startWithPeople()
  const { server, alice, bob, mona } = people
  const nora = await server.signUp('nora', { role: 'Moderator' })
  const spam = await file(alice, bob, { category: 'spam' })
  const other = await file(mona, bob)
  const third = await file(nora, bob, { category: 'spam' })
  await mona.post(`${REPORTS}/${spam.id}/assign_to_self`)
  await nora.post(`${REPORTS}/${other.id}/assign_to_self`)
  const list = async (query: string) =>
    idsOf(entityOf(await mona.get(`${REPORTS}${query}`), 'Admin::Report[]'))

  assert.deepEqual(await list('?category=spam'), [third.id, spam.id])
  assert.deepEqual(await list('?category=weather'), [])
  assert.deepEqual(await list(`?assigned_account_id=${mona.id}`), [spam.id])
  assert.deepEqual(await list('?unassigned=true'), [third.id])
  assert.deepEqual(await list('?unassigned=true&category=other'), [])
})

test('S-211, S-202 a report shows the accounts as the staff sees them, statuses, and rules', async () => {
  await using people = await startWithPeople()
  const { server, alice, bob, mona } = people
  const lines = ['be kind', 'no spam'].map((text) => ({ text, hint: '' }))
  await server.app.transact((tx) => replaceRules(tx, lines))
  const [, noSpam] = (await alice.get('/api/v1/instance/rules')).json()
  const secret = await bob.publish('for @alice alone', { visibility: 'direct' })
  const more = { status_ids: [secret.id], rule_ids: [noSpam.id], comment: 'rude' }
  const { id } = await file(alice, bob, more)
  await server.app.transact((tx) => replaceRules(tx, [{ text: 'be kind', hint: '' }]))

  const report = entityOf(await mona.get(`${REPORTS}/${id}`), 'Admin::Report')

  assert.partialDeepStrictEqual(report, {
    category: 'violation',
    comment: 'rude',
    action_taken: false,
    account: { id: alice.id, email: alice.email },
    target_account: { id: bob.id, email: bob.email },
    assigned_account: null,
    rules: [{ id: noSpam.id, text: 'no spam' }],
    statuses: [{ id: secret.id, visibility: 'direct' }],
  })
  assert.match(report.statuses[0].content, /alone/)
  assert.equal((await mona.get(`${REPORTS}/108020000000000000`)).statusCode, 404)
})

test('S-211, S-205 the steps of the work are kept by who did them, repeating one is nothing new', async () => {
  await using people = await startWithPeople()
  const { server, alice, bob, mona } = people
  const { id } = await file(alice, bob)
  const steps = {
    assign_to_self: { assigned_account: { id: mona.id } },
    unassign: { assigned_account: null },
    resolve: { action_taken: true, action_taken_by_account: { id: mona.id } },
    reopen: { action_taken: false, action_taken_at: null, action_taken_by_account: null },
  }

  for (const [step, expected] of Object.entries(steps)) {
    for (let time = 1; time <= 2; time++) {
      const response = await mona.post(`${REPORTS}/${id}/${step}`)
      assert.partialDeepStrictEqual(entityOf(response, 'Admin::Report'), expected, step)
    }
  }

  const target = { account_id: mona.id, target_type: 'report', target_id: id, label: '@bob' }
  assert.deepEqual(
    await actionsOf(server),
    Object.keys(steps).map((action) => ({ ...target, action })),
  )
})

test('S-211 category and rules are changed, by the rules for making a report', async () => {
  await using people = await startWithPeople()
  const { server, alice, bob, mona } = people
  await server.app.transact((tx) => replaceRules(tx, [{ text: 'be kind', hint: '' }]))
  const [rule] = (await alice.get('/api/v1/instance/rules')).json()
  const { id } = await file(alice, bob)
  const put = (body: object) => mona.put(`${REPORTS}/${id}`, body as Record<string, unknown>)

  for (const wrong of [
    { category: 'nonsense' },
    { category: 'violation' },
    { category: 'violation', rule_ids: ['108020000000000000'] },
    { category: 'spam', rule_ids: [rule.id] },
  ]) {
    assert.equal((await put(wrong)).statusCode, 422, JSON.stringify(wrong))
  }
  const violation = entityOf(await put({ rule_ids: [rule.id] }), 'Admin::Report')
  assert.partialDeepStrictEqual(violation, { category: 'violation', rules: [{ id: rule.id }] })
  const spam = entityOf(await put({ category: 'spam' }), 'Admin::Report')
  assert.equal(spam.category, 'spam')
  assert.deepEqual(spam.rules, [])
  await put({ category: 'spam' })
  assert.deepEqual(
    (await actionsOf(server)).map(({ action }) => action),
    ['update', 'update'],
  )
})

test('the staff write notes for each other, and remove them', async () => {
  await using people = await startWithPeople()
  const { server, alice, bob, mona } = people
  const nora = await server.signUp('nora', { role: 'Moderator' })
  const { id } = await file(alice, bob)
  const other = await file(bob, alice)
  const note = entityOf(await mona.post(`${OWN}/${id}/notes`, { content: ' wait ' }), 'Admin::Note')
  assert.partialDeepStrictEqual(note, { content: 'wait', account: { id: mona.id } })
  const second = entityOf(await nora.post(`${OWN}/${id}/notes`, { content: 'yes' }), 'Admin::Note')

  const list = entityOf(await nora.get(`${OWN}/${id}/notes`), 'Admin::Note[]')
  assert.deepEqual(idsOf(list), [second.id, note.id])
  for (const content of ['', ' ', 'x'.repeat(2001)]) {
    assert.equal((await mona.post(`${OWN}/${id}/notes`, { content })).statusCode, 422)
  }
  assert.equal((await mona.delete(`${OWN}/${other.id}/notes/${note.id}`)).statusCode, 404)
  assert.deepEqual((await nora.delete(`${OWN}/${id}/notes/${note.id}`)).json(), {})
  assert.deepEqual(idsOf((await mona.get(`${OWN}/${id}/notes`)).json()), [second.id])
})

test('the history is what was done about the report, its target and its posts since it came', async () => {
  await using people = await startWithPeople()
  const { server, alice, bob, mona } = people
  const status = await bob.publish('rude')
  const before = await file(alice, bob, { comment: 'before' })
  await mona.post(`${REPORTS}/${before.id}/resolve`)
  server.clock.now += 1000
  const { id } = await file(alice, bob, { status_ids: [status.id] })
  const unrelated = await file(bob, alice)
  await mona.post(`${REPORTS}/${unrelated.id}/resolve`)
  await mona.post(`${REPORTS}/${id}/assign_to_self`)
  await mona.post(`${OWN}/${id}/statuses/delete`)

  const history = entityOf(await mona.get(`${OWN}/${id}/history`), 'Audit::Entry[]')

  assert.deepEqual(
    history.map(({ action, target }: { action: string; target: { type: string } }) => [
      action,
      target.type,
    ]),
    [
      ['resolve', 'report'],
      ['delete_statuses', 'account'],
      ['assign_to_self', 'report'],
    ],
  )
})

test('a report about somebody here is nobody else’s business', async () => {
  await using people = await startWithPeople()
  const { alice, bob, mona } = people
  const { id } = await file(alice, bob)

  assert.equal((await mona.post(`${OWN}/${id}/forward`)).statusCode, 422)
  const body = { domains: ['away.example'] }
  assert.equal((await mona.post(`${OWN}/${id}/forward`, body)).statusCode, 422)
})

test('all who look after reports are told of one by notification and mail, and only they', async () => {
  await using people = await startWithPeople()
  const { server, alice, bob, mona } = people
  const owner = await server.signUp('owner', { role: 'Owner' })
  const admin = await server.signUp('admin', { role: 'Admin' })
  const staff = [mona, owner, admin]
  await file(alice, bob)
  await server.settle()

  const told = async (user: TestUser) =>
    (await user.get('/api/v1/notifications?types[]=admin.report')).json().length
  for (const user of staff) assert.equal(await told(user), 1, user.username)
  for (const user of [alice, bob]) assert.equal(await told(user), 0, user.username)
  const mailed = server.mails.filter(({ subject }) => subject.includes('was reported'))
  assert.deepEqual(mailed.map(({ to }) => to).sort(), staff.map(({ email }) => email).sort())
})
