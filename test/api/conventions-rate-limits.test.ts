import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUCKETS } from '../../src/kernel/http/rate-limits/buckets.ts'
import { spend, spendKey } from '../../src/kernel/http/rate-limits/limiter.ts'
import type { Server } from '../../src/kernel/http/routes.ts'
import { bearer, type SmallServer, startSmallServer } from './conventions-server.ts'

const limits = { config: { rateLimits: true, trustedProxies: ['127.0.0.1'] } }

function addRoutes(server: Server): void {
  const open = { scope: 'public' } as const
  const own = { scope: 'read' } as const
  server.get('/api/v1/home', { config: own }, async () => ({}))
  server.get('/api/v1/public', { config: open }, async () => ({}))
  server.get('/api/v1/page', { config: { ...open, cache: 'page' } }, async () => ({}))
  server.get('/users/:name/outbox', async (_, reply) => {
    reply.header('cache-control', 'public, max-age=180')
    return {}
  })
  server.get('/page', async () => ({}))
  server.post('/api/v2/media', { config: { ...own, limits: ['media'] } }, async () => ({}))
  server.delete(
    '/api/v1/statuses/:id',
    { config: { ...own, limits: ['delete'] } },
    async () => ({}),
  )
  server.post('/api/v1/unreblog', { config: { ...own, limits: ['delete'] } }, async () => ({}))
  server.post(
    '/api/v1/accounts',
    { config: { scope: 'any', appToken: true, limits: ['sign_up'] } },
    async () => ({}),
  )
  server.post('/api/v1/apps', { config: { ...open, limits: ['apps'] } }, async () => ({}))
  server.post(
    '/api/v1/confirm',
    { config: { ...own, limits: ['confirmations'] } },
    async () => ({}),
  )
  server.get('/media_proxy/:id', { config: { limits: ['media_proxy'] } }, async () => ({}))
  server.post('/auth/sign_in', { config: { limits: ['sign_in'] } }, async (request) => {
    await spendKey(request, 'sign_in_email', (request.body as { email: string }).email)
    return {}
  })
  server.post('/auth/password', async (request) => {
    await spend(request, 'password_reset')
    await spendKey(request, 'password_reset_email', (request.body as { email: string }).email)
    return {}
  })
  for (const path of ['statuses', 'statuses/edit']) {
    server.post(
      `/api/v1/${path}`,
      { config: { ...own, limits: ['statuses'] } },
      async (request) => {
        if ((request.body as { status?: string }).status === undefined) return {}
        await spend(request, 'statuses')
        return {}
      },
    )
  }
}

interface Call {
  method?: 'GET' | 'POST' | 'DELETE'
  url: string
  headers?: Record<string, string>
  payload?: object
}

/** How many calls pass before the first 429; gives up after `most`. */
async function passing(server: SmallServer, call: Call, most: number): Promise<number> {
  for (let count = 0; count < most; count++) {
    const { statusCode } = await server.http.inject(call)
    if (statusCode === 429) return count
    assert.equal(statusCode, 200)
  }
  return most
}

function from(address: string): Record<string, string> {
  return { 'x-forwarded-for': address }
}

test('S-046 300 calls in 5 minutes per token, 1500 per user', async () => {
  await using server = await startSmallServer(addRoutes, limits)

  for (const name of ['alice', 'alice-2', 'alice-3', 'alice-4', 'alice-5']) {
    const call = { url: '/api/v1/home', headers: bearer(name, 'read') }
    assert.equal(await passing(server, call, 400), 300, name)
  }
  const sixth = { url: '/api/v1/home', headers: bearer('alice-6', 'read') }
  assert.equal(await passing(server, sixth, 400), 0)
  const bob = { url: '/api/v1/home', headers: bearer('bob', 'read') }
  assert.equal(await passing(server, bob, 1), 1)
})

test('S-046 a session counts as a token', async () => {
  await using server = await startSmallServer(addRoutes, limits)

  const call = { url: '/api/v1/home', headers: { cookie: 'rookery_session=alice' } }

  assert.equal(await passing(server, call, 400), 300)
})

test('S-047 300 calls in 5 minutes per address without a user, also refused ones', async () => {
  await using server = await startSmallServer(addRoutes, limits)
  const one = { url: '/api/v1/public', headers: from('203.0.113.1') }
  const refused = { url: '/api/v1/home', headers: from('203.0.113.1') }

  assert.equal((await server.http.inject(refused)).statusCode, 401)
  assert.equal(await passing(server, one, 400), 299)
  assert.equal((await server.http.inject(refused)).statusCode, 429)
  assert.equal(await passing(server, { ...one, headers: from('203.0.113.2') }, 1), 1)
})

test('S-047 IPv6 addresses of one /64 count as one', async () => {
  await using server = await startSmallServer(addRoutes, limits)
  const url = '/api/v1/public'

  assert.equal(await passing(server, { url, headers: from('2001:db8:0:1::1') }, 200), 200)
  assert.equal(await passing(server, { url, headers: from('2001:db8::1:ffff:0:0:2') }, 200), 100)
  assert.equal(await passing(server, { url, headers: from('2001:db8:0:2::1') }, 1), 1)
})

test('S-048 special buckets count beside the general ones', async () => {
  const alice = bearer('alice', 'read')
  for (const [call, limit] of [
    [{ method: 'POST', url: '/api/v2/media', headers: alice }, 30],
    [{ method: 'DELETE', url: '/api/v1/statuses/1', headers: alice }, 30],
    [{ method: 'POST', url: '/api/v1/accounts', headers: bearer('app', 'write') }, 5],
    [{ method: 'POST', url: '/api/v1/apps' }, 5],
    [{ method: 'POST', url: '/api/v1/confirm', headers: alice }, 5],
    [{ method: 'GET', url: '/media_proxy/1' }, 30],
  ] as const) {
    await using server = await startSmallServer(addRoutes, limits)
    assert.equal(await passing(server, call, 40), limit, call.url)
  }
})

test('S-048 deleting a status and taking back a boost share a bucket', async () => {
  await using server = await startSmallServer(addRoutes, limits)
  const headers = bearer('alice', 'read')

  assert.equal(
    await passing(server, { method: 'DELETE', url: '/api/v1/statuses/1', headers }, 20),
    20,
  )
  assert.equal(await passing(server, { method: 'POST', url: '/api/v1/unreblog', headers }, 20), 10)
})

test('S-048 confirmation mails: 25 in 5 minutes per address, whoever asks', async () => {
  await using server = await startSmallServer(addRoutes, limits)
  const names = Array.from({ length: 6 }, (_, index) => `user${index}`)

  const counts = []
  for (const name of names) {
    const call = { method: 'POST', url: '/api/v1/confirm', headers: bearer(name, 'read') } as const
    counts.push(await passing(server, call, 5))
  }

  assert.deepEqual(counts, [5, 5, 5, 5, 5, 0])
})

test('S-048 paging: 300 in 15 minutes per user, or per address, everywhere', async () => {
  for (const [query, headers] of [
    ['max_id=1', bearer('alice', 'read')],
    ['min_id=1', bearer('alice', 'read')],
    ['since_id=1', {}],
    ['page=2', {}],
  ] as const) {
    await using server = await startSmallServer(addRoutes, limits)
    const paging = { url: `/api/v1/public?${query}`, headers }
    assert.equal(await passing(server, paging, 200), 200)
    server.clock.now += 300_000
    assert.equal(await passing(server, paging, 200), 100, query)
    assert.equal(await passing(server, { ...paging, url: '/api/v1/public?max_id=' }, 1), 1)
  }
  await using server = await startSmallServer(addRoutes, limits)
  assert.equal(await passing(server, { url: '/users/alice/outbox?page=true' }, 400), 300)
  assert.equal(await passing(server, { url: '/page' }, 400), 400)
})

test('S-048 sign-in: 25 in 5 minutes per address, 25 in an hour per e-mail address', async () => {
  await using server = await startSmallServer(addRoutes, limits)
  const signIn = (email: string, address: string) =>
    ({ method: 'POST', url: '/auth/sign_in', headers: from(address), payload: { email } }) as const

  assert.equal(await passing(server, signIn('a@example.org', '203.0.113.1'), 30), 25)
  assert.equal(await passing(server, signIn('b@example.org', '203.0.113.1'), 1), 0)
  assert.equal(await passing(server, signIn(' A@Example.ORG', '203.0.113.2'), 1), 0)
  assert.equal(await passing(server, signIn('b@example.org', '203.0.113.3'), 1), 1)
})

test('S-048 password reset: 25 in 5 minutes per address, 5 in 30 minutes per e-mail address', async () => {
  await using server = await startSmallServer(addRoutes, limits)
  const reset = (email: string) =>
    ({ method: 'POST', url: '/auth/password', payload: { email } }) as const

  assert.equal(await passing(server, reset('a@example.org'), 10), 5)
  for (const name of ['b', 'c', 'd']) {
    assert.equal(await passing(server, reset(`${name}@example.org`), 5), 5)
  }
  assert.equal(await passing(server, reset('e@example.org'), 5), 4)
})

test('S-049 headers describe the bucket that is closest to exhaustion', async () => {
  await using server = await startSmallServer(addRoutes, limits)
  const headers = bearer('alice', 'read')

  const home = await server.http.inject({ url: '/api/v1/home', headers })
  const media = await server.http.inject({ method: 'POST', url: '/api/v2/media', headers })

  assert.equal(home.headers['x-ratelimit-limit'], '300')
  assert.equal(home.headers['x-ratelimit-remaining'], '299')
  assert.equal(home.headers['x-ratelimit-reset'], '2026-08-08T12:05:00.000000Z')
  assert.equal(media.headers['x-ratelimit-limit'], '30')
  assert.equal(media.headers['x-ratelimit-remaining'], '29')
  assert.equal(media.headers['x-ratelimit-reset'], '2026-08-08T12:30:00.000000Z')
})

test('S-582 what shared caches may store does not say what is left to its first caller', async () => {
  await using server = await startSmallServer(addRoutes, limits)
  const page = { url: '/api/v1/page' }
  const [shared, document] = [
    await server.http.inject(page),
    await server.http.inject('/users/alice/outbox?page=true'),
  ]
  const own = await server.http.inject({ ...page, headers: bearer('alice', 'read') })

  for (const { statusCode, headers } of [shared, document]) {
    assert.equal(statusCode, 200)
    assert.match(String(headers['cache-control']), /^public\b/)
    const told = Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))
    assert.deepEqual(told, [])
  }
  assert.equal(own.headers['x-ratelimit-remaining'], '299')
  // it counts all the same
  assert.equal(await passing(server, { method: 'GET', ...page }, 300), 299)
})

test('S-032 S-049 429 says that nothing remains and when to try again', async () => {
  await using server = await startSmallServer(addRoutes, limits)
  const call = { method: 'POST', url: '/api/v1/apps' } as const
  await passing(server, call, 5)

  const { statusCode, headers, ...response } = await server.http.inject(call)

  assert.equal(statusCode, 429)
  assert.equal(typeof response.json().error, 'string')
  assert.equal(headers['x-ratelimit-limit'], '5')
  assert.equal(headers['x-ratelimit-remaining'], '0')
  assert.equal(headers['x-ratelimit-reset'], '2026-08-08T12:10:00.000000Z')
  assert.equal(headers['retry-after'], '540')
  assert.equal(headers['access-control-allow-origin'], '*')
})

test('S-050 statuses count when they are made, edits share their bucket', async () => {
  await using server = await startSmallServer(addRoutes, limits)
  const post = (path: string, payload: object) =>
    server.http.inject({
      method: 'POST',
      url: `/api/v1/${path}`,
      headers: bearer('alice', 'read'),
      payload,
    })

  const refused = await post('statuses', {})
  assert.equal(refused.headers['x-ratelimit-limit'], '300')
  for (let count = 0; count < 298; count++) await post('statuses', { status: 'hello' })
  server.clock.now += 300_000
  const [edit, last, over, other] = [
    await post('statuses/edit', { status: 'hello' }),
    await post('statuses', { status: 'hello' }),
    await post('statuses', { status: 'hello' }),
    await post('statuses', {}),
  ]

  assert.equal(edit.headers['x-ratelimit-remaining'], '1')
  assert.equal(edit.headers['x-ratelimit-reset'], '2026-08-08T15:00:00.000000Z')
  assert.equal(last.headers['x-ratelimit-remaining'], '0')
  assert.equal(over.statusCode, 429)
  assert.equal(other.statusCode, 200)
})

test('S-050 the numbers of the action buckets', () => {
  assert.deepEqual(BUCKETS.statuses, [{ limit: 300, seconds: 10_800, per: 'user', action: true }])
  for (const name of ['follows', 'reports'] as const) {
    assert.deepEqual(BUCKETS[name], [{ limit: 400, seconds: 86_400, per: 'user', action: true }])
  }
})

test('S-051 windows start at multiples of their length since 1970', async () => {
  await using server = await startSmallServer(addRoutes, limits)
  const call = { method: 'POST', url: '/api/v1/apps' } as const
  assert.equal(await passing(server, call, 10), 5)

  server.clock.now = Date.UTC(2026, 7, 8, 12, 10) - 1
  assert.equal(await passing(server, call, 1), 0)
  server.clock.now += 1
  assert.equal(await passing(server, call, 10), 5)
})

test('without rate limits nothing is counted and nothing said', async () => {
  await using server = await startSmallServer(addRoutes, { config: { rateLimits: false } })

  assert.equal(await passing(server, { method: 'POST', url: '/api/v1/apps' }, 20), 20)
  const payload = { email: 'a@example.org' }
  assert.equal(await passing(server, { method: 'POST', url: '/auth/password', payload }, 20), 20)
  const { headers } = await server.http.inject('/api/v1/public')
  assert.equal(headers['x-ratelimit-limit'], undefined)
})

test('a limit that does not exist stops the start', async () => {
  await assert.rejects(
    startSmallServer((server) => {
      server.get('/x', { config: { limits: ['nothing'] } }, async () => ({}))
    }),
    /unknown limit: nothing/,
  )
})
