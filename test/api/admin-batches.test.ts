import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../src/features/admin/batches/run.ts'
import { entityOf } from '../support/entities.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const ADMIN = '/api/v1/admin/accounts'
const BATCHES = '/api/rookery/v1/admin/account_batches'
const UNKNOWN = '108020000000000000'

interface Scene extends AsyncDisposable {
  server: TestServer
  staff: TestUser
  run(body: Record<string, unknown>): Promise<Batch>
}

interface Batch {
  id: string
  total: number
  done: number
  failed: number
  finished_at: string | null
  failures: { account_id: string; label: string; error: string }[]
}

async function begin(): Promise<Scene> {
  const server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageUsers', 'viewAuditLog'])
  return {
    server,
    staff,
    async run(body) {
      const { id } = entityOf(await staff.post(BATCHES, body), 'Admin::AccountBatch')
      await server.settle()
      return entityOf(await staff.get(`${BATCHES}/${id}`), 'Admin::AccountBatch')
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function auditOf(staff: TestUser) {
  const entries = (await staff.get('/api/rookery/v1/admin/audit_log')).json()
  return entries.map(
    (entry: { action: string; target: { label: string }; details: { batch_id?: string } }) => [
      entry.action,
      entry.target.label,
      entry.details.batch_id,
    ],
  )
}

test('S-625 many accounts are limited with one request, each with its strike, mail and line in the log', async () => {
  await using scene = await begin()
  const { server, staff, run } = scene
  const [one, two] = [await server.signUp('one'), await server.signUp('two')]
  const far = await insertRemoteAccount(server.app, { username: 'far', domain: 'away.example' })

  const ids = [one.id, two.id, far, one.id, UNKNOWN]
  const batch = await run({ action: 'silence', ids, text: 'Too loud.' })

  assert.partialDeepStrictEqual(batch, { total: 3, done: 3, failed: 0, failures: [] })
  assert.notEqual(batch.finished_at, null)
  for (const id of [one.id, two.id, far]) {
    assert.equal((await staff.get(`${ADMIN}/${id}`)).json().silenced, true)
  }
  assert.deepEqual(server.mails.map(({ to }) => to).sort(), [one.email, two.email])
  assert.match(server.mails[0]?.text ?? '', /Too loud\./)
  const logged = await auditOf(staff)
  assert.deepEqual(logged.sort(), [
    ['silence', '@far@away.example', batch.id],
    ['silence', '@one', batch.id],
    ['silence', '@two', batch.id],
  ])

  const undone = await run({ action: 'unsilence', ids: [one.id, two.id] })
  assert.equal(undone.done, 2)
  assert.equal((await staff.get(`${ADMIN}/${one.id}`)).json().silenced, false)
})

test('S-625 who stands above is left alone, and what failed is named and tried again', async () => {
  await using scene = await begin()
  const { server, staff, run } = scene
  const owner = await server.signUp('owner', { role: 'Owner' })
  const peer = await signUpStaff(server, 'peer', ['manageUsers'])
  const one = await server.signUp('one')

  const ids = [owner.id, peer.id, staff.id, one.id]
  const batch = await run({ action: 'suspend', ids, send_email_notification: false })

  assert.partialDeepStrictEqual(batch, { total: 4, done: 1, failed: 3 })
  assert.deepEqual(
    batch.failures.map(({ label, error }) => [label, error]).sort(),
    ['@owner', '@peer', '@staff'].map((label) => [label, 'Their role is not below yours']),
  )
  assert.equal((await staff.get(`${ADMIN}/${owner.id}`)).json().suspended, false)
  assert.deepEqual(server.mails, [])

  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('local_user')
      .set({ role_id: null })
      .where('id', '=', peer.userId)
      .execute()
  })
  entityOf(await staff.post(`${BATCHES}/${batch.id}/retry`), 'Admin::AccountBatch')
  await server.settle()

  const again = (await staff.get(`${BATCHES}/${batch.id}`)).json()
  assert.partialDeepStrictEqual(again, { total: 4, done: 2, failed: 2 })
  assert.equal((await staff.get(`${ADMIN}/${peer.id}`)).json().suspended, true)
})

test('S-625 whoever lost the role meanwhile does nothing any more', async () => {
  await using scene = await begin()
  const { server, staff } = scene
  const one = await server.signUp('one')
  const made = await staff.post(BATCHES, { action: 'suspend', ids: [one.id] })
  assert.equal(made.statusCode, 200, made.body)

  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('local_user')
      .set({ role_id: null })
      .where('id', '=', staff.userId)
      .execute()
  })
  await server.settle()

  const account = await server.app.db
    .selectFrom('account')
    .select('suspended_at')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow()
  assert.equal(account.suspended_at, null)
})

test('S-625 a job that runs twice does everything once', async () => {
  await using scene = await begin()
  const { server, staff, run } = scene
  const one = await server.signUp('one')
  const batch = await run({ action: 'none', ids: [one.id], text: 'Be kind.' })

  await jobs['accounts.run_batch']!.run(server.app, { id: batch.id }, 2)
  await server.settle()

  assert.equal(server.mails.length, 1)
  assert.equal((await auditOf(staff)).length, 1)
})

test('S-625 more accounts than one job takes are all done', async () => {
  await using scene = await begin()
  const { server, run } = scene
  const ids = []
  for (let at = 0; at < 60; at++) {
    const account = { username: `far${at}`, domain: 'away.example' }
    ids.push(await insertRemoteAccount(server.app, account))
  }

  const batch = await run({ action: 'silence', ids })

  assert.partialDeepStrictEqual(batch, { total: 60, done: 60, failed: 0 })
})

test('S-625 all that match a filter are counted and named; each may be chosen', async () => {
  await using scene = await begin()
  const { server, staff } = scene
  const one = await server.signUp('match_one')
  const two = await server.signUp('match_two')
  await server.signUp('other')
  const far = await insertRemoteAccount(server.app, {
    username: 'match_far',
    domain: 'away.example',
  })

  const found = await staff.get(`${BATCHES}/candidates?username=match`)

  assert.deepEqual(entityOf(found, 'Admin::BatchCandidates'), {
    ids: [far, two.id, one.id].sort().reverse(),
    local: 2,
    complete: true,
  })
})

test('S-625 a batch has bounds, a known action, and its own permission for erasing', async () => {
  await using scene = await begin()
  const { server, staff, run } = scene
  const one = await server.signUp('one')
  const refused = async (body: Record<string, unknown>) =>
    (await staff.post(BATCHES, body)).statusCode

  assert.equal(await refused({ action: 'ban', ids: [one.id] }), 422)
  assert.equal(await refused({ action: 'suspend', ids: [UNKNOWN] }), 422)
  assert.equal(await refused({ action: 'suspend' }), 400)
  assert.equal(await refused({ action: 'delete', ids: [one.id] }), 403)
  assert.equal(await refused({ action: 'mail', ids: [one.id], subject: ' ', text: 'x' }), 422)
  const many = Array.from({ length: 1001 }, (_, at) => String(at + 1))
  assert.equal(await refused({ action: 'suspend', ids: many }), 422)

  const chief = await signUpStaff(server, 'chief', ['manageUsers', 'deleteUserData'])
  const made = await chief.post(BATCHES, { action: 'delete', ids: [one.id] })
  await server.settle()
  const { failures } = (await chief.get(`${BATCHES}/${made.json().id}`)).json()
  assert.equal(failures[0].error, 'This cannot be done to the account as it is now')
  await run({ action: 'suspend', ids: [one.id] })
  assert.equal((await chief.post(`${BATCHES}/${made.json().id}/retry`)).statusCode, 200)
  await server.settle()
  assert.equal((await chief.get(`${BATCHES}/${made.json().id}`)).json().done, 1)

  // of others: neither shown nor tried again
  assert.equal((await staff.get(`${BATCHES}/${made.json().id}`)).statusCode, 404)
  assert.equal((await staff.post(`${BATCHES}/${made.json().id}/retry`)).statusCode, 404)
  assert.equal((await staff.get(BATCHES)).json().length, 1)
})
