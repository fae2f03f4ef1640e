import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { TestClient } from '../support/client.ts'
import { startTestServer } from '../support/server.ts'
import { registerClient } from '../web/oauth-client.ts'

const VERIFIER = 'a-verifier-that-is-long-enough-to-be-one-by-the-rules'
const CHALLENGE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
}

test('S-440 a code gives a token without end', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const code = await client.code(alice, { scope: 'read write:statuses' })

  const earliest = Math.floor(server.app.clock() / 1000)
  const response = await client.token({ code })
  const latest = Math.floor(server.app.clock() / 1000)

  assert.equal(response.statusCode, 200, response.body)
  assert.match(response.headers['content-type'] as string, /^application\/json/)
  assert.equal(response.headers['cache-control'], 'no-store')
  const { access_token, created_at, ...rest } = response.json()
  assert.deepEqual(rest, { token_type: 'Bearer', scope: 'read write:statuses' })
  assert.ok(created_at >= earliest && created_at <= latest, String(created_at))
  const me = await new TestClient(server.http, access_token).get(
    '/api/v1/accounts/verify_credentials',
  )
  assert.equal(me.statusCode, 200, me.body)
  assert.equal(me.json().id, alice.id)
})

test('S-440 the client may authenticate by HTTP Basic', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const { client_id, client_secret } = client.application
  const code = await client.code(alice)
  const ask = (secret: string) =>
    server.anonymous.post(
      '/oauth/token',
      `grant_type=authorization_code&code=${code}&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback`,
      {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${btoa(`${client_id}:${secret}`)}`,
      },
    )

  const wrong = await ask('wrong')
  const right = await ask(client_secret)

  assert.equal(wrong.statusCode, 401, wrong.body)
  assert.match(wrong.headers['www-authenticate'] as string, /^Basic /)
  assert.equal(right.statusCode, 200, right.body)
})

test('S-440 an application gets a token of its own, the same each time', async () => {
  await using server = await startTestServer()
  const client = await registerClient(server, 'read write')
  const ask = (scope?: string) => client.token({ grant_type: 'client_credentials', scope })

  const [first, again, wider] = [await ask(), await ask('read'), await ask('read write')]

  assert.equal(first.statusCode, 200, first.body)
  assert.equal(first.json().scope, 'read')
  assert.equal(again.json().access_token, first.json().access_token)
  assert.notEqual(wider.json().access_token, first.json().access_token)
})

test('S-440 errors have the codes of the standard', async () => {
  await using server = await startTestServer()
  const client = await registerClient(server, 'read')
  const cases: [Record<string, string | undefined>, number, string][] = [
    [{ grant_type: undefined }, 400, 'invalid_request'],
    [{ grant_type: 'password', username: 'a', password: 'b' }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'refresh_token', refresh_token: 'x' }, 400, 'unsupported_grant_type'],
    [{ code: 'x', client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ code: 'x', client_secret: undefined }, 401, 'invalid_client'],
    [{ code: 'x', client_id: 'nobody' }, 401, 'invalid_client'],
    [{ code: undefined }, 400, 'invalid_request'],
    [{ code: 'x', redirect_uri: undefined }, 400, 'invalid_request'],
    [{ code: 'unknown' }, 400, 'invalid_grant'],
    [{ grant_type: 'client_credentials', scope: 'write' }, 400, 'invalid_scope'],
    [{ grant_type: 'client_credentials', scope: 'nonsense' }, 400, 'invalid_scope'],
  ]

  for (const [params, status, error] of cases) {
    const response = await client.token(params)

    assert.equal(response.statusCode, status, `${JSON.stringify(params)}: ${response.body}`)
    assert.equal(response.json().error, error)
    assert.match(response.json().error_description, /\w/)
  }
})

test('S-440 a code ends after ten minutes', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const early = await client.code(alice)
  const late = await client.code(alice)

  server.clock.now += 9 * 60_000
  const inTime = await client.token({ code: early })
  server.clock.now += 2 * 60_000
  const tooLate = await client.token({ code: late })

  assert.equal(inTime.statusCode, 200, inTime.body)
  assert.equal(tooLate.statusCode, 400, tooLate.body)
  assert.equal(tooLate.json().error, 'invalid_grant')
})

test('S-438 a challenge needs its verifier', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const code = await client.code(alice, CHALLENGE)

  for (const code_verifier of [undefined, '', `${VERIFIER}x`, CHALLENGE.code_challenge]) {
    const response = await client.token({ code, code_verifier })

    assert.equal(response.statusCode, 400, response.body)
    assert.equal(response.json().error, 'invalid_grant')
  }
  const response = await client.token({ code, code_verifier: VERIFIER })
  assert.equal(response.statusCode, 200, response.body)
})

test('S-441 the same user, application and scopes get the same token until it is revoked', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const client = await registerClient(server)

  const first = await client.signIn(alice, { scope: 'read write' })

  assert.equal(await client.signIn(alice, { scope: 'write read' }), first)
  assert.notEqual(await client.signIn(alice, { scope: 'read' }), first)
  assert.notEqual(await client.signIn(bob, { scope: 'read write' }), first)
  assert.notEqual(
    await (await registerClient(server)).signIn(alice, { scope: 'read write' }),
    first,
  )
  const { client_id, client_secret } = client.application
  await server.anonymous.post('/oauth/revoke', { client_id, client_secret, token: first })
  assert.notEqual(await client.signIn(alice, { scope: 'read write' }), first)
})

test('S-441 twenty exchanges at once give one token', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const codes: string[] = []
  for (let count = 0; count < 20; count++) codes.push(await client.code(alice))

  const answers = await Promise.all(codes.map((code) => client.token({ code })))

  const tokens = new Set(answers.map((answer) => answer.json().access_token))
  assert.equal(tokens.size, 1)
})

test('S-441 the database holds no token that could be used', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const code = await client.code(alice)

  const token = (await client.token({ code })).json().access_token

  const { db } = server.app
  const rows = [
    ...(await db.selectFrom('access_token').selectAll().execute()),
    ...(await db.selectFrom('authorization_code').selectAll().execute()),
    ...(await db.selectFrom('session').selectAll().execute()),
  ]
  const stored = JSON.stringify(rows)
  assert.ok(!stored.includes(token) && !stored.includes(code))
})

test('S-442 a client revokes its own tokens, however often', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const other = await registerClient(server)
  const token = await client.signIn(alice)
  const revoke = ({ application }: typeof client, text: string | undefined) =>
    server.anonymous.post('/oauth/revoke', {
      client_id: application.client_id,
      client_secret: application.client_secret,
      ...(text === undefined ? {} : { token: text }),
    })

  const foreign = await revoke(other, token)
  assert.equal(foreign.statusCode, 403, foreign.body)
  assert.equal(foreign.json().error, 'unauthorized_client')
  const me = new TestClient(server.http, token)
  assert.equal((await me.get('/api/v1/accounts/verify_credentials')).statusCode, 200)

  for (let attempt = 1; attempt <= 2; attempt++) {
    const response = await revoke(client, token)
    assert.equal(response.statusCode, 200, response.body)
    assert.deepEqual(response.json(), {})
  }
  assert.equal((await revoke(client, 'unknown')).statusCode, 200)
  assert.equal((await revoke(client, undefined)).statusCode, 403)
  const refused = await me.get('/api/v1/accounts/verify_credentials')
  assert.equal(refused.statusCode, 401, refused.body)
})

test('S-444 the metadata document names what there is', async () => {
  await using server = await startTestServer()

  const response = await server.anonymous.get('/.well-known/oauth-authorization-server')

  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.headers['access-control-allow-origin'], '*')
  assert.partialDeepStrictEqual(response.json(), {
    issuer: 'https://rookery.test/',
    authorization_endpoint: 'https://rookery.test/oauth/authorize',
    token_endpoint: 'https://rookery.test/oauth/token',
    revocation_endpoint: 'https://rookery.test/oauth/revoke',
    userinfo_endpoint: 'https://rookery.test/oauth/userinfo',
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    app_registration_endpoint: 'https://rookery.test/api/v1/apps',
  })
  assert.ok(response.json().scopes_supported.includes('write:statuses'))
})

test('S-443 userinfo takes the scope profile and tells who it is', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const profile = await server.tokenFor(alice, 'profile')
  const reading = await server.tokenFor(alice, 'read')

  for (const method of ['GET', 'POST']) {
    const response = await profile.send(method, '/oauth/userinfo')

    assert.equal(response.statusCode, 200, response.body)
    assert.deepEqual(response.json(), {
      iss: 'https://rookery.test/',
      sub: 'https://rookery.test/users/alice',
      name: '',
      preferred_username: 'alice',
      profile: 'https://rookery.test/@alice',
      picture: 'https://rookery.test/assets/avatar.png',
    })
    assert.equal((await reading.send(method, '/oauth/userinfo')).statusCode, 403)
    assert.equal((await server.anonymous.send(method, '/oauth/userinfo')).statusCode, 401)
  }
})

test('token info and introspection tell what a token is', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const other = await registerClient(server)
  const token = await client.signIn(alice, { scope: 'read push' })
  const introspect = ({ application }: typeof client, text: string) =>
    server.anonymous.post('/oauth/introspect', {
      client_id: application.client_id,
      client_secret: application.client_secret,
      token: text,
    })

  const info = await new TestClient(server.http, token).get('/oauth/token/info')
  const own = await introspect(client, token)

  assert.equal(info.statusCode, 200, info.body)
  assert.partialDeepStrictEqual(info.json(), {
    resource_owner_id: alice.userId,
    scope: ['read', 'push'],
    expires_in: null,
    application: { uid: client.application.client_id },
  })
  assert.equal(own.statusCode, 200, own.body)
  assert.partialDeepStrictEqual(own.json(), { active: true, scope: 'read push' })
  assert.deepEqual((await introspect(other, token)).json(), { active: false })
  assert.deepEqual((await introspect(client, 'unknown')).json(), { active: false })
})

test('S-445 a token may come as a parameter', async () => {
  await using server = await startTestServer()
  const { token } = await server.signUp('alice')

  for (const name of ['access_token', 'bearer_token']) {
    const response = await server.anonymous.get('/api/v1/accounts/verify_credentials', {
      [name]: token,
    })
    assert.equal(response.statusCode, 200, response.body)
  }
})
