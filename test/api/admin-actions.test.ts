import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

/** Decides about an account; answers with the status code. */
async function act(
  staff: TestUser,
  target: { id: string },
  type: string | undefined,
  more: Record<string, unknown> = {},
): Promise<number> {
  const body = { ...(type === undefined ? {} : { type }), ...more }
  return (await staff.post(`/api/v1/admin/accounts/${target.id}/action`, body)).statusCode
}

const undo = (staff: TestUser, target: { id: string }, name: string) =>
  staff.post(`/api/v1/admin/accounts/${target.id}/${name}`)

async function report(by: TestUser, target: TestUser, statusIds: string[] = []): Promise<string> {
  const body = { account_id: target.id, status_ids: statusIds, comment: 'rude' }
  const response = await by.post('/api/v1/reports', body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().id
}

async function openReports({ app }: TestServer): Promise<string[]> {
  const rows = await app.db
    .selectFrom('report')
    .select('id')
    .where('action_taken_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

const audited = async ({ app }: TestServer) =>
  app.db
    .selectFrom('audit_entry')
    .select(['action', 'target_type', 'target_id', 'label', 'account_id'])
    .orderBy('id')
    .execute()

test('S-204, S-203: each action is done, shown and taken back', async () => {
  await using server = await startTestServer()
  const mod = await server.signUp('mod', { role: 'Moderator' })
  const alice = await server.signUp('alice')
  const cases = [
    ['disable', 'enable', 'disabled'],
    ['sensitive', 'unsensitive', 'sensitized'],
    ['silence', 'unsilence', 'silenced'],
    ['suspend', 'unsuspend', 'suspended'],
  ] as const

  for (const [type, undoing, flag] of cases) {
    const done = await mod.post(`/api/v1/admin/accounts/${alice.id}/action`, { type })
    assert.deepEqual([done.statusCode, done.body], [200, '{}'], type)
    const strikes = await mod.get('/api/rookery/v1/admin/strikes', { account_id: alice.id })
    assert.equal(strikes.json()[0].action, type)
    assert.equal(strikes.json()[0].account.id, mod.id)
    const undone = await undo(mod, alice, undoing)
    assert.equal(undone.statusCode, 200, undone.body)
    assert.equal(undone.json()[flag], false, undoing)
    if (type !== 'suspend') assert.equal((await undo(mod, alice, undoing)).statusCode, 200)
  }
  assert.equal((await undo(mod, alice, 'unsuspend')).statusCode, 403, 'not suspended')

  const entries = await audited(server)
  assert.deepEqual(
    entries.map(({ action }) => action),
    cases.flatMap((one): string[] => one.slice(0, 2)),
    'S-205: once each; what changed nothing is not among them',
  )
  for (const entry of entries) {
    assert.partialDeepStrictEqual(entry, {
      account_id: mod.id,
      target_type: 'account',
      target_id: alice.id,
      label: '@alice',
    })
  }
})

test('S-204: a type is needed and must be known; what is not there is 404', async () => {
  await using server = await startTestServer()
  const mod = await server.signUp('mod', { role: 'Moderator' })
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const remote = await insertRemoteAccount(server.app, { username: 'rob', domain: 'away.example' })
  const reportId = await report(alice, bob)

  for (const type of [undefined, '', 'ban', 'delete_statuses']) {
    assert.equal(await act(mod, alice, type), 422, String(type))
  }
  for (const type of ['none', 'disable']) assert.equal(await act(mod, { id: remote }, type), 422)
  assert.equal(await act(mod, { id: '7' }, 'silence'), 404)
  assert.equal(await act(mod, alice, 'none', { report_id: reportId }), 404, 'about somebody else')
  assert.equal(await act(mod, alice, 'none', { warning_preset_id: '7' }), 404)
  assert.equal(await act(mod, alice, 'none', { text: 'x'.repeat(5001) }), 422)
  assert.equal((await undo(mod, { id: remote }, 'enable')).statusCode, 403)
  assert.equal((await undo(mod, { id: '7' }, 'unsilence')).statusCode, 404)
  assert.deepEqual(await audited(server), [])
})

test('S-204: the reports about an account are resolved; a warning resolves the given one', async () => {
  await using server = await startTestServer()
  const mod = await server.signUp('mod', { role: 'Moderator' })
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const { id: statusId } = await alice.publish('rude')
  const first = await report(bob, alice, [statusId])
  const second = await report(mod, alice)
  const aboutBob = await report(alice, bob)

  assert.equal(await act(mod, alice, 'none', { text: 'Be kind.' }), 200)
  assert.deepEqual(await openReports(server), [first, second, aboutBob])
  assert.equal(await act(mod, alice, 'none', { report_id: first, text: 'Be kinder.' }), 200)
  assert.deepEqual(await openReports(server), [second, aboutBob])
  assert.equal(await act(mod, alice, 'silence', { report_id: first }), 200)
  assert.deepEqual(await openReports(server), [aboutBob])

  const strikes = (await mod.get('/api/rookery/v1/admin/strikes')).json()
  assert.deepEqual(
    strikes.map((one: Record<string, unknown>) => [one.action, one.report_id, one.status_ids]),
    [
      ['silence', first, [statusId]],
      ['none', first, [statusId]],
      ['none', null, null],
    ],
  )
  const resolved = (await audited(server)).filter(({ action }) => action === 'resolve')
  assert.deepEqual(
    resolved.map(({ target_type, target_id }) => [target_type, target_id]),
    [
      ['report', first],
      ['report', second],
    ],
  )
})

test('S-204: a mail and a notification say what was decided, in the words of preset and staff', async () => {
  await using server = await startTestServer()
  const admin = await server.signUp('admin', { role: 'Admin' })
  const alice = await server.signUp('alice')
  const preset = await admin.post('/api/rookery/v1/admin/warning_presets', { text: 'No spam.' })
  const told = async () => (await alice.get('/api/v1/notifications')).json()

  const words = { warning_preset_id: preset.json().id, text: 'Really.' }
  assert.equal(await act(admin, alice, 'silence', words), 200)
  await server.settle()

  const [mail] = server.mails
  assert.equal(server.mails.length, 1)
  assert.equal(mail?.to, alice.email)
  assert.match(mail!.subject, /limited/)
  assert.match(mail!.text, /No spam\.\s+Really\./)
  const [notification] = await told()
  assert.equal(notification.moderation_warning.text, 'No spam.\n\nReally.')
  const { id } = notification.moderation_warning
  assert.ok(mail!.text.includes(`https://rookery.test/disputes/strikes/${id}`))
  const quiet = { send_email_notification: false }
  assert.equal(await act(admin, alice, 'sensitive', quiet), 200)
  assert.equal(await act(admin, alice, 'none', quiet), 200)
  await server.settle()
  assert.equal(server.mails.length, 1, 'no mail')
  const all = await told()
  assert.deepEqual(
    all.map((one: { moderation_warning: { action: string } }) => one.moderation_warning.action),
    ['sensitive', 'silence'],
    'who only resolves says nothing',
  )
})

test('S-065: nobody acts upon their equals, or takes back what was done to them', async () => {
  await using server = await startTestServer()
  const mod = await server.signUp('mod', { role: 'Moderator' })
  const equal = await server.signUp('equal', { role: 'Moderator' })
  const admin = await server.signUp('admin', { role: 'Admin' })
  const owner = await server.signUp('owner', { role: 'Owner' })
  const eraser = await signUpStaff(server, 'eraser', ['deleteUserData'], 20)

  for (const target of [mod, equal, admin, owner]) {
    for (const type of ['none', 'disable', 'sensitive', 'silence', 'suspend']) {
      assert.equal(await act(mod, target, type), 403, `${type} ${target.username}`)
    }
  }
  assert.equal(await act(owner, admin, 'suspend'), 200)
  for (const name of ['enable', 'unsensitive', 'unsilence', 'unsuspend']) {
    assert.equal((await undo(mod, admin, name)).statusCode, 403, name)
  }
  const path = `/api/v1/admin/accounts/${admin.id}`
  assert.equal((await eraser.delete(path)).statusCode, 403)
  assert.equal((await undo(owner, admin, 'unsuspend')).statusCode, 200)
})

test('S-204: reports alone let somebody act, and not take back', async () => {
  await using server = await startTestServer()
  const reader = await signUpStaff(server, 'reader', ['manageReports'])
  const alice = await server.signUp('alice')

  assert.equal(await act(reader, alice, 'suspend'), 200)
  assert.equal((await undo(reader, alice, 'unsuspend')).statusCode, 403)
  assert.equal((await reader.delete(`/api/v1/admin/accounts/${alice.id}`)).statusCode, 403)
})

test('S-151: a decision keeps what it names, also if the author deleted it before', async () => {
  await using server = await startTestServer()
  const mod = await server.signUp('mod', { role: 'Moderator' })
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const named = await alice.publish('rude')
  const other = await alice.publish('also')
  server.runner.start()
  const reportId = await report(bob, alice, [named.id])
  for (const { id } of [named, other]) await alice.delete(`/api/v1/statuses/${id}`)

  assert.equal(await act(mod, alice, 'silence', { report_id: reportId }), 200)
  assert.deepEqual(await openReports(server), [])
  server.clock.now += 3 * DAY
  await server.settle()

  const kept = await server.app.db.selectFrom('status').select('id').execute()
  assert.deepEqual(kept, [{ id: named.id }])
})

test('S-323: who is silenced is on no public timeline until that is taken back', async () => {
  await using server = await startTestServer()
  const mod = await server.signUp('mod', { role: 'Moderator' })
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello')
  const shown = async () => (await mod.get('/api/v1/timelines/public')).json().length

  assert.equal(await shown(), 1)
  assert.equal(await act(mod, alice, 'silence'), 200)
  assert.equal(await shown(), 0)
  assert.equal((await undo(mod, alice, 'unsilence')).json().account.limited, undefined)
  assert.equal(await shown(), 1)
  assert.equal(await act(mod, alice, 'sensitive'), 200)
  await server.settle()
  assert.equal((await mod.get(`/api/v1/statuses/${id}`)).json().sensitive, true)
  await undo(mod, alice, 'unsensitive')
  await server.settle()
  assert.equal((await mod.get(`/api/v1/statuses/${id}`)).json().sensitive, false)
})
