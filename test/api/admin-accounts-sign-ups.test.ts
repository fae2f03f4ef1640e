import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Mail } from '../../src/kernel/mail/mail.ts'
import { TestClient } from '../support/client.ts'
import { entityOf } from '../support/entities.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'
import { registerClient } from '../web/oauth-client.ts'

const ADMIN = '/api/v1/admin/accounts'
const OWN = '/api/rookery/v1/admin/accounts'
const REASON = 'I like birds'

async function approving(): Promise<TestServer & { staff: TestUser; ask: Ask }> {
  const server = await startTestServer()
  await server.set('registrations.mode', 'approval')
  const staff = await signUpStaff(server, 'staff', ['manageUsers', 'viewAuditLog'])
  const client = await registerClient(server, 'read write')
  const token = await client.token({ grant_type: 'client_credentials', scope: 'read write' })
  const application = new TestClient(server.http, token.json().access_token)
  const ask: Ask = async (username) => {
    const body = { username, email: `${username}@example.org`, password: 'correct horse battery' }
    const more = { agreement: true, locale: 'en', reason: REASON }
    const response = await application.post('/api/v1/accounts', { ...body, ...more })
    assert.equal(response.statusCode, 200, response.body)
    const found = await server.anonymous.get(`/api/v1/accounts/lookup?acct=${username}`)
    const applicant = new TestClient(server.http, response.json().access_token)
    return { id: found.json().id, applicant }
  }
  return Object.assign(server, { staff, ask })
}

type Ask = (username: string) => Promise<{ id: string; applicant: TestClient }>

const mailsTo = ({ mails }: TestServer, name: string): Mail[] =>
  mails.filter(({ to }) => to === `${name}@example.org`)

async function auditOf(staff: TestUser) {
  const entries = (await staff.get('/api/rookery/v1/admin/audit_log')).json()
  return entries.map(({ action, target }: { action: string; target: { label: string } }) => [
    action,
    target.label,
  ])
}

test('S-203, S-276, S-277: somebody asks to join, staff hears of it, and lets them in', async () => {
  await using server = await approving()
  const { staff, ask } = server
  await signUpStaff(server, 'other', ['manageReports'])

  const { id, applicant } = await ask('alice')
  await server.settle()

  const [told] = mailsTo(server, 'staff')
  assert.match(told?.subject ?? '', /@alice would like to join/)
  assert.match(told?.text ?? '', /I like birds/)
  assert.deepEqual(mailsTo(server, 'other'), [])
  const [waiting] = entityOf(await staff.get(`${ADMIN}?pending=1`), 'Admin::Account[]')
  assert.partialDeepStrictEqual(waiting, { id, approved: false, invite_request: REASON })
  assert.equal((await server.anonymous.get(`/api/v1/accounts/${id}`)).statusCode, 404)

  const approved = entityOf(await staff.post(`${ADMIN}/${id}/approve`), 'Admin::Account')
  await server.settle()

  assert.equal(approved.approved, true)
  assert.equal((await server.anonymous.get(`/api/v1/accounts/${id}`)).statusCode, 200)
  assert.equal((await applicant.get('/api/v1/accounts/verify_credentials')).statusCode, 200)
  assert.match(mailsTo(server, 'alice').at(-1)?.subject ?? '', /^Welcome/)
  assert.deepEqual(await auditOf(staff), [['approve', '@alice']])
})

test('S-203: a refused applicant is told, and nothing is left of them, the name included', async () => {
  await using server = await approving()
  const { staff, ask } = server
  const { id, applicant } = await ask('alice')

  const rejected = await staff.post(`${ADMIN}/${id}/reject`)
  await server.settle()

  assert.equal(rejected.statusCode, 200)
  assert.equal(rejected.body, '{}')
  const [mail] = mailsTo(server, 'alice')
  assert.match(mail?.text ?? '', /decided against it/)
  assert.equal((await staff.get(`${ADMIN}/${id}`)).statusCode, 404)
  assert.equal((await applicant.get('/api/v1/accounts/verify_credentials')).statusCode, 401)
  const lookup = await server.anonymous.get('/api/v1/accounts/lookup?acct=alice')
  assert.equal(lookup.statusCode, 404)
  assert.notEqual((await ask('alice')).id, id)
  assert.deepEqual(await auditOf(staff), [['reject', '@alice']])
})

test('S-203: an address that was never confirmed gets no mail about a decision', async () => {
  await using server = await approving()
  await server.set('registrations.confirm_email', true)
  const { staff, ask } = server
  const alice = await ask('alice')
  const bob = await ask('bob')
  await server.settle()
  const before = server.mails.length

  assert.equal((await staff.post(`${ADMIN}/${alice.id}/reject`)).statusCode, 200)
  assert.equal((await staff.post(`${ADMIN}/${bob.id}/approve`)).statusCode, 200)
  await server.settle()

  assert.deepEqual(server.mails.slice(before), [])
})

test('S-203: approving and rejecting is for who waits, of this server', async () => {
  await using server = await approving()
  const { staff } = server
  const member = await server.signUp('member')
  const far = await insertRemoteAccount(server.app, { username: 'far', domain: 'away.example' })

  for (const what of ['approve', 'reject']) {
    for (const id of [member.id, far]) {
      assert.equal((await staff.post(`${ADMIN}/${id}/${what}`)).statusCode, 403, what)
    }
    const unknown = await staff.post(`${ADMIN}/108020000000000000/${what}`)
    assert.equal(unknown.statusCode, 404)
  }
  assert.equal((await staff.get(`${ADMIN}/${member.id}`)).json().approved, true)
  assert.deepEqual(await auditOf(staff), [])
})

test('S-203, S-205: many are decided about at once, and each is kept', async () => {
  await using server = await approving()
  const { staff, ask } = server
  const member = await server.signUp('member')
  const [one, two, three] = [await ask('one'), await ask('two'), await ask('three')]
  const unknown = '108020000000000000'

  const approved = await staff.post(`${OWN}/approve_many`, {
    ids: [two.id, member.id, one.id, one.id, unknown],
  })
  const rejected = await staff.post(`${OWN}/reject_many`, { ids: [three.id, one.id] })
  await server.settle()

  assert.deepEqual(entityOf(approved, 'Admin::SignUpDecisions'), {
    accepted: [one.id, two.id],
    refused: [member.id, unknown],
  })
  assert.deepEqual(rejected.json(), { accepted: [three.id], refused: [one.id] })
  assert.deepEqual(await auditOf(staff), [
    ['reject', '@three'],
    ['approve', '@two'],
    ['approve', '@one'],
  ])
  assert.deepEqual((await staff.get(`${ADMIN}?pending=1`)).json(), [])
  assert.equal((await staff.post(`${OWN}/approve_many`, {})).statusCode, 400)
  const ids = Array.from({ length: 201 }, (_, at) => String(at + 1))
  assert.equal((await staff.post(`${OWN}/approve_many`, { ids })).statusCode, 422)
})

test('S-354: who waits is mentioned by nobody', async () => {
  await using server = await approving()
  const { ask } = server
  await ask('alice')
  const bob = await server.signUp('bob')

  const status = await bob.publish('hello @alice')

  assert.deepEqual(status.mentions, [])
})
