import assert from 'node:assert/strict'
import { test } from 'node:test'
import { warnAccount } from '../../src/features/moderation/warn-account.ts'
import { appealWarning } from '../../src/features/reports/appeals.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { uploadPicture } from '../support/media-api.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const PRESETS = '/api/rookery/v1/admin/warning_presets'
const STRIKES = '/api/rookery/v1/admin/strikes'
const APPEALS = '/api/rookery/v1/admin/appeals'

/** Decides about somebody. @returns id of the decision */
async function strike(
  staff: TestUser,
  target: TestUser,
  type: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const path = `/api/v1/admin/accounts/${target.id}/action`
  const response = await staff.post(path, { type, send_email_notification: false, ...more })
  assert.equal(response.statusCode, 200, response.body)
  return (await staff.get(STRIKES, { account_id: target.id })).json()[0].id
}

const appeal = (user: TestUser, id: string, text = 'It was not me.') =>
  user.post(`/api/rookery/v1/strikes/${id}/appeal`, { text })

/** Appeals as somebody who may not use the interface just now. */
async function insertAppeal({ app }: TestServer, warningId: string): Promise<string> {
  const { target_account_id: accountId } = await app.db
    .selectFrom('account_warning')
    .select('target_account_id')
    .where('id', '=', warningId)
    .executeTakeFirstOrThrow()
  return app.transact((tx) => appealWarning(tx, { warningId, accountId, text: 'Please.' }))
}

async function stateOf(staff: TestUser, target: TestUser) {
  const path = `/api/v1/admin/accounts/${target.id}/unsensitive`
  const { disabled, silenced, suspended } = (await staff.post(path)).json()
  return { disabled, silenced, suspended }
}

test('presets are kept, listed and changed by who manages settings', async () => {
  await using server = await startTestServer()
  const admin = await server.signUp('admin', { role: 'Admin' })
  const reader = await signUpStaff(server, 'reader', ['manageReports'])

  const made = await admin.post(PRESETS, { title: 'Spam', text: 'No spam.' })
  assert.equal(made.statusCode, 200, made.body)
  const { id } = made.json()
  assert.deepEqual(made.json(), { id, title: 'Spam', text: 'No spam.' })
  assert.equal((await admin.post(PRESETS, { title: 'x' })).statusCode, 422)
  assert.equal((await admin.post(PRESETS, { text: 'x'.repeat(2001) })).statusCode, 422)
  const changed = await admin.put(`${PRESETS}/${id}`, { text: 'No ads.' })
  assert.deepEqual(changed.json(), { id, title: 'Spam', text: 'No ads.' })
  assert.deepEqual((await reader.get(PRESETS)).json(), [changed.json()])
  assert.equal((await reader.get(`${PRESETS}/${id}`)).statusCode, 403)
  assert.equal((await reader.delete(`${PRESETS}/${id}`)).statusCode, 403)
  assert.deepEqual((await admin.get(`${PRESETS}/${id}`)).json(), changed.json())
  assert.equal((await admin.delete(`${PRESETS}/${id}`)).body, '{}')
  assert.equal((await admin.get(`${PRESETS}/${id}`)).statusCode, 404)
})

test('S-521: a decision is appealed once, within 20 days, in 2000 characters', async () => {
  await using server = await startTestServer()
  const admin = await server.signUp('admin', { role: 'Admin' })
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const [first, second] = [
    await strike(admin, alice, 'none', { text: 'Be kind.' }),
    await strike(admin, alice, 'silence'),
  ]

  const refused = await appeal(alice, first, 'x'.repeat(2001))
  assert.equal(refused.statusCode, 422)
  assert.equal((await appeal(alice, first, ' ')).statusCode, 422)
  assert.equal((await appeal(bob, first)).statusCode, 404, 'about somebody else')
  const appealed = await appeal(alice, first)
  assert.equal(appealed.statusCode, 200, appealed.body)
  assert.deepEqual(appealed.json().appeal, { text: 'It was not me.', state: 'pending' })
  assert.equal((await appeal(alice, first)).statusCode, 422, 'once')
  server.clock.now += 20 * DAY
  assert.equal((await appeal(alice, second)).statusCode, 422, 'too late')
  const own = (await alice.get('/api/rookery/v1/strikes')).json()
  assert.deepEqual(
    own.map((one: { id: string; appeal: unknown }) => [one.id, one.appeal]),
    [
      [second, null],
      [first, appealed.json().appeal],
    ],
  )
  const listed = (await alice.get('/api/v1/notifications')).json()
  assert.deepEqual(listed[1].moderation_warning.appeal, appealed.json().appeal)
  await server.settle()
  const [mail] = server.mails
  assert.equal(mail?.to, admin.email)
  assert.match(mail!.text, /It was not me\./)
})

test('an approved appeal undoes what the decision did, and a mail says so', async () => {
  await using server = await startTestServer()
  const admin = await server.signUp('admin', { role: 'Admin' })
  const cases = [
    ['disable', 'disabled'],
    ['silence', 'silenced'],
    ['suspend', 'suspended'],
  ] as const

  for (const [type, flag] of cases) {
    const user = await server.signUp(`who_${type}`)
    const id = await insertAppeal(server, await strike(admin, user, type))
    assert.equal((await stateOf(admin, user))[flag], true, type)
    await server.settle()
    server.mails.length = 0

    const approved = await admin.post(`${APPEALS}/${id}/approve`)
    assert.equal(approved.statusCode, 200, approved.body)
    assert.partialDeepStrictEqual(approved.json(), { id, state: 'approved', text: 'Please.' })
    const { account, decided_by, strike: decision } = approved.json()
    assert.deepEqual([account.id, decided_by.id], [user.id, admin.id])
    assert.ok(decision.overruled_at)
    assert.equal((await stateOf(admin, user))[flag], false, type)
    await server.settle()
    assert.equal(server.mails[0]?.to, user.email)
    assert.match(server.mails[0]!.subject, /approved/)
    assert.equal((await admin.post(`${APPEALS}/${id}/reject`)).statusCode, 403, 'decided')
  }
  assert.equal((await admin.get(APPEALS, { status: 'approved' })).json().length, 3)
  const entries = await server.app.db
    .selectFrom('audit_entry')
    .select('target_id')
    .where('action', '=', 'approve')
    .where('target_type', '=', 'appeal')
    .execute()
  assert.equal(entries.length, 3, 'S-205')
})

test('a rejected appeal changes nothing but itself, and a mail says so', async () => {
  await using server = await startTestServer()
  const admin = await server.signUp('admin', { role: 'Admin' })
  const alice = await server.signUp('alice')
  const id = await insertAppeal(server, await strike(admin, alice, 'silence'))
  assert.equal((await admin.get(APPEALS, { status: 'pending' })).json()[0].id, id)
  const waiting = async () =>
    (await admin.get('/api/rookery/v1/admin/overview')).json().pending_appeals
  assert.equal(await waiting(), 1)
  await server.settle()
  server.mails.length = 0

  const rejected = await admin.post(`${APPEALS}/${id}/reject`)

  assert.equal(rejected.statusCode, 200, rejected.body)
  assert.equal(rejected.json().strike.overruled_at, null)
  assert.equal(await waiting(), 0)
  assert.equal((await stateOf(admin, alice)).silenced, true)
  assert.deepEqual((await admin.get(APPEALS, { status: 'pending' })).json(), [])
  assert.equal((await admin.get(APPEALS, { status: 'odd' })).statusCode, 400)
  await server.settle()
  assert.equal(server.mails[0]?.to, alice.email)
  assert.match(server.mails[0]!.subject, /rejected/)
})

test('an approved appeal leaves what a later decision did', async () => {
  await using server = await startTestServer()
  const admin = await server.signUp('admin', { role: 'Admin' })
  const alice = await server.signUp('alice')
  const id = await insertAppeal(server, await strike(admin, alice, 'silence'))
  await strike(admin, alice, 'silence')

  assert.equal((await admin.post(`${APPEALS}/${id}/approve`)).statusCode, 200)

  assert.equal((await stateOf(admin, alice)).silenced, true)
})

test('posts that were marked are so no more; posts that were removed do not come back', async () => {
  await using server = await startTestServer()
  const admin = await server.signUp('admin', { role: 'Admin' })
  const alice = await server.signUp('alice')
  const publish = async (more = {}) => {
    const { id } = await uploadPicture(alice)
    return (await alice.publish('look', { media_ids: [id], ...more })).id as string
  }
  const [plain, removed] = [await publish(), await publish()]
  const covered = await publish({ spoiler_text: 'food', sensitive: false })
  const decide = async (
    action: 'mark_statuses_as_sensitive' | 'delete_statuses',
    ids: string[],
  ) => {
    const decision = { targetId: alice.id, action, text: '', statusIds: ids }
    const warningId = await server.app.transact((tx) => warnAccount(tx, decision))
    return insertAppeal(server, warningId)
  }
  const marking = await decide('mark_statuses_as_sensitive', [plain, covered])
  const removal = await decide('delete_statuses', [removed])
  const sensitive = async (id: string) =>
    (await admin.get(`/api/v1/statuses/${id}`)).json().sensitive
  assert.equal(await sensitive(plain), true)

  for (const id of [marking, removal]) {
    assert.equal((await admin.post(`${APPEALS}/${id}/approve`)).statusCode, 200)
  }

  assert.deepEqual([await sensitive(plain), await sensitive(covered)], [false, true])
  assert.equal((await admin.get(`/api/v1/statuses/${removed}`)).statusCode, 404)
})

test('S-065: appeals of equals are not for their equals, nor are their own', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const admin = await server.signUp('admin', { role: 'Admin' })
  const equal = await server.signUp('equal', { role: 'Admin' })
  const id = await insertAppeal(server, await strike(owner, admin, 'none', { text: 'Hm.' }))

  for (const staff of [admin, equal]) {
    assert.equal((await staff.post(`${APPEALS}/${id}/approve`)).statusCode, 403)
  }
  assert.equal((await owner.post(`${APPEALS}/${id}/approve`)).statusCode, 200)
  assert.equal((await owner.post(`${APPEALS}/7/approve`)).statusCode, 404)
})

test('lists of decisions and appeals have pages', async () => {
  await using server = await startTestServer()
  const admin = await server.signUp('admin', { role: 'Admin' })
  for (let at = 0; at < 3; at++) {
    const user = await server.signUp(`user${at}`)
    await insertAppeal(server, await strike(admin, user, 'silence'))
  }

  for (const path of [STRIKES, APPEALS]) {
    const page = await admin.get(path, { limit: 2 })
    const last = page.json().at(-1).id
    assert.ok(String(page.headers.link).includes(`max_id=${last}`))
    assert.equal((await admin.get(path, { max_id: last })).json().length, 1, path)
  }
})
