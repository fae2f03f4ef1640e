import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshTrends } from '../../src/features/trends/jobs.ts'
import { TestClient } from '../support/client.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const OWN = '/api/rookery/v1/admin/accounts'
const OVERVIEW = '/api/rookery/v1/admin/overview'

async function staffed(): Promise<TestServer & { staff: TestUser }> {
  const server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageUsers', 'viewAuditLog'])
  return Object.assign(server, { staff })
}

test('S-205: the staff writes notes about accounts, which nobody else reads', async () => {
  await using server = await staffed()
  const { staff } = server
  const anna = await server.signUp('anna')
  const path = `${OWN}/${anna.id}/notes`

  const one = entityOf(await staff.post(path, { content: ' a friend of bert ' }), 'Admin::Note')
  const two = entityOf(await staff.post(path, { content: 'was warned' }), 'Admin::Note')

  assert.equal(one.content, 'a friend of bert')
  assert.equal(one.account.id, staff.id)
  const listed = entityOf(await staff.get(path), 'Admin::Note[]')
  assert.deepEqual(idsOf(listed), [two.id, one.id])
  const page = await staff.get(`${path}?limit=1`)
  assert.match(String(page.headers.link), new RegExp(`max_id=${two.id}`))
  assert.equal((await anna.get(path)).statusCode, 403)
  assert.equal((await staff.post(path, { content: '  ' })).statusCode, 422)
  assert.equal((await staff.post(path, { content: 'x'.repeat(2001) })).statusCode, 422)
  assert.equal((await staff.get(`${OWN}/108020000000000000/notes`)).statusCode, 404)
  const [kept] = (await staff.get('/api/rookery/v1/admin/audit_log')).json()
  assert.deepEqual([kept.action, kept.target.label], ['add_note', '@anna'])
})

test('S-065: notes are removed by who wrote them, or by who stands above', async () => {
  await using server = await staffed()
  const { staff } = server
  const above = await signUpStaff(server, 'above', ['manageUsers'], 60)
  const anna = await server.signUp('anna')
  const bert = await server.signUp('bert')
  const path = `${OWN}/${anna.id}/notes`
  const add = async (by: TestUser) => (await by.post(path, { content: 'hm' })).json().id
  const [own, theirs, below] = [await add(staff), await add(above), await add(staff)]

  assert.equal((await staff.delete(`${path}/${theirs}`)).statusCode, 403)
  assert.equal((await staff.delete(`${OWN}/${bert.id}/notes/${own}`)).statusCode, 404)
  assert.equal((await staff.delete(`${path}/${own}`)).body, '{}')
  assert.equal((await above.delete(`${path}/${below}`)).statusCode, 200)
  assert.deepEqual(idsOf((await staff.get(path)).json()), [theirs])
  const [kept] = (await staff.get('/api/rookery/v1/admin/audit_log')).json()
  assert.deepEqual([kept.action, kept.details.content], ['remove_note', 'hm'])
})

test('S-152 A67 the staff sees what an account posted for everybody, deleted too', async () => {
  await using server = await staffed()
  const { staff } = server
  const reporter = await signUpStaff(server, 'reporter', ['manageReports'])
  const anna = await server.signUp('anna')
  const shown = await anna.publish('for all')
  await anna.publish('for followers', { visibility: 'private' })
  await anna.publish('for @staff', { visibility: 'direct' })
  const gone = await anna.publish('gone')
  await anna.delete(`/api/v1/statuses/${gone.id}`)
  const path = `${OWN}/${anna.id}/statuses`

  const listed = entityOf(await staff.get(path), 'Admin::AccountStatus[]')

  const ids = listed.map(({ status }: { status: { id: string } }) => status.id)
  assert.deepEqual(ids, [gone.id, shown.id])
  assert.match(listed[0].status.content, /gone/)
  assert.match(listed[0].deleted_at, /Z$/)
  assert.equal(listed[1].deleted_at, null)
  assert.equal((await reporter.get(path)).statusCode, 200)
  const plain = await server.signUp('plain')
  assert.equal((await plain.get(path)).statusCode, 403)
})

test('A67 the staff reads posts for followers where a report names them or their thread, and each look is kept', async () => {
  await using server = await staffed()
  const { staff } = server
  const [anna, bob] = [await server.signUp('anna'), await server.signUp('bob')]
  await bob.post(`/api/v1/accounts/${anna.id}/follow`)
  const visibility = 'private'
  const open = await anna.publish('for all')
  await anna.publish('a secret', { visibility })
  const named = await anna.publish('an insult', { visibility })
  const answer = await anna.publish('more', { visibility, in_reply_to_id: named.id })
  const path = `${OWN}/${anna.id}/statuses`
  const seen = async () =>
    (await staff.get(path)).json().map(({ status }: { status: { id: string } }) => status.id)
  const looks = async () =>
    (await staff.get('/api/rookery/v1/admin/audit_log?action=read_statuses')).json()

  assert.deepEqual(await seen(), [open.id])
  assert.deepEqual(await looks(), [])
  const report = { account_id: anna.id, status_ids: [named.id], comment: 'rude' }
  assert.equal((await bob.post('/api/v1/reports', report)).statusCode, 200)

  assert.deepEqual(await seen(), [answer.id, named.id, open.id])
  const [look, ...more] = await looks()
  assert.deepEqual(more, [])
  assert.deepEqual(
    [look.account.username, look.target.type, look.target.id, look.target.label],
    ['staff', 'account', anna.id, '@anna'],
  )
  assert.deepEqual(look.details.status_ids.toSorted(), [named.id, answer.id].toSorted())
})

test('lists of notes and statuses cost the same queries for two as for ten', async () => {
  await using server = await staffed()
  const { staff, app } = server
  const anna = await server.signUp('anna')
  const writers = [staff]
  for (let at = 0; at < 4; at++) {
    writers.push(await signUpStaff(server, `writer${at}`, ['manageUsers'], 60))
  }
  const cost = (path: string) =>
    countQueries(server, async () => {
      app.fragments.nextEpoch()
      assert.equal((await staff.get(`${OWN}/${anna.id}/${path}`)).statusCode, 200)
    })
  const add = async (count: number) => {
    for (let at = 0; at < count; at++) {
      await anna.publish(`number ${at}`)
      const writer = writers[at % writers.length]!
      await writer.post(`${OWN}/${anna.id}/notes`, { content: 'hm' })
    }
  }
  await add(2)
  const few = [await cost('notes'), await cost('statuses')]

  await add(8)

  assert.deepEqual([await cost('notes'), await cost('statuses')], few)
})

test('what waits for the staff is counted for those who may look after it', async () => {
  await using server = await startTestServer()
  const everything = await server.signUp('owner', { role: 'Owner' })
  const some = await signUpStaff(server, 'some', ['manageUsers', 'viewDashboard'])
  const dashboard = await signUpStaff(server, 'dashboard', ['viewDashboard'])
  const before = entityOf(await everything.get(OVERVIEW), 'Admin::Overview')
  await server.signUp('waiting', { approved: false })
  await some.post('/api/v1/reports', { account_id: dashboard.id, comment: 'rude' })
  await server.app.transact(async (tx) => {
    const job = { kind: 'x', unique_key: null, payload: '{}', run_at: 0, attempts: 9 }
    const over = { locked_until: null, parked_at: tx.now, last_error: 'no', created_at: 0 }
    await tx.db
      .insertInto('job')
      .values({ id: tx.newId(), ...job, ...over })
      .execute()
    const host = { failing_since: 0, failures: 3, due_at: tx.now + 60_000 }
    await tx.db
      .insertInto('peer_host')
      .values([
        { host: 'dead.example', ...host },
        { host: 'alive.example', failing_since: null, failures: 0, due_at: tx.now },
      ])
      .execute()
  })

  const all = entityOf(await everything.get(OVERVIEW), 'Admin::Overview')
  const part = entityOf(await some.get(OVERVIEW), 'Admin::Overview')
  const none = entityOf(await dashboard.get(OVERVIEW), 'Admin::Overview')

  const names = ['pending_users', 'open_reports', 'parked_jobs', 'undelivered_hosts']
  for (const name of names) assert.deepEqual([before[name], all[name]], [0, 1], name)
  assert.deepEqual([part.pending_users, part.open_reports, part.parked_jobs], [1, null, null])
  assert.ok(Object.values(none).every((value) => value === null))
  const plain = await server.signUp('plain')
  for (const client of [plain, new TestClient(server.http, null)]) {
    assert.equal((await client.get(OVERVIEW)).statusCode, 403)
  }
})

test('what rises and waits for a decision is counted', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const people = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => server.signUp(name)))
  for (const person of people) await person.publish('#birds are great')
  await refreshTrends(server.app)

  const { pending_tags } = (await owner.get(OVERVIEW)).json()

  assert.equal(pending_tags, 1)
})
