import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../support/server.ts'

test('one’s own account shows at once what was chosen, which role one has and what it is called', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const shown = async () => (await alice.get('/api/v1/accounts/verify_credentials')).json()
  const { app } = server
  const roles = await app.db
    .selectFrom('role')
    .select(['id', 'name'])
    .where('name', '!=', '')
    .execute()
  const role = roles[0]!
  const before = await shown()
  assert.notEqual(before.role.id, role.id)
  const changeUser = (change: object) =>
    app.transact(async (tx) => {
      await tx.db
        .updateTable('local_user')
        .set(change)
        .where('account_id', '=', before.id)
        .execute()
    })

  await changeUser({ settings: JSON.stringify({ default_privacy: 'unlisted' }) })
  assert.equal((await shown()).source.privacy, 'unlisted')

  await changeUser({ role_id: role.id })
  assert.deepEqual([(await shown()).role.id, (await shown()).role.name], [role.id, role.name])

  await app.transact(async (tx) => {
    await tx.db.updateTable('role').set({ name: 'Keeper' }).where('id', '=', role.id).execute()
    tx.emit({ type: 'settings.changed' })
  })
  assert.equal((await shown()).role.name, 'Keeper')
})
