import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS, type Permission } from '../../src/kernel/http/permissions.ts'
import { auditOf, deedsOf } from '../support/audit-log.ts'
import { entityOf } from '../support/entities.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const PATH = '/api/rookery/v1/admin/roles'

async function make(user: TestUser, body: Record<string, unknown>) {
  return entityOf(await user.post(PATH, body), 'Admin::Role')
}

// biome-ignore lint/suspicious/noExplicitAny: entities are checked
async function list(user: TestUser): Promise<any[]> {
  return entityOf(await user.get(PATH), 'Admin::Role[]')
}

async function named(user: TestUser, name: string) {
  return (await list(user)).find((role) => role.name === name)
}

function give({ app }: TestServer, user: TestUser, role_id: string) {
  return app.transact((tx) =>
    tx.db.updateTable('local_user').set({ role_id }).where('id', '=', user.userId).execute(),
  )
}

test('S-062, S-064: roles are listed by rank, with what they allow and how many have them', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  await server.signUp('alice')

  const roles = await list(owner)

  assert.deepEqual(
    roles.map(({ name, position, users_count }) => [name, position, users_count]),
    [
      ['Owner', 1000, 1],
      ['Admin', 100, 0],
      ['Moderator', 10, 0],
      ['', 0, 1],
    ],
  )
  assert.deepEqual([roles[0].permissions, roles[0].permission_names], ['1', ['administrator']])
  assert.partialDeepStrictEqual(roles[3], { id: '-99', permission_names: ['inviteUsers'] })
  assert.deepEqual(entityOf(await owner.get(`${PATH}/-99`), 'Admin::Role'), roles[3])
  for (const id of ['-98', 'x', '7']) {
    assert.equal((await owner.get(`${PATH}/${id}`)).statusCode, 404, id)
  }
})

test('S-062, S-066: a role is made, shown on its people at once, changed and removed', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const alice = await server.signUp('alice')
  const given = { name: ' Helper ', color: '#ABC', highlighted: true, position: 5 }
  const role = await make(owner, { ...given, permissions: ['manage_reports', 'viewDashboard'] })
  assert.partialDeepStrictEqual(role, { name: 'Helper', color: '#aabbcc', collection_limit: 10 })
  assert.equal(role.permissions, String(PERMISSIONS.manageReports | PERMISSIONS.viewDashboard))
  await give(server, alice, role.id)
  const badges = async () => (await owner.get(`/api/v1/accounts/${alice.id}`)).json().roles
  const badge = { id: role.id, name: 'Helper', color: '#aabbcc' }
  const change = async (body: Record<string, unknown>) =>
    entityOf(await owner.put(`${PATH}/${role.id}`, body), 'Admin::Role')
  await server.app.transact(async (tx) => tx.emit({ type: 'settings.changed' }))
  assert.deepEqual(await badges(), [badge])

  assert.equal((await change({ name: 'Friend' })).users_count, 1)
  assert.deepEqual(await badges(), [{ ...badge, name: 'Friend' }])
  await change({ highlighted: false })
  assert.deepEqual(await badges(), [])
  assert.equal((await alice.get('/api/v1/accounts/verify_credentials')).json().role.id, role.id)
  await change({ permissions: String(PERMISSIONS.manageUsers), require_two_factor: false })
  const gone = await owner.delete(`${PATH}/${role.id}`)

  assert.deepEqual([gone.statusCode, gone.json()], [200, {}])
  const { role: rest } = (await alice.get('/api/v1/accounts/verify_credentials')).json()
  assert.equal(rest.id, '-99')
  assert.equal((await owner.delete(`${PATH}/${role.id}`)).statusCode, 404)
  assert.deepEqual(await deedsOf(owner), [
    'delete Friend',
    'update Friend',
    'update Friend',
    'update Friend',
    'create Helper',
  ])
  const [removal, change3] = await auditOf(owner)
  assert.deepEqual(removal.details, { users: 1 })
  const { permissions } = change3.details.changes
  assert.deepEqual(permissions, { from: ['viewDashboard', 'manageReports'], to: ['manageUsers'] })
})

test('S-064: what a role allows counts from the moment on that it is changed', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const staff = await signUpStaff(server, 'staff', ['manageRules'])
  const { id } = await named(owner, 'Role of staff')
  assert.equal((await staff.get('/api/rookery/v1/admin/rules')).statusCode, 200)

  assert.equal((await owner.put(`${PATH}/${id}`, { permissions: '' })).statusCode, 200)
  assert.equal((await staff.get('/api/rookery/v1/admin/rules')).statusCode, 403)
  assert.equal((await owner.put(`${PATH}/${id}`, { permissions: 4096 })).statusCode, 200)
  assert.equal((await staff.get('/api/rookery/v1/admin/rules')).statusCode, 200)
  assert.equal((await owner.delete(`${PATH}/${id}`)).statusCode, 200)
  assert.equal((await staff.get('/api/rookery/v1/admin/rules')).statusCode, 403)
})

test('S-065: nobody touches a role at or above their own', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const staff = await signUpStaff(server, 'staff', ['manageRoles', 'manageUsers'], 50)
  const beside = await make(owner, { name: 'Beside', position: 50 })
  const [admin, chief] = [await named(owner, 'Admin'), await named(owner, 'Owner')]
  const before = await list(owner)

  for (const role of [beside, admin, chief]) {
    const change = await staff.put(`${PATH}/${role.id}`, { name: 'Mine', position: 1 })
    const removal = await staff.delete(`${PATH}/${role.id}`)
    assert.deepEqual([change.statusCode, removal.statusCode], [403, 403], role.name)
  }
  const other = await server.signUp('second', { role: 'Owner' })
  assert.equal((await other.delete(`${PATH}/${chief.id}`)).statusCode, 403)

  const after = (await list(owner)).map(({ users_count: _, ...role }) => role)
  assert.deepEqual(
    after,
    before.map(({ users_count: _, ...role }) => role),
  )
})

test('S-065: nobody makes or raises a role above their own, or grants what they may not do', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const staff = await signUpStaff(server, 'staff', ['manageRoles', 'manageRules'], 50)
  const strong = await make(owner, { name: 'Strong', position: 5, permissions: ['devops'] })
  const bits = (...names: Permission[]) => names.reduce((all, name) => all | PERMISSIONS[name], 0)

  for (const wrong of [
    { position: 51 },
    { permissions: ['administrator'] },
    { permissions: String(bits('manageRules', 'manageUsers')) },
    { permissions: 1 << 25 },
    { permissions: ['fly'] },
  ]) {
    const made = await staff.post(PATH, { name: 'New', ...wrong })
    const raised = await staff.put(`${PATH}/${strong.id}`, wrong)
    assert.deepEqual([made.statusCode, raised.statusCode], [422, 422], JSON.stringify(wrong))
  }

  const kept = bits('devops', 'manageRules', 'inviteUsers')
  const fine = await staff.put(`${PATH}/${strong.id}`, { permissions: kept, position: 50 })
  const role = entityOf(fine, 'Admin::Role')
  assert.deepEqual([role.permissions, role.position], [String(kept), 50], 'devops it had before')
  assert.equal((await staff.put(`${PATH}/${strong.id}`, { position: 1 })).statusCode, 403)
  assert.equal(await named(owner, 'New'), undefined)
})

test('S-065: of their own role people change how it looks, and administrators its demands', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const staff = await signUpStaff(server, 'staff', ['manageRoles', 'manageRules'], 50)
  const { id } = await named(owner, 'Role of staff')
  const chief = await named(owner, 'Owner')
  const attempt = async (user: TestUser, role: string, body: Record<string, unknown>) =>
    (await user.put(`${PATH}/${role}`, body)).statusCode

  assert.equal(await attempt(staff, id, { name: 'Us', color: '#123456', highlighted: true }), 200)
  for (const fixed of [
    { permissions: String(PERMISSIONS.manageRoles) },
    { position: 1 },
    { require_two_factor: true },
    { collection_limit: 1000 },
  ]) {
    assert.equal(await attempt(staff, id, fixed), 422, JSON.stringify(fixed))
  }
  assert.equal((await staff.delete(`${PATH}/${id}`)).statusCode, 403)
  assert.equal(await attempt(owner, chief.id, { collection_limit: 50 }), 200)
  for (const fixed of [{ permissions: '3' }, { position: 999 }]) {
    assert.equal(await attempt(owner, chief.id, fixed), 422)
  }
})

test('S-064: the role of everybody allows what anybody may have, and stays what it is', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const alice = await server.signUp('alice')
  const invite = async () => (await alice.post('/api/rookery/v1/invites')).statusCode
  const attempt = async (body: Record<string, unknown>) =>
    (await owner.put(`${PATH}/-99`, body)).statusCode
  assert.equal(await invite(), 200)

  assert.equal(await attempt({ permissions: '', collection_limit: 3 }), 200)

  assert.equal(await invite(), 403)
  for (const wrong of [
    { name: 'All' },
    { position: 7 },
    { highlighted: true },
    { permissions: ['manageReports'] },
    { permissions: ['administrator'] },
  ]) {
    assert.equal(await attempt(wrong), 422, JSON.stringify(wrong))
  }
  assert.equal((await owner.delete(`${PATH}/-99`)).statusCode, 403)
  assert.equal(await attempt({ permissions: ['inviteUsers'] }), 200)
  assert.equal(await invite(), 200)
  const [{ target }] = await auditOf(owner)
  assert.deepEqual(target, { type: 'role', id: '-99', label: 'everybody' })
})

test('S-064: there is always a role with all permissions', async () => {
  await using server = await startTestServer()
  // stands above the owners, as only the database can make somebody
  const above = await signUpStaff(server, 'above', ['manageRoles'], 2000)
  const chief = await named(above, 'Owner')

  assert.equal((await above.delete(`${PATH}/${chief.id}`)).statusCode, 422)
  assert.equal((await above.put(`${PATH}/${chief.id}`, { permissions: '' })).statusCode, 422)
  assert.equal((await named(above, 'Owner')).permissions, '1')
})

test('S-030: a role has a name of its own and a colour that is one', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })

  for (const wrong of [
    {},
    { name: ' ' },
    { name: 'owner' },
    { name: 'x'.repeat(101) },
    { name: 'ok', color: 'red' },
    { name: 'ok', position: -1 },
    { name: 'ok', collection_limit: -1 },
  ]) {
    const { statusCode, body } = await owner.post(PATH, wrong)
    assert.equal(statusCode, 422, `${JSON.stringify(wrong)}: ${body}`)
  }

  assert.equal((await list(owner)).length, 4)
})
