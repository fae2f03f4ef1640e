import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { startTestServer } from '../support/server.ts'

test('S-274 S-275 S-515 lookup reads a handle in any spelling and never fails', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('Alice')
  const stranger = server.anonymous

  for (const acct of ['alice', '@ALICE', ' alice ', 'alice@rookery.test', '@Alice@ROOKERY.test']) {
    const response = await stranger.get(`/api/v1/accounts/lookup?acct=${encodeURIComponent(acct)}`)
    assert.equal(response.statusCode, 200, acct)
    assert.equal(response.json().id, alice.id)
  }
  for (const acct of ['', '   ', 'nobody', 'alice@away.test', 'alice@[', '@', 'a b', 'alice@@x']) {
    const response = await stranger.get(`/api/v1/accounts/lookup?acct=${encodeURIComponent(acct)}`)
    assert.equal(response.statusCode, 404, acct)
    assert.deepEqual(response.json(), { error: 'Record not found' })
  }
  assert.equal((await stranger.get('/api/v1/accounts/lookup')).statusCode, 404)
})

test('S-276 S-277 S-516 only lookup finds somebody who is pending, and nobody who is being deleted', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const pending = await server.signUp('pending', { approved: false })
  const leaving = await server.signUp('leaving')
  await setAccount(server, leaving, { deleted_at: 1 })

  assert.equal((await alice.get('/api/v1/accounts/lookup?acct=pending')).statusCode, 200)
  assert.equal((await alice.get('/api/v1/accounts/lookup?acct=leaving')).statusCode, 404)
  for (const { id } of [pending, leaving]) {
    const path = `/api/v1/accounts/${id}`
    for (const [method, url] of [
      ['get', path],
      ['get', `${path}/followers`],
      ['get', `${path}/following`],
      ['get', `${path}/identity_proofs`],
      ['post', `${path}/follow`],
      ['post', `${path}/unfollow`],
      ['post', `${path}/remove_from_followers`],
      ['post', `${path}/block`],
      ['post', `${path}/unblock`],
      ['post', `${path}/mute`],
      ['post', `${path}/unmute`],
      ['post', `${path}/note`],
    ] as const) {
      assert.equal((await alice[method](url)).statusCode, 404, `${method} ${url}`)
    }
    for (const url of [
      `/api/v1/accounts?id[]=${id}`,
      `/api/v1/accounts/relationships?id[]=${id}`,
      '/api/v1/accounts/search?q=pending',
      '/api/v1/accounts/search?q=leaving',
    ]) {
      const response = await alice.get(url)
      assert.equal(response.statusCode, 200, url)
      assert.deepEqual(response.json(), [], url)
    }
  }
})

test('several accounts come in the order asked for; unknown ones are absent, over 40 are refused', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')

  const some = await alice.get(`/api/v1/accounts?id[]=${bob.id}&id[]=7&id[]=x&id[]=${alice.id}`)
  const many = Array.from({ length: 41 }, (_, at) => `id[]=${at}`).join('&')

  assert.equal(some.statusCode, 200, some.body)
  assert.deepEqual(
    some.json().map((account: { id: string }) => account.id),
    [bob.id, alice.id],
  )
  assert.deepEqual((await alice.get('/api/v1/accounts')).json(), [])
  assert.equal((await alice.get(`/api/v1/accounts?${many}`)).statusCode, 422)
})

test('S-280 a suspended account is shown blank, a silenced one as limited', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.patch('/api/v1/accounts/update_credentials', {
    display_name: 'Bob',
    note: 'about me',
    fields_attributes: [{ name: 'a', value: 'b' }],
  })
  await alice.post(`/api/v1/accounts/${bob.id}/follow`)

  await setAccount(server, bob, { silenced_at: 1 })
  const silenced = await alice.get(`/api/v1/accounts/${bob.id}`)
  await setAccount(server, bob, { suspended_at: 1 })
  const suspended = await alice.get(`/api/v1/accounts/${bob.id}`)
  const followers = await alice.get(`/api/v1/accounts/${bob.id}/followers`)

  assert.partialDeepStrictEqual(silenced.json(), { limited: true, display_name: 'Bob' })
  assert.equal(suspended.statusCode, 200)
  assert.partialDeepStrictEqual(suspended.json(), {
    suspended: true,
    display_name: '',
    note: '',
    fields: [],
    emojis: [],
  })
  assert.match(suspended.json().avatar, /assets\/avatar\.png$/)
  assert.deepEqual(followers.json(), [])
})

test('S-028 an id that nobody has and one that cannot be are the same 404', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  for (const id of ['1', '999999999999999999', 'nobody', '%20', '9'.repeat(40)]) {
    const response = await alice.get(`/api/v1/accounts/${id}`)
    assert.equal(response.statusCode, 404, id)
    assert.deepEqual(response.json(), { error: 'Record not found' })
  }
})

test('S-066 verify_credentials shows the account with its source and role', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.patch('/api/v1/accounts/update_credentials', { locked: true })
  await bob.post(`/api/v1/accounts/${alice.id}/follow`)

  const response = await alice.get('/api/v1/accounts/verify_credentials')

  assert.equal(response.statusCode, 200, response.body)
  assert.partialDeepStrictEqual(response.json(), {
    id: alice.id,
    username: 'alice',
    acct: 'alice',
    locked: true,
    source: {
      privacy: 'private',
      sensitive: false,
      language: null,
      note: '',
      fields: [],
      follow_requests_count: 1,
      hide_collections: false,
      discoverable: null,
      indexable: false,
      attribution_domains: [],
      quote_policy: 'public',
    },
    role: { id: '-99', name: '', color: '', permissions: '65536', highlighted: false },
  })
  const readOnly = await server.tokenFor(alice, 'profile')
  assert.equal((await readOnly.get('/api/v1/accounts/verify_credentials')).statusCode, 200)
  assert.equal((await readOnly.get('/api/v1/preferences')).statusCode, 403)
})

test('S-064 an owner has every permission, shown as a decimal string', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice', { role: 'Owner' })
  const roles = await server.app.db.selectFrom('role').selectAll().execute()
  const owner = roles.find((role) => role.name === 'Owner')

  const { role, roles: shown } = (await alice.get('/api/v1/accounts/verify_credentials')).json()

  assert.equal(role.id, owner?.id)
  assert.equal(role.permissions, String(0x7f_ffff))
  assert.deepEqual(shown, [{ id: owner?.id, name: 'Owner', color: owner?.color }])
})

test('S-350 preferences follow what was chosen', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  const before = await alice.get('/api/v1/preferences')
  const source = { privacy: 'unlisted', sensitive: true, language: 'de', quote_policy: 'nobody' }
  await alice.patch('/api/v1/accounts/update_credentials', { source })
  const after = await alice.get('/api/v1/preferences')

  const reading = {
    'reading:expand:media': 'default',
    'reading:expand:spoilers': false,
    'reading:autoplay:gifs': false,
  }
  assert.deepEqual(before.json(), {
    'posting:default:visibility': 'public',
    'posting:default:sensitive': false,
    'posting:default:language': 'en', // posts get the language of the user where none was chosen
    'posting:default:quote_policy': 'public',
    ...reading,
  })
  assert.deepEqual(after.json(), {
    'posting:default:visibility': 'unlisted',
    'posting:default:sensitive': true,
    'posting:default:language': 'de',
    'posting:default:quote_policy': 'nobody',
    ...reading,
  })
})

test('S-017 identity proofs are an empty list with a Deprecation header', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  const response = await alice.get(`/api/v1/accounts/${alice.id}/identity_proofs`)

  assert.equal(response.statusCode, 200)
  assert.deepEqual(response.json(), [])
  assert.equal(response.headers.deprecation, '@1648598400')
})
