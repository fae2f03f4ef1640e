import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Permission } from '../../src/kernel/http/permissions.ts'
import { setAccount } from '../support/account-state.ts'
import { entityOf } from '../support/entities.ts'
import { dataUri, png } from '../support/media-api.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'
import { setUpTwoFactor } from '../support/two-factor.ts'
import { linkIn, PageClient } from '../web/page-client.ts'

const OWN = '/api/rookery/v1/admin/accounts'
/** The permission that each action requires, and its request body. */
const ACTIONS: Record<string, { permission: Permission; body?: Record<string, unknown> }> = {
  role: { permission: 'manageRoles', body: {} },
  memorialize: { permission: 'manageUsers' },
  disable_two_factor: { permission: 'manageUserAccess' },
  reset_password: { permission: 'manageUserAccess' },
  confirm_email: { permission: 'manageUsers' },
  change_email: { permission: 'manageUserAccess', body: { email: 'new@example.org' } },
  remove_avatar: { permission: 'manageUsers' },
  remove_header: { permission: 'manageUsers' },
}
const EVERYTHING: Permission[] = [
  ...(['manageUsers', 'manageUserAccess', 'manageRoles', 'viewAuditLog'] as const),
]

/** @param position of the staff's role */
async function staffed(position?: number) {
  const server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', EVERYTHING, position)
  const act = (user: { id: string }, action: string, body?: Record<string, unknown>) =>
    staff.post(`${OWN}/${user.id}/${action}`, body)
  return Object.assign(server, { staff, act })
}

/** The entries of the audit log, newest first. */
async function auditOf(staff: TestUser) {
  const entries = (await staff.get('/api/rookery/v1/admin/audit_log')).json()
  return entries.map(
    ({ action, target, details }: { action: string; target: object; details: object }) => ({
      action,
      target,
      details,
    }),
  )
}

async function roleId(server: TestServer, name: string): Promise<string> {
  const { id } = await server.app.db
    .selectFrom('role')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

test('S-065: nobody of the staff acts upon who stands as high, or upon themselves', async () => {
  await using server = await staffed(10)
  const { staff, act } = server
  const equal = await server.signUp('equal', { role: 'Moderator' })
  const above = await server.signUp('above', { role: 'Admin' })
  const wrong: string[] = []

  for (const [action, { body }] of Object.entries(ACTIONS)) {
    for (const target of [equal, above, staff]) {
      const { statusCode } = await act(target, action, body)
      if (statusCode !== 403) wrong.push(`${action} of ${target.username}: ${statusCode}`)
    }
  }

  assert.deepEqual(wrong, [])
  assert.deepEqual(await auditOf(staff), [])
})

test('S-203: what is done to users is not done to accounts of other servers', async () => {
  await using server = await staffed()
  const { act } = server
  const far = await insertRemoteAccount(server.app, { username: 'far', domain: 'away.example' })
  const here = await server.signUp('here')

  for (const [action, { body }] of Object.entries(ACTIONS)) {
    if (action.startsWith('remove_')) continue
    assert.equal((await act({ id: far }, action, body)).statusCode, 403, action)
    assert.equal((await act({ id: '108020000000000000' }, action, body)).statusCode, 404, action)
  }
  assert.equal((await act(here, 'refetch')).statusCode, 403)
})

test('S-062, S-063, S-064: a role of the server own making works once it is given', async () => {
  await using server = await staffed()
  const { staff, act } = server
  const keeper = await signUpStaff(server, 'keeper', ['manageUsers'], 5)
  const role = await roleId(server, 'Role of keeper')
  const anna = await server.signUp('anna')
  const lists = async () => (await anna.get('/api/v1/admin/accounts')).statusCode
  assert.equal(await lists(), 403)

  const given = entityOf(await act(anna, 'role', { role_id: role }), 'Admin::Account')

  // what everybody may is in it: inviting
  assert.partialDeepStrictEqual(given.role, { id: role, permissions: String(0x400 | 0x10000) })
  assert.equal(await lists(), 200)
  const taken = await act(anna, 'role', { role_id: null })
  assert.equal(taken.json().role.id, '-99')
  assert.equal(await lists(), 403)
  assert.equal((await keeper.get('/api/v1/admin/accounts')).statusCode, 200)
  const target = { type: 'account', id: anna.id, label: '@anna' }
  assert.deepEqual(await auditOf(staff), [
    { action: 'change_role', target, details: { from: 'Role of keeper', to: null } },
    { action: 'change_role', target, details: { from: null, to: 'Role of keeper' } },
  ])
})

test('S-065: nobody gives a role that stands as high as their own, or may more', async () => {
  await using server = await staffed()
  const { staff, act } = server
  const anna = await server.signUp('anna')
  await signUpStaff(server, 'equal', ['manageUsers'], 50)
  await signUpStaff(server, 'mighty', ['manageSettings'], 1)

  for (const name of ['Owner', 'Admin', 'Role of equal', 'Role of mighty']) {
    const response = await act(anna, 'role', { role_id: await roleId(server, name) })
    assert.equal(response.statusCode, 422, name)
  }
  assert.equal((await act(anna, 'role', { role_id: '1' })).statusCode, 422)
  const owner = await server.signUp('owner', { role: 'Owner' })
  const path = `${OWN}/${anna.id}/role`
  const admin = await owner.post(path, { role_id: await roleId(server, 'Admin') })
  assert.equal(admin.json().role.name, 'Admin')
  assert.deepEqual((await auditOf(staff)).length, 1)
})

test('a memorial says so, nobody signs in to it, and it is kept once', async () => {
  await using server = await staffed()
  const { staff, act } = server
  const anna = await server.signUp('anna')

  const account = entityOf(await act(anna, 'memorialize'), 'Admin::Account')
  await act(anna, 'memorialize')

  assert.equal(account.account.memorial, true)
  assert.equal(account.disabled, true)
  assert.equal((await anna.get('/api/v1/accounts/verify_credentials')).statusCode, 403)
  assert.deepEqual(
    (await auditOf(staff)).map(({ action }: { action: string }) => action),
    ['memorialize'],
  )
})

test('S-205: a password that the staff makes void signs out everywhere and sends a link', async () => {
  await using server = await staffed()
  const { act } = server
  const anna = await server.signUp('anna')
  const browser = new PageClient(server.http)
  await browser.signIn('anna', PASSWORD)

  const response = await act(anna, 'reset_password')
  await server.settle()

  assert.equal(response.statusCode, 200, response.body)
  assert.equal((await anna.get('/api/v1/accounts/verify_credentials')).statusCode, 401)
  assert.notEqual((await browser.get('/settings/account')).statusCode, 200)
  const mail = server.mails.at(-1)!
  assert.equal(mail.to, anna.email)
  assert.match(mail.text, /made the old password void/)
  const page = await new PageClient(server.http).get(linkIn(mail.text))
  assert.equal(page.statusCode, 200)
  const { password_hash } = await server.app.db
    .selectFrom('local_user')
    .select('password_hash')
    .where('id', '=', anna.userId)
    .executeTakeFirstOrThrow()
  assert.ok(password_hash.startsWith('$argon2id$'))
})

test('S-205: codes are turned off, and who had none is left alone', async () => {
  await using server = await staffed()
  const { staff, act } = server
  const anna = await server.signUp('anna')
  const browser = new PageClient(server.http)
  await browser.signIn('anna', PASSWORD)
  await setUpTwoFactor(server, browser)

  assert.equal((await act(anna, 'disable_two_factor')).statusCode, 200)
  assert.equal((await act(anna, 'disable_two_factor')).statusCode, 200)
  await server.settle()

  assert.equal((await auditOf(staff)).length, 1)
  const again = new PageClient(server.http)
  await again.signIn('anna', PASSWORD)
  assert.equal((await again.get('/settings/account')).statusCode, 200)
  assert.ok(server.mails.some(({ subject }) => /^Two-factor authentication is off/.test(subject)))
})

test('S-205: e-mail addresses are confirmed and changed by the staff', async () => {
  await using server = await staffed()
  const { staff, act } = server
  const anna = await server.signUp('anna', { confirmed: false })
  await server.signUp('bert')

  const confirmed = entityOf(await act(anna, 'confirm_email'), 'Admin::Account')
  const changed = entityOf(
    await act(anna, 'change_email', { email: 'new@example.org' }),
    'Admin::Account',
  )
  await act(anna, 'confirm_email')

  assert.equal(confirmed.confirmed, true)
  assert.equal(changed.email, 'new@example.org')
  assert.equal((await anna.get('/api/v1/accounts/verify_credentials')).statusCode, 200)
  const taken = await act(anna, 'change_email', { email: 'bert@example.org' })
  assert.equal(taken.statusCode, 422)
  assert.equal(taken.json().details.email[0].error, 'ERR_TAKEN')
  assert.equal((await act(anna, 'change_email', {})).statusCode, 400)
  const [last, first] = await auditOf(staff)
  assert.deepEqual([first.action, last.action], ['confirm_email', 'change_email'])
  // who reads the log need not know addresses
  assert.ok(!JSON.stringify(last.details).includes('example.org'))
})

test('S-205: where addresses are confirmed, a new one counts from then on', async () => {
  await using server = await staffed()
  await server.set('registrations.confirm_email', true)
  const { act } = server
  const anna = await server.signUp('anna')

  const changed = await act(anna, 'change_email', { email: 'new@example.org' })
  await server.settle()

  assert.equal(changed.json().email, anna.email)
  assert.equal(server.mails.at(-1)?.to, 'new@example.org')
})

test('S-205: pictures are taken away, here and of other servers', async () => {
  await using server = await staffed()
  const { staff, act } = server
  const anna = await server.signUp('anna')
  const avatar = dataUri('image/png', await png(10, 10))
  const own = { avatar, avatar_description: 'a bird' }
  const uploaded = await anna.patch('/api/v1/accounts/update_credentials', own)
  assert.equal(uploaded.statusCode, 200, uploaded.body)
  const far = await insertRemoteAccount(server.app, { username: 'far', domain: 'away.example' })
  await setAccount(server, { id: far }, { header_remote_url: 'https://away.example/h.png' })
  const before = (await anna.get(`/api/v1/accounts/${anna.id}`)).json()
  assert.doesNotMatch(before.avatar, /assets/)

  const local = entityOf(await act(anna, 'remove_avatar'), 'Admin::Account')
  await act(anna, 'remove_avatar')
  const remote = entityOf(await act({ id: far }, 'remove_header'), 'Admin::Account')
  await server.settle()

  assert.match(local.account.avatar, /\/assets\/avatar\.png$/)
  assert.equal(local.account.avatar_description, '')
  assert.match(remote.account.header, /\/assets\/header\.png$/)
  const file = await server.anonymous.get(new URL(before.avatar).pathname)
  assert.equal(file.statusCode, 404)
  assert.deepEqual(
    (await auditOf(staff)).map(({ action }: { action: string }) => action),
    ['remove_header', 'remove_avatar'],
  )
})

test('S-205: an account of another server is fetched again', async () => {
  await using server = await staffed()
  const { staff, act } = server
  const far = await insertRemoteAccount(server.app, { username: 'far', domain: 'away.example' })

  const response = await act({ id: far }, 'refetch')

  assert.equal(response.statusCode, 200, response.body)
  const job = await server.app.db
    .selectFrom('job')
    .select('payload')
    .where('kind', '=', 'accounts.refresh_remote')
    .executeTakeFirstOrThrow()
  assert.deepEqual(job.payload, { accountId: far })
  assert.equal((await auditOf(staff))[0].target.label, '@far@away.example')
})
