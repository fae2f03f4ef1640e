import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewerIdOf, viewerOf } from '../../src/kernel/http/auth.ts'
import type { Server } from '../../src/kernel/http/routes.ts'
import { bearer, startSmallServer } from './conventions-server.ts'

const SESSION = { cookie: 'theme=dark; rookery_session=alice' }
const CSRF = { 'x-csrf-token': 'csrf-of-alice' }

function addRoutes(server: Server): void {
  server.get('/api/v1/home', { config: { scope: 'read:statuses' } }, async (request) => ({
    viewer: viewerOf(request).id,
  }))
  server.post(
    '/api/v1/write',
    { config: { scope: ['write:follows', 'follow'] } },
    async (request) => ({
      viewer: viewerOf(request).id,
    }),
  )
  server.get('/api/v1/any', { config: { scope: 'any' } }, async () => ({}))
  server.get('/api/v1/app', { config: { scope: 'any', appToken: true } }, async (request) => ({
    viewer: viewerIdOf(request),
  }))
  server.get('/api/v1/confirm', { config: { scope: 'read', unconfirmed: true } }, async () => ({}))
  server.get(
    '/api/v1/status',
    { config: { scope: 'read:statuses', anonymous: true } },
    async (request) => ({
      viewer: viewerIdOf(request),
    }),
  )
  server.get('/api/v1/public', { config: { scope: 'public' } }, async (request) => ({
    viewer: viewerIdOf(request),
  }))
  server.get('/api/v1/mistaken', { config: { scope: 'public' } }, async (request) =>
    viewerOf(request),
  )
  const permission = 'everybody'
  server.get(
    '/api/v1/admin/things',
    { config: { scope: 'admin:read:accounts', permission } },
    async () => ({}),
  )
  server.post(
    '/api/v1/admin/things',
    { config: { scope: 'admin:write:accounts', permission, readsOnly: true } },
    async () => ({}),
  )
  server.put('/api/web/settings', { config: { scope: 'any' } }, async () => ({}))
  server.get('/api/v1/instance', { config: { scope: 'public' } }, async () => ({}))
  server.get('/api/v1/instance/rules', { config: { scope: 'public' } }, async () => ({}))
  server.post('/api/v1/apps', { config: { scope: 'public' } }, async () => ({}))
  server.get('/oauth/userinfo', { config: { scope: 'profile' } }, async () => ({}))
  server.get('/about', async (request) => ({ viewer: viewerIdOf(request) }))
  server.post(
    '/api/v1/upload',
    { config: { scope: 'write:media', maxBody: 4 << 20 } },
    async () => ({}),
  )
}

type Headers = Record<string, string>

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'HEAD',
  url: string,
  headers: Headers = {},
  more: object = {},
) {
  await using server = await startSmallServer(addRoutes)
  const response = await server.http.inject({ method, url, headers, ...more })
  return {
    status: response.statusCode,
    body: response.body === '' ? {} : response.json(),
    headers: response.headers,
  }
}

const get = (url: string, headers: Headers = {}) => call('GET', url, headers)

test('S-023 no token, an unknown one and a revoked one are 401 with a challenge', async () => {
  for (const headers of [
    {},
    bearer('unknown'),
    bearer('revoked'),
    { authorization: 'Bearer' },
    { authorization: 'Basic YTpi' },
  ]) {
    const answer = await get('/api/v1/home', headers as Headers)
    assert.equal(answer.status, 401)
    assert.equal(typeof answer.body.error, 'string')
    assert.match(
      String(answer.headers['www-authenticate']),
      /^Bearer realm="Rookery", error="invalid_token", error_description="[^"]+"$/,
    )
  }
  assert.equal((await get('/api/v1/home')).body.error, 'The access token is invalid')
})

test('S-024 a token without the scope is 403', async () => {
  const answer = await get('/api/v1/home', bearer('alice', 'read:accounts', 'write'))

  assert.equal(answer.status, 403)
  assert.equal(answer.body.error, 'This action is outside the authorized scopes')
})

test('one of several scopes, and one that covers it, suffice', async () => {
  for (const scope of ['read', 'read:statuses']) {
    assert.deepEqual((await get('/api/v1/home', bearer('alice', scope))).body, { viewer: 'alice' })
  }
  for (const scope of ['write', 'follow', 'write:follows']) {
    assert.equal((await call('POST', '/api/v1/write', bearer('alice', scope))).status, 200)
  }
  assert.equal((await get('/api/v1/any', bearer('alice', 'push'))).status, 200)
  assert.equal((await get('/oauth/userinfo', bearer('alice', 'profile'))).status, 200)
  assert.equal((await get('/oauth/userinfo', bearer('alice', 'push'))).status, 403)
})

test('S-025 a token without a user is 422 where one is needed', async () => {
  const answer = await get('/api/v1/home', bearer('app', 'read'))

  assert.equal(answer.status, 422)
  assert.equal(answer.body.error, 'This method requires an authenticated user')
  assert.equal((await get('/api/v1/any', bearer('app', 'read'))).status, 422)
  assert.deepEqual((await get('/api/v1/app', bearer('app', 'read'))).body, { viewer: null })
  assert.deepEqual((await get('/api/v1/status', bearer('app', 'read'))).body, { viewer: null })
})

test('S-026 an unconfirmed, unapproved or disabled user is 403, each with its own text', async () => {
  const texts = new Set<string>()
  for (const name of ['unconfirmed', 'unapproved', 'disabled']) {
    const answer = await get('/api/v1/home', bearer(name, 'read'))
    assert.equal(answer.status, 403, name)
    texts.add(answer.body.error)
  }
  assert.deepEqual(
    [...texts],
    [
      'Your login is missing a confirmed e-mail address',
      'Your login is currently pending approval',
      'Your login is currently disabled',
    ],
  )
})

test('S-026 who waits for confirmation or approval may use what anybody may, and what is meant for them', async () => {
  for (const name of ['unconfirmed', 'unapproved']) {
    for (const path of ['confirm', 'status', 'public']) {
      assert.equal((await get(`/api/v1/${path}`, bearer(name, 'read'))).status, 200, path)
    }
  }
  assert.equal((await get('/api/v1/confirm', bearer('disabled', 'read'))).status, 403)
})

test('S-027 a suspended account is 403 on any call', async () => {
  for (const path of ['home', 'confirm', 'status', 'public', 'instance']) {
    assert.equal((await get(`/api/v1/${path}`, bearer('suspended', 'read'))).status, 403, path)
  }
})

test('S-400 an admin call takes a bearer token without CSRF token, also beside a session', async () => {
  const token = bearer('alice', 'admin:write')

  assert.equal((await call('POST', '/api/v1/admin/things', token)).status, 200)
  assert.equal((await call('POST', '/api/v1/admin/things', { ...token, ...SESSION })).status, 200)
})

test('S-401 a session reads without CSRF token and writes only with its own', async () => {
  assert.deepEqual((await get('/api/v1/home', SESSION)).body, { viewer: 'alice' })
  assert.equal((await call('HEAD', '/api/v1/home', SESSION)).status, 200)
  assert.equal((await get('/api/v1/admin/things', SESSION)).status, 200)
  assert.equal((await call('POST', '/api/v1/write', { ...SESSION, ...CSRF })).status, 200)
  assert.equal((await call('POST', '/api/v1/admin/things', { ...SESSION, ...CSRF })).status, 200)
  for (const headers of [SESSION, { ...SESSION, 'x-csrf-token': 'csrf-of-bob' }]) {
    assert.equal((await call('POST', '/api/v1/admin/things', headers)).status, 403)
    assert.equal((await call('POST', '/api/v1/write', headers)).status, 401)
  }
})

test('S-401 a session that ended is like none, and a token beside it counts', async () => {
  const ended = { cookie: 'rookery_session=ended' }

  assert.equal((await get('/api/v1/public', ended)).status, 200)
  assert.equal((await get('/api/v1/home', ended)).status, 401)
  assert.equal(
    (await get('/api/v1/home', { ...ended, ...bearer('bob', 'read') })).body.viewer,
    'bob',
  )
  assert.equal((await get('/api/v1/home', { ...SESSION, ...bearer('unknown') })).status, 401)
})

test('S-402 an admin call without credentials is 403, without scope too', async () => {
  assert.equal((await get('/api/v1/admin/things')).status, 403)
  assert.equal((await call('POST', '/api/v1/admin/things')).status, 403)
  assert.equal((await get('/api/v1/admin/things', bearer('alice', 'read', 'write'))).status, 403)
  assert.equal((await get('/api/v1/admin/things', bearer('revoked'))).status, 401)
})

test('S-404 under /api/web a session with a bad CSRF token is 422', async () => {
  assert.equal((await call('PUT', '/api/web/settings', SESSION)).status, 422)
  assert.equal((await call('PUT', '/api/web/settings', { ...SESSION, ...CSRF })).status, 200)
})

test('S-410 routes that are open need no credentials', async () => {
  assert.deepEqual((await get('/api/v1/status')).body, { viewer: null })
  assert.deepEqual((await get('/api/v1/public')).body, { viewer: null })
})

test('S-411 an optional token: wrong scope 403, revoked 401, unknown ignored', async () => {
  assert.deepEqual((await get('/api/v1/status', bearer('alice', 'read'))).body, { viewer: 'alice' })
  assert.equal((await get('/api/v1/status', bearer('alice', 'write'))).status, 403)
  for (const path of ['status', 'public']) {
    assert.equal((await get(`/api/v1/${path}`, bearer('revoked'))).status, 401, path)
    assert.deepEqual((await get(`/api/v1/${path}`, bearer('unknown'))).body, { viewer: null })
  }
  assert.deepEqual((await get('/api/v1/public', bearer('alice', 'push'))).body, { viewer: 'alice' })
})

test('S-426 in limited federation the API needs a user, except where one comes from', async () => {
  await using server = await startSmallServer(addRoutes, {
    config: { limitedFederationMode: true },
  })
  const status = async (method: 'GET' | 'POST' | 'HEAD', url: string, headers: Headers = {}) =>
    (await server.http.inject({ method, url, headers })).statusCode

  assert.equal(await status('GET', '/api/v1/public'), 401)
  assert.equal(await status('GET', '/api/v1/status', bearer('app', 'read')), 401)
  assert.equal(await status('GET', '/api/v1/app', bearer('app', 'read')), 401)
  assert.equal(await status('GET', '/api/v1/instance/rules'), 401)
  assert.equal(await status('GET', '/api/v1/status', bearer('alice', 'read')), 200)
  assert.equal(await status('GET', '/api/v1/instance'), 200)
  assert.equal(await status('HEAD', '/api/v1/instance'), 200)
  assert.equal(await status('POST', '/api/v1/apps'), 200)
  assert.equal(await status('GET', '/oauth/userinfo', bearer('alice', 'profile')), 200)
  assert.equal(await status('GET', '/about'), 200)
})

test('S-428 where sign-in is required only the instance documents stay public', async () => {
  await using server = await startSmallServer(addRoutes, { requireSignIn: () => true })
  const status = async (url: string, headers: Headers = {}) =>
    (await server.http.inject({ url, headers })).statusCode

  assert.equal(await status('/api/v1/public'), 401)
  assert.equal(await status('/api/v1/app', bearer('app', 'read')), 401)
  assert.equal(await status('/api/v1/public', bearer('alice', 'read')), 200)
  assert.equal(await status('/api/v1/instance'), 200)
  assert.equal(await status('/api/v1/instance/rules'), 200)
})

for (const name of ['access_token', 'bearer_token']) {
  test(`S-445 a token may come as ${name} in query, form, JSON and multipart`, async () => {
    const token = 'alice/read/write'
    const form = new FormData()
    form.append(name, token)
    const bodies = [
      {
        payload: `${name}=${token}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      { payload: { [name]: token } },
      { payload: form },
    ]

    assert.equal((await get(`/api/v1/home?${name}=${token}`)).status, 200)
    for (const { payload, headers } of bodies as { payload: object; headers?: Headers }[]) {
      assert.equal((await call('POST', '/api/v1/write', headers, { payload })).status, 200)
      // a token is a token, whatever the cookie says
      const beside = await call('POST', '/api/v1/write', { ...headers, ...SESSION }, { payload })
      assert.equal(beside.status, 200)
    }
  })
}

test('S-445 the header counts before the parameter', async () => {
  const answer = await get('/api/v1/home?access_token=bob/read', bearer('alice', 'read'))

  assert.deepEqual(answer.body, { viewer: 'alice' })
})

test('a large body is read only for those who said before who they are', async () => {
  const payload = { access_token: 'alice/write', text: 'x'.repeat(2 << 20) }

  assert.equal((await call('POST', '/api/v1/upload', {}, { payload })).status, 401)
  assert.equal(
    (await call('POST', '/api/v1/upload', bearer('alice', 'write'), { payload })).status,
    200,
  )
})

test('a route that asks for a user without saying so is refused, not broken', async () => {
  assert.equal((await get('/api/v1/mistaken')).status, 401)
  assert.equal((await get('/api/v1/mistaken', bearer('app', 'read'))).status, 422)
})

test('pages look at sessions themselves: no token is asked for on their behalf', async () => {
  for (const token of [bearer('revoked'), bearer('alice', 'read')]) {
    assert.deepEqual((await get('/about', { ...SESSION, ...token })).body, { viewer: null })
  }
})
