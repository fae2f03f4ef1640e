import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareDatabase } from '../../src/app/prepare-database.ts'
import { readOrigin } from '../../src/features/instance/origin.ts'
import { BASE_ROLE_ID, effectivePermissions, roles } from '../../src/features/roles/roles.ts'
import type { App } from '../../src/kernel/core/app.ts'
import { StartError } from '../../src/kernel/db/start-error.ts'
import { PERMISSIONS } from '../../src/kernel/http/permissions.ts'
import { startTestServer } from '../support/server.ts'

test('S-064 a server begins with three roles and the base role', async () => {
  await using server = await startTestServer()

  const known = await server.app.cached.get(roles)

  const described = [...known.values()]
    .sort((a, b) => b.position - a.position)
    .map(({ name, position }) => [name, position])
  assert.deepEqual(described, [
    ['Owner', 1000],
    ['Admin', 100],
    ['Moderator', 10],
    ['', 0],
  ])
  const base = known.get(BASE_ROLE_ID)
  assert.equal(base?.permissions, PERMISSIONS.inviteUsers)
  assert.equal(effectivePermissions(known, null), PERMISSIONS.inviteUsers)
  for (const id of known.keys()) assert.match(id, /^(-99|\d{18})$/)
})

test('S-063 S-064 the owner may do everything, a moderator not change settings', async () => {
  await using server = await startTestServer()
  const known = await server.app.cached.get(roles)
  const permissionsOf = (name: string) => {
    const role = [...known.values()].find((one) => one.name === name)!
    return effectivePermissions(known, role.id)
  }

  for (const bit of Object.values(PERMISSIONS)) assert.ok(permissionsOf('Owner') & bit)
  assert.ok(permissionsOf('Moderator') & PERMISSIONS.manageReports)
  assert.equal(permissionsOf('Moderator') & PERMISSIONS.manageSettings, 0)
  assert.ok(permissionsOf('Admin') & PERMISSIONS.manageSettings)
  assert.equal(permissionsOf('Admin') & PERMISSIONS.devops, 0)
})

test('a later start changes no role, however they were changed since', async () => {
  await using server = await startTestServer()
  const { app } = server
  await app.transact((tx) => tx.db.deleteFrom('role').where('name', '=', 'Moderator').execute())
  await app.transact((tx) =>
    tx.db.updateTable('role').set({ name: 'Boss' }).where('name', '=', 'Owner').execute(),
  )

  await prepareDatabase(app)

  const names = await app.db.selectFrom('role').select('name').orderBy('position').execute()
  assert.deepEqual(
    names.map(({ name }) => name),
    ['', 'Admin', 'Boss'],
  )
})

test('processes that start together seed once', async () => {
  await using server = await startTestServer()
  const { app } = server
  await app.transact(async (tx) => {
    await tx.db.deleteFrom('role').execute()
    await tx.db.deleteFrom('setting').where('name', '=', 'origin').execute()
  })

  await Promise.all(Array.from({ length: 5 }, () => prepareDatabase(app)))

  assert.equal((await app.db.selectFrom('role').select('id').execute()).length, 4)
})

test('S-602 until there is an account a server may be started with another ORIGIN', async () => {
  await using server = await startTestServer()
  const { app } = server
  const withOrigin = (origin: string) => ({
    ...app,
    transact: transactAs(app, origin),
    config: { ...app.config, origin },
  })
  const serves = { serves: true }

  await prepareDatabase(withOrigin('https://elsewhere.test'), serves)
  assert.equal(await readOrigin(app.db), 'https://elsewhere.test')
  await assert.rejects(prepareDatabase(withOrigin('https://tool.test')), StartError)
  await prepareDatabase(app, serves)
  await server.signUp('alice')

  await assert.rejects(prepareDatabase(withOrigin('https://elsewhere.test'), serves), StartError)
  assert.equal(await readOrigin(app.db), 'https://rookery.test')
})

/** Transactions of a server with another ORIGIN. */
function transactAs(app: App, origin: string): App['transact'] {
  return (run) => app.transact((tx) => run({ ...tx, config: { ...tx.config, origin } }))
}

test('a start with another ORIGIN than the stored one stops with one line', async () => {
  await using server = await startTestServer()
  const { app } = server
  const moved = { ...app, config: { ...app.config, origin: 'https://elsewhere.test' } }

  await assert.rejects(prepareDatabase(moved), (error) => {
    assert.ok(error instanceof StartError)
    assert.match(error.message, /ORIGIN=https:\/\/rookery\.test/)
    assert.doesNotMatch(error.message, /\n/)
    return true
  })
})
