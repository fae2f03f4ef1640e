import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../support/server.ts'

const VALID = { client_name: 'Tin Can', redirect_uris: 'https://app.example/callback' }

test('S-130 registering an application gives its credentials once', async () => {
  await using server = await startTestServer()

  const response = await server.anonymous.post('/api/v1/apps', {
    ...VALID,
    scopes: 'read write:statuses push',
    website: 'https://app.example',
  })

  assert.equal(response.statusCode, 200, response.body)
  const { id, client_id, client_secret, vapid_key, ...rest } = response.json()
  assert.match(id, /^\d{18}$/)
  assert.match(client_id, /^[\w-]{43}$/)
  assert.match(client_secret, /^[\w-]{43}$/)
  assert.equal(vapid_key, server.app.keys.vapid.publicKey)
  assert.deepEqual(rest, {
    name: 'Tin Can',
    website: 'https://app.example',
    scopes: ['read', 'write:statuses', 'push'],
    redirect_uris: ['https://app.example/callback'],
    redirect_uri: 'https://app.example/callback',
    client_secret_expires_at: 0,
  })
  const row = await server.app.db
    .selectFrom('application')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.ok(!JSON.stringify(row).includes(client_secret), 'the secret itself is stored')
})

test('S-131 several addresses are joined by line breaks, a blank website is null', async () => {
  await using server = await startTestServer()
  const uris = ['https://a.example/cb', 'app://b/']

  for (const redirect_uris of [uris, uris.join('\n')]) {
    const response = await server.anonymous.post('/api/v1/apps', {
      ...VALID,
      redirect_uris,
      website: '',
      scopes: '',
    })

    assert.equal(response.statusCode, 200, response.body)
    assert.partialDeepStrictEqual(response.json(), {
      redirect_uris: uris,
      redirect_uri: uris.join('\n'),
      website: null,
      scopes: ['read'],
    })
  }
})

test('S-435 a form works as JSON does, with lists', async () => {
  await using server = await startTestServer()

  const response = await server.anonymous.post(
    '/api/v1/apps',
    'client_name=Tin+Can&redirect_uris[]=app%3A%2F%2Fa&redirect_uris[]=app%3A%2F%2Fb&scopes=read+read+push',
    { 'content-type': 'application/x-www-form-urlencoded' },
  )

  assert.equal(response.statusCode, 200, response.body)
  assert.partialDeepStrictEqual(response.json(), {
    redirect_uris: ['app://a', 'app://b'],
    scopes: ['read', 'push'],
  })
})

test('S-435 what cannot be registered answers 422', async () => {
  await using server = await startTestServer()
  const bad: Record<string, unknown>[] = [
    {},
    { client_name: 'Tin Can' },
    { redirect_uris: 'https://app.example/' },
    { ...VALID, client_name: '' },
    { ...VALID, client_name: 'a'.repeat(61) },
    { ...VALID, redirect_uris: '' },
    { ...VALID, redirect_uris: [] },
    { ...VALID, redirect_uris: 'not an address' },
    { ...VALID, redirect_uris: '/callback' },
    { ...VALID, redirect_uris: 'javascript:alert(1)' },
    { ...VALID, redirect_uris: 'data:text/html,x' },
    { ...VALID, redirect_uris: 'vbscript:x' },
    { ...VALID, redirect_uris: `https://app.example/${'a'.repeat(2000)}` },
    { ...VALID, redirect_uris: { deep: ['x'] } },
    { ...VALID, scopes: 'read everything' },
    { ...VALID, website: 'app.example' },
    { ...VALID, website: 'javascript:alert(1)' },
    { ...VALID, website: `https://app.example/${'a'.repeat(2000)}` },
  ]

  for (const body of bad) {
    const response = await server.anonymous.post('/api/v1/apps', body)

    assert.equal(response.statusCode, 422, `${JSON.stringify(body)}: ${response.body}`)
    assert.match(response.json().error, /\w/)
  }
})

test('S-130 verify_credentials shows the application of any token', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('alice', { confirmed: false })
  const application = await server.tokenFor(null, 'read')

  for (const client of [user, application]) {
    const response = await client.get('/api/v1/apps/verify_credentials')

    assert.equal(response.statusCode, 200, response.body)
    const entity = response.json()
    assert.equal(entity.name, 'Test')
    assert.equal(entity.vapid_key, server.app.keys.vapid.publicKey)
    assert.equal('client_secret' in entity, false)
  }
  const response = await server.anonymous.get('/api/v1/apps/verify_credentials')
  assert.equal(response.statusCode, 401, response.body)
})

test('S-048 an address registers five applications in ten minutes', async () => {
  await using server = await startTestServer({ rateLimits: true })

  for (let attempt = 1; attempt <= 5; attempt++) {
    const response = await server.anonymous.post('/api/v1/apps', VALID)
    assert.equal(response.statusCode, 200, response.body)
  }
  const response = await server.anonymous.post('/api/v1/apps', VALID)

  assert.equal(response.statusCode, 429, response.body)
})
