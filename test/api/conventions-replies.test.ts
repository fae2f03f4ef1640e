import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { sendEmpty } from '../../src/kernel/http/empty-reply.ts'
import { pageHeaders } from '../../src/kernel/http/page-headers.ts'
import type { Server } from '../../src/kernel/http/routes.ts'
import { bearer, startSmallServer } from './conventions-server.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const PRIVATE = 'private, no-store'

function addRoutes(server: Server): void {
  const open = { scope: 'public' } as const
  server.get('/api/v1/object', { config: open }, async () => ({ a: 1 }))
  server.get('/api/v1/text', { config: open }, async () => '{"a":"é"}')
  server.post('/api/v1/empty', { config: open }, async () => ({}))
  server.get('/api/v1/off', { config: open }, async (_, reply) => sendEmpty(reply, 404))
  server.get(
    '/api/v1/old',
    { config: { scope: 'public', deprecatedSince: 1_668_384_000 } },
    async () => [],
  )
  server.get(
    '/api/v1/page',
    { config: { scope: 'read', anonymous: true, cache: 'page' } },
    async () => [],
  )
  server.post('/api/v1/page', { config: { scope: 'public', cache: 'page' } }, async () => [])
  server.get(
    '/api/v1/instance',
    { config: { scope: 'public', cache: 'document' } },
    async () => ({}),
  )
  server.get('/api/v1/broken', { config: { scope: 'public', cache: 'page' } }, async () => {
    throw new Error('a bug')
  })
  for (const path of [
    '/.well-known/webfinger',
    '/nodeinfo/2.0',
    '/@:username',
    '/users/:username',
    '/users/:username/outbox',
    '/oauth/userinfo',
    '/about',
  ]) {
    server.get(path, async () => ({}))
  }
  for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/userinfo', '/users/:username']) {
    server.post(path, async () => ({}))
  }
  server.get('/consent', async (_, reply) => {
    pageHeaders(reply, {
      formTargets: ['https://client.example', 'app:', "evil; script-src 'self'"],
      popup: true,
    })
    return '<p>'
  })
  server.get('/page', async (_, reply) => {
    pageHeaders(reply)
    return '<p>'
  })
}

async function get(url: string, headers: Record<string, string> = {}, options = {}) {
  await using server = await startSmallServer(addRoutes, options)
  return await server.http.inject({ url, headers })
}

test('S-013 empty success is 200 with {} as JSON', async () => {
  await using server = await startSmallServer(addRoutes)

  const response = await server.http.inject({ method: 'POST', url: '/api/v1/empty' })

  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['content-type'], JSON_TYPE)
  assert.equal(response.body, '{}')
})

test('an object and text that is JSON already are sent alike', async () => {
  assert.equal((await get('/api/v1/object')).headers['content-type'], JSON_TYPE)
  const text = await get('/api/v1/text')
  assert.equal(text.headers['content-type'], JSON_TYPE)
  assert.deepEqual(text.json(), { a: 'é' })
})

test('HEAD answers as GET does, without the body', async () => {
  await using server = await startSmallServer(addRoutes)

  const response = await server.http.inject({ method: 'HEAD', url: '/api/v1/text' })

  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['content-length'], '10')
  assert.equal(response.body, '')
})

test('a HEAD over a connection has the headers of its GET, no body, and leaves the connection in order', async () => {
  await using server = await startSmallServer(addRoutes)
  const origin = await server.http.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (method: string) => {
    const [response] = (await once(
      request(`${origin}/api/v1/text`, { method, agent }).end(),
      'response',
    )) as [IncomingMessage]
    const { date: _, ...headers } = response.headers
    return { headers, body: await text(response) }
  }

  const [head, get] = [await ask('HEAD'), await ask('GET')]
  agent.destroy()

  assert.equal(head.body, '')
  assert.equal(get.body, '{"a":"é"}')
  assert.deepEqual(
    { ...head.headers, 'x-request-id': null },
    { ...get.headers, 'x-request-id': null },
  )
})

test('S-017 a deprecated route says since when', async () => {
  assert.equal((await get('/api/v1/old')).headers.deprecation, '@1668384000')
  assert.equal((await get('/api/v1/object')).headers.deprecation, undefined)
})

test('S-018 replies vary by Authorization and are not kept', async () => {
  for (const path of ['/api/v1/object', '/api/v1/nothing-here', '/api/v1/broken']) {
    const { headers } = await get(path)
    assert.equal(headers['cache-control'], PRIVATE, path)
  }
  assert.equal((await get('/api/v1/object')).headers.vary, 'Authorization')
})

test('S-019 cacheable pages are shared by anonymous callers only', async () => {
  const shared = 'public, max-age=15, stale-while-revalidate=30, stale-if-error=86400'

  assert.equal((await get('/api/v1/page')).headers['cache-control'], shared)
  assert.match(String((await get('/api/v1/page')).headers.vary), /Authorization, Cookie/)
  const callers = [bearer('alice', 'read'), bearer('somebody'), { cookie: 'rookery_session=alice' }]
  for (const headers of callers) {
    const response = await get('/api/v1/page', headers)
    assert.equal(response.statusCode, 200)
    assert.equal(response.headers['cache-control'], PRIVATE)
  }
  const refused = await get('/api/v1/page', bearer('alice', 'write'))
  assert.equal(refused.statusCode, 403)
  assert.equal(refused.headers['cache-control'], PRIVATE)
})

test('S-019 only reading is cacheable', async () => {
  await using server = await startSmallServer(addRoutes)

  const response = await server.http.inject({ method: 'POST', url: '/api/v1/page' })

  assert.equal(response.headers['cache-control'], PRIVATE)
})

test('S-019 instance documents are kept for 300 s for everybody, except in limited federation', async () => {
  const kept = 'public, max-age=300, stale-while-revalidate=30, stale-if-error=86400'
  const closed = { config: { limitedFederationMode: true } }

  assert.equal((await get('/api/v1/instance')).headers['cache-control'], kept)
  const signedIn = await get('/api/v1/instance', bearer('alice', 'read'))
  assert.equal(signedIn.headers['cache-control'], kept)
  assert.equal((await get('/api/v1/instance', {}, closed)).headers['cache-control'], PRIVATE)
})

test('S-020 the API is open to every origin, without credentials', async () => {
  for (const path of ['/api/v1/object', '/api/v1/nothing-here', '/api/v1/broken']) {
    const { headers } = await get(path, { origin: 'https://client.example' })
    assert.equal(headers['access-control-allow-origin'], '*', path)
    assert.equal(headers['access-control-allow-credentials'], undefined)
    assert.equal(
      headers['access-control-expose-headers'],
      'Link, Mastodon-Async-Refresh, X-RateLimit-Reset, X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id',
    )
  }
})

test('S-020 a preflight is answered 200 for every path of the API and lets every header through', async () => {
  await using server = await startSmallServer(addRoutes)

  const response = await server.http.inject({
    method: 'OPTIONS',
    url: '/api/v1/object?a=1',
    headers: {
      origin: 'https://client.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,idempotency-key',
    },
  })

  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['access-control-allow-origin'], '*')
  assert.equal(
    response.headers['access-control-allow-methods'],
    'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  )
  assert.equal(response.headers['access-control-allow-headers'], 'authorization,idempotency-key')
})

test('S-020 outside of the API only some addresses are open, with some methods', async () => {
  await using server = await startSmallServer(addRoutes)
  const allowed = async (method: 'GET' | 'POST', url: string) =>
    (await server.http.inject({ method, url })).headers['access-control-allow-origin']
  const methods = async (url: string) =>
    (await server.http.inject({ method: 'OPTIONS', url })).headers['access-control-allow-methods']

  for (const url of ['/.well-known/webfinger', '/nodeinfo/2.0', '/@alice', '/users/alice']) {
    assert.equal(await allowed('GET', url), '*', url)
    assert.equal(await methods(url), 'GET', url)
  }
  assert.equal(await allowed('POST', '/oauth/token'), '*')
  assert.equal(await allowed('POST', '/oauth/revoke'), '*')
  assert.equal(await methods('/oauth/token'), 'POST')
  assert.equal(await allowed('GET', '/oauth/userinfo'), '*')
  assert.equal(await allowed('POST', '/oauth/userinfo'), '*')
  assert.equal(await methods('/oauth/userinfo'), 'GET, POST')
  assert.equal(await allowed('POST', '/users/alice'), undefined)
  assert.equal(await allowed('GET', '/users/alice/outbox'), undefined)
  assert.equal(await allowed('GET', '/about'), undefined)
  assert.equal(await methods('/about'), undefined)
})

test('S-035 what is switched off is 404 with an empty body that claims no JSON', async () => {
  const response = await get('/api/v1/off')

  assert.equal(response.statusCode, 404)
  assert.equal(response.body, '')
  assert.equal(response.headers['content-type'], undefined)
})

test('every reply has an X-Request-Id; one from outside counts only from a proxy of ours', async () => {
  const sent = { 'x-request-id': 'from-a-proxy-1' }
  const behind = { config: { trustedProxies: ['127.0.0.0/8'] } }

  for (const path of ['/api/v1/object', '/about', '/nothing-here', '/api/v1/broken', '/%ff']) {
    assert.match(String((await get(path)).headers['x-request-id']), /^[0-9a-f-]{36}$/, path)
  }
  assert.notEqual((await get('/about', sent)).headers['x-request-id'], 'from-a-proxy-1')
  assert.equal((await get('/about', sent, behind)).headers['x-request-id'], 'from-a-proxy-1')
  const strange = { 'x-request-id': 'two words' }
  assert.match(
    String((await get('/about', strange, behind)).headers['x-request-id']),
    /^[0-9a-f-]{36}$/,
  )
})

test('pages run no script, load nothing from elsewhere and are shown in no frame', async () => {
  const { headers } = await get('/page')

  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  const policy = String(headers['content-security-policy'])
  for (const rule of [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "form-action 'self';",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]) {
    assert.ok(policy.includes(rule), rule)
  }
  assert.ok(!policy.includes('script-src'))
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'same-origin')
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
})

test('a consent page may lead to its client and stays tied to the window that opened it', async () => {
  const { headers } = await get('/consent')

  assert.ok(
    String(headers['content-security-policy']).includes(
      "form-action 'self' https://client.example app:;",
    ),
  )
  assert.equal(headers['cross-origin-opener-policy'], undefined)
})

test('a route of the API without a scope stops the start', async () => {
  await assert.rejects(
    startSmallServer((server) => server.get('/api/v1/forgotten', async () => ({}))),
    /GET \/api\/v1\/forgotten declares no scope/,
  )
})

test('A48: a route of the staff without a permission stops the start', async () => {
  for (const prefix of ['/api/v1', '/api/v2', '/api/rookery/v1']) {
    const config = { scope: 'admin:read' } as const
    await assert.rejects(
      startSmallServer((server) =>
        server.get(`${prefix}/admin/forgotten`, { config }, async () => ({})),
      ),
      /admin\/forgotten declares no permission/,
    )
  }
})
