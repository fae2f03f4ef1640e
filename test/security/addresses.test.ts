import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientAddress } from '../../src/kernel/http/client-address.ts'
import { createCounter } from '../../src/kernel/http/rate-limits/counter.ts'
import type { Server } from '../../src/kernel/http/routes.ts'
import { startSmallServer } from '../api/conventions-server.ts'

function addRoutes(server: Server): void {
  server.get('/address', async (request) => ({ address: clientAddress(request) }))
  server.get('/api/v1/public', { config: { scope: 'public' } }, async () => ({}))
  server.post('/api/v1/apps', { config: { scope: 'public', limits: ['apps'] } }, async () => ({}))
}

async function addressSeen(trustedProxies: string[], remoteAddress: string, forwarded: string) {
  await using server = await startSmallServer(addRoutes, { config: { trustedProxies } })
  const headers = { 'x-forwarded-for': forwarded }
  const response = await server.http.inject({ url: '/address', headers, remoteAddress })
  return response.json().address
}

test('A44 a forged X-Forwarded-For is not believed from anybody', async () => {
  assert.equal(await addressSeen([], '198.51.100.9', '203.0.113.1'), '198.51.100.9')
  assert.equal(await addressSeen(['10.0.0.0/8'], '198.51.100.9', '203.0.113.1'), '198.51.100.9')
})

test('A44 a configured proxy is believed, what was in the header before it is not', async () => {
  const proxies = ['10.0.0.0/8', 'fd00::/8']

  assert.equal(await addressSeen(proxies, '10.0.0.1', '203.0.113.1'), '203.0.113.1')
  assert.equal(await addressSeen(proxies, '::ffff:10.0.0.1', '::ffff:203.0.113.1'), '203.0.113.1')
  assert.equal(await addressSeen(proxies, 'fd00::1', '2001:db8::1'), '2001:db8::1')
  assert.equal(await addressSeen(proxies, '10.0.0.1', '1.1.1.1, 203.0.113.1'), '203.0.113.1')
  const chain = '1.1.1.1, 203.0.113.1, 10.0.0.2'
  assert.equal(await addressSeen(proxies, '10.0.0.1', chain), '203.0.113.1')
})

test('A44 what is no address is not taken for one', async () => {
  for (const forwarded of ['unknown', '<script>', `${'9'.repeat(5000)}`, ',,,', '1.2.3.4:80', '']) {
    assert.equal(await addressSeen(['10.0.0.1'], '10.0.0.1', forwarded), '10.0.0.1', forwarded)
  }
})

test('A44 forging addresses does not get around a limit', async () => {
  await using server = await startSmallServer(addRoutes, { config: { rateLimits: true } })

  const statuses = []
  for (let count = 0; count < 6; count++) {
    const headers = { 'x-forwarded-for': `203.0.113.${count}` }
    const response = await server.http.inject({ method: 'POST', url: '/api/v1/apps', headers })
    statuses.push(response.statusCode)
  }

  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
})

for (const [kind, answer] of [
  ['at once', (blocked: boolean) => blocked],
  ['later', (blocked: boolean) => Promise.resolve(blocked)],
] as const) {
  test(`S-052 everything is refused to a blocked address (told ${kind})`, async () => {
    await using server = await startSmallServer(addRoutes, {
      ipBlocked: (address) => answer(address === '203.0.113.1'),
    })

    for (const url of ['/api/v1/public', '/address', '/nothing', '/api/v1/nothing']) {
      const blocked = await server.http.inject({ url, remoteAddress: '::ffff:203.0.113.1' })
      assert.equal(blocked.statusCode, 403, url)
      assert.equal(typeof blocked.json().error, 'string')
      const other = await server.http.inject({ url, remoteAddress: '203.0.113.2' })
      assert.notEqual(other.statusCode, 403, url)
    }
  })
}

test('A54 counters of many forged clients take bounded memory', () => {
  const counter = createCounter({ limit: 300, seconds: 300, per: 'stranger' })

  for (let client = 0; client < 300_000; client++) counter.take(`2001:db8:0:${client}`, 0)

  assert.ok(counter.size() <= 50_000, `${counter.size()}`)
})
