import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadPicture } from '../support/media-api.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v1/statuses'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const statusesOf = async (user: TestUser): Promise<unknown[]> =>
  (await user.get(`/api/v1/accounts/${user.id}/statuses`)).json()

const notificationsOf = async (user: TestUser): Promise<unknown[]> =>
  (await user.get('/api/v1/notifications')).json()

async function people(server: TestServer) {
  return {
    alice: await server.signUp('alice'),
    bob: await server.signUp('bob'),
    carol: await server.signUp('carol'),
  }
}

test('S-559 a post that mentions more people than it may is refused, and they are named', async () => {
  await using server = await startTestServer()
  const { alice, bob, carol } = await people(server)
  const status = '@bob @carol about a third person'
  const key = { 'idempotency-key': 'once' }

  const refused = await alice.post(PATH, { status, allowed_mentions: [bob.id] }, key)

  assert.equal(refused.statusCode, 422, refused.body)
  const { error, unexpected_accounts: unexpected, ...rest } = refused.json()
  assert.equal(error, 'Post would be sent to unexpected accounts')
  assert.deepEqual(rest, {})
  assert.deepEqual(unexpected, [(await bob.get(`/api/v1/accounts/${carol.id}`)).json()])
  await server.settle()
  assert.deepEqual(await statusesOf(alice), [])
  for (const user of [bob, carol]) assert.deepEqual(await notificationsOf(user), [])
  const allowed = await alice.post(PATH, { status, allowed_mentions: [bob.id, carol.id] }, key)
  assert.equal(allowed.statusCode, 200, allowed.body)
  assert.equal((await statusesOf(alice)).length, 1)
})

test('S-559 an empty list allows nobody, none at all allows everybody', async () => {
  await using server = await startTestServer()
  const { alice, bob } = await people(server)
  for (const [payload, status] of [
    [{ status: '@bob a', allowed_mentions: [] }, 422],
    ['status=@bob b&allowed_mentions[]=', 422],
    ['status=@bob c&allowed_mentions[]=x', 422],
    [`status=@bob d&allowed_mentions[]=${bob.id}`, 200],
    ['status=@bob e&allowed_mentions=', 200],
    [{ status: '@bob f', allowed_mentions: null }, 200],
    [{ status: 'g', allowed_mentions: [] }, 200],
    [{ status: '@bob h', allowed_mentions: [bob.id], visibility: 'direct' }, 200],
  ] as const) {
    const headers = typeof payload === 'string' ? FORM : {}
    const response = await alice.post(PATH, payload, headers)
    assert.equal(response.statusCode, status, JSON.stringify(payload))
  }
  const json = { 'content-type': 'application/json' }
  const number = `{"status":"@bob i","allowed_mentions":[${bob.id}]}`
  assert.equal((await alice.post(PATH, number, json)).statusCode, 200)
})

test('S-559 media of a refused post can be used again', async () => {
  await using server = await startTestServer()
  const { alice } = await people(server)
  const { id } = await uploadPicture(alice)
  const post = { status: '@bob look', media_ids: [id] }

  const refused = await alice.post(PATH, { ...post, allowed_mentions: [] })
  const posted = await alice.post(PATH, post)

  assert.equal(refused.statusCode, 422)
  assert.equal(posted.statusCode, 200, posted.body)
  assert.equal(posted.json().media_attachments[0].id, id)
})

test('S-559 a scheduled post is held to it when it is sent and when its time has come', async () => {
  await using server = await startTestServer()
  const { alice, bob, carol } = await people(server)
  const at = () => new Date(server.clock.now + 600_000).toISOString()
  const refused = await alice.post(PATH, {
    status: '@bob @carol later',
    scheduled_at: at(),
    allowed_mentions: [bob.id],
  })
  assert.equal(refused.statusCode, 422, refused.body)
  assert.deepEqual(
    refused.json().unexpected_accounts.map((account: { id: string }) => account.id),
    [carol.id],
  )
  assert.deepEqual((await alice.get('/api/v1/scheduled_statuses')).json(), [])

  const kept = await alice.post(PATH, {
    status: '@bob @dave later',
    scheduled_at: at(),
    allowed_mentions: [bob.id],
  })
  assert.equal(kept.statusCode, 200, kept.body)
  // a name that nobody had is somebody's now
  await server.signUp('dave')
  server.clock.now += 700_000
  await server.settle()

  assert.deepEqual(await statusesOf(alice), [])
  assert.deepEqual(await notificationsOf(bob), [])
})

/** Wishes of clients of other servers that a post be for few, or not for good. */
const WISHES: Record<string, unknown>[] = [
  { expires_in: 3600 },
  { expires_at: '2027-01-01T00:00:00Z' },
  { local_only: true },
  { in_reply_to_conversation_id: '12' },
  { federated: false },
  { visibility: 'local' },
  { visibility: 'list:17' },
  { visibility: 'mutuals_only' },
  { to: ['bob'] },
  { circle_id: '17' },
  { preview: true },
]

test('what is meant for few, for a while or as a preview only is refused, not published for all', async () => {
  await using server = await startTestServer()
  const { alice } = await people(server)
  const { id } = await alice.publish('before')
  const at = new Date(server.clock.now + 600_000).toISOString()
  for (const wish of WISHES) {
    const [name] = Object.keys(wish)
    const drafted = { ...wish, posts: [{ text: 'a' }] }
    for (const [method, path, body] of [
      ['post', PATH, { status: 'secret', ...wish }],
      ['post', PATH, { status: 'secret', scheduled_at: at, ...wish }],
      ['put', `${PATH}/${id}`, { status: 'secret', ...wish }],
      ['post', '/api/rookery/v1/drafts', drafted],
    ] as const) {
      if (method === 'put' && name === 'visibility') continue
      const response = await alice[method](path, body)
      assert.equal(response.statusCode, 422, `${method} ${path} ${JSON.stringify(wish)}`)
      assert.match(response.json().error, /^Validation failed: /)
    }
  }

  assert.deepEqual(
    (await statusesOf(alice)).map((status) => (status as { content: string }).content),
    ['<p>before</p>'],
  )
  assert.deepEqual((await alice.get('/api/v1/scheduled_statuses')).json(), [])
  assert.deepEqual((await alice.get('/api/rookery/v1/drafts')).json(), [])
})

test('wishes that ask for nothing are no hindrance', async () => {
  await using server = await startTestServer()
  const { alice } = await people(server)
  for (const wish of [
    { expires_in: null },
    { expires_in: 0 },
    { expires_in: '' },
    { expires_at: '' },
    { local_only: false },
    { federated: true },
    { to: [] },
    { preview: 'false' },
    { circle_id: null },
    { in_reply_to_conversation_id: '' },
  ]) {
    const response = await alice.post(PATH, { status: 'for all', ...wish })
    assert.equal(response.statusCode, 200, JSON.stringify(wish))
  }
})
