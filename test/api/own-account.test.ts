import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityOf } from '../support/entities.ts'
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

const PREFERENCES = '/api/rookery/v1/account/preferences'

test('S-607 what counts in every app is read and changed in part, and a refused change changes nothing', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const usual = entityOf(await alice.get(PREFERENCES), 'AccountPreferences')
  assert.partialDeepStrictEqual(usual, {
    time_zone: null,
    default_privacy: 'public',
    default_language: null,
    expand_media: 'default',
    autoplay_gifs: false,
    digest_days: 7,
    digest_after_days: 0,
  })

  const changes = {
    locale: 'de',
    time_zone: 'Europe/Berlin',
    default_privacy: 'private',
    default_language: 'fr',
    expand_media: 'hide_all',
    expand_spoilers: true,
    digest_days: 30,
  }
  const changed = entityOf(await alice.patch(PREFERENCES, changes), 'AccountPreferences')
  assert.deepEqual(changed, { ...usual, ...changes })
  const seen = (await alice.get('/api/v1/preferences')).json()
  assert.partialDeepStrictEqual(seen, {
    'posting:default:visibility': 'private',
    'posting:default:language': 'fr',
    'reading:expand:media': 'hide_all',
    'reading:expand:spoilers': true,
  })
  for (const wrong of [
    { time_zone: 'Mars/Crater' },
    { locale: 'no language' },
    { default_language: 'caw caw', default_privacy: 'public' },
    { default_privacy: 'direct' },
    { expand_media: 'some' },
  ]) {
    const refused = await alice.patch(PREFERENCES, wrong)
    assert.equal(refused.statusCode, 422, JSON.stringify(wrong))
  }
  assert.deepEqual(entityOf(await alice.get(PREFERENCES), 'AccountPreferences'), changed)
  const none = { time_zone: null, default_language: null }
  const back = entityOf(await alice.patch(PREFERENCES, none), 'AccountPreferences')
  assert.deepEqual(back, { ...changed, ...none })
})

test('S-702 preferences are changed also right after the settings of the server were', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const path = '/api/rookery/v1/account/preferences'
  await alice.get(path)
  server.app.cached.clear()

  const changed = await alice.patch(path, { digest_days: 7 })

  assert.equal(changed.statusCode, 200, changed.body)
  assert.equal((await alice.get(path)).json().digest_days, 7)
})
