import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDomainBudget } from '../../src/kernel/net/domain-budget.ts'
import { EgressRefused } from '../../src/kernel/net/errors.ts'
import { createHopBudget } from '../../src/kernel/net/hop-budget.ts'
import { egress, LIMITS, refusedFor, serve } from './loopback.ts'

/** Asks for a literal, and for a public-looking name that resolves to it. */
async function assertRefused(address: string): Promise<void> {
  const host = address.includes(':') ? `[${address}]` : address
  await using direct = egress({ allow: [] })
  await using byName = egress({ allow: [], resolve: async () => [{ address, ttl: 60 }] })

  await assert.rejects(direct.fetch({ url: `https://${host}/`, ...LIMITS }), refusedFor('address'))
  await assert.rejects(
    byName.fetch({ url: 'https://social.example.com/', ...LIMITS }),
    refusedFor('address'),
  )
}

test('A26 special-purpose IPv4 addresses are refused, as literals and behind names', async () => {
  const addresses = [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.254',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
  ]
  for (const address of addresses) await assertRefused(address)
})

test('A27 IPv6 addresses that are not global unicast are refused', async () => {
  const addresses = [
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:93.184.216.34',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::5db8:d822',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3ffe::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456:789a::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ]
  for (const address of addresses) await assertRefused(address)
})

test('A28 octal, hexadecimal, decimal and encoded spellings of an IPv4 address are refused, even of an allowed one', async () => {
  await using server = await serve((_request, response) => response.end())
  await using out = egress()
  const hosts = ['0x7f.0.0.1', '0177.0.0.1', '2130706433', '0x7f000001', '127.1', '127.0.1']
  const encoded = ['%31%32%37.0.0.1', '１２７.0.0.1', '127。0。0。1', '127.0.0.1.']

  for (const host of [...hosts, ...encoded]) {
    const url = `http://${host}:${server.port}/`
    await assert.rejects(out.fetch({ url, ...LIMITS }), refusedFor('url'), host)
  }

  assert.equal(server.connections(), 0)
})

test('A29 each hop of a redirect is checked like the first address', async () => {
  const targets = ['http://127.0.0.2/', 'https://10.0.0.1/', 'file:///etc/passwd', '//0x7f.1/']
  for (const target of targets) {
    await using server = await serve((_request, response) => {
      response.writeHead(302, { location: target }).end()
    })
    await using out = egress()

    await assert.rejects(out.fetch({ url: server.url, ...LIMITS }), EgressRefused, target)
  }
})

test('A29 signatures and credentials do not follow a redirect to another origin', async () => {
  const seen: Record<string, unknown>[] = []
  await using other = await serve((request, response) => {
    seen.push(request.headers)
    response.end('there')
  })
  await using first = await serve((request, response) => {
    if (request.url === '/here') {
      seen.push(request.headers)
      response.writeHead(301, { location: `${other.url}/there` }).end()
    } else response.writeHead(301, { location: '/here' }).end()
  })
  await using out = egress()
  const headers = {
    Authorization: 'Bearer a',
    Cookie: 'b',
    Signature: 'c',
    Date: 'd',
    'X-Kept': 'e',
  }

  const reply = await out.fetch({ url: first.url, headers, ...LIMITS })

  assert.equal(reply.body.toString(), 'there')
  assert.equal(reply.url, `${other.url}/there`)
  const [sameOrigin, otherOrigin] = seen
  assert.equal(sameOrigin?.authorization, 'Bearer a')
  assert.equal(sameOrigin?.signature, undefined, 'it was made for another path')
  for (const name of ['authorization', 'cookie', 'signature', 'date']) {
    assert.equal(otherOrigin?.[name], undefined, name)
  }
  assert.equal(otherOrigin?.['x-kept'], 'e')
})

test('A29 a signer signs anew for each hop and cannot choose another Host', async () => {
  const seen: [string | undefined, unknown][] = []
  await using server = await serve((request, response) => {
    seen.push([request.headers.host, request.headers.signature])
    if (request.url === '/a') response.writeHead(302, { location: '/b' }).end()
    else response.end()
  })
  await using out = egress()
  const onHop = (url: URL) => ({ Host: 'elsewhere.example.com', Signature: `for ${url.pathname}` })

  await out.fetch({ url: `${server.url}/a`, onHop, ...LIMITS })

  const host = `127.0.0.1:${server.port}`
  assert.deepEqual(seen, [
    [host, 'for /a'],
    [host, 'for /b'],
  ])
})

test('A30 the connection goes to the address that was checked, also when the name moves meanwhile', async () => {
  await using safe = await serve((_request, response) => response.end('safe'))
  let asked = 0
  const resolve = async () => {
    asked += 1
    return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.3', ttl: 0 }]
  }
  await using out = egress({ resolve })
  const url = `http://rebinding.example.com:${safe.port}/`

  const reply = await out.fetch({ url, ...LIMITS })

  assert.equal(reply.body.toString(), 'safe')
  assert.equal(asked, 1, 'a second question could have had another answer')
})

test('A30 a name that moves to a refused address is refused at the next connection', async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(200, { connection: 'close' }).end()
  })
  let now = 0
  let address = '127.0.0.1'
  await using out = egress({ resolve: async () => [{ address, ttl: 0 }], clock: () => now })
  const request = { url: `http://moving.example.com:${server.port}/`, ...LIMITS }
  await out.fetch(request)

  address = '127.0.0.3'
  now = 60_000

  await assert.rejects(out.fetch(request), refusedFor('scheme'))
})

test('A30 of several addresses only the permitted ones are connected to', async () => {
  await using server = await serve((_request, response) => response.end('ok'))
  const addresses = ['10.1.2.3', '::1', '127.0.0.1', '169.254.169.254']
  const resolve = async () => addresses.map((address) => ({ address, ttl: 60 }))
  await using out = egress({ resolve })

  const reply = await out.fetch({ url: `http://many.example.com:${server.port}/`, ...LIMITS })

  assert.equal(reply.body.toString(), 'ok')
})

test('A32 only http and https without user name and control characters can be asked for', async () => {
  await using server = await serve((_request, response) => response.end())
  await using out = egress()
  const cases: [string, string][] = [
    ['data:text/plain,hello', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['ftp://127.0.0.1/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['not an address', 'url'],
    ['', 'url'],
    [`http://user:pass@127.0.0.1:${server.port}/`, 'userinfo'],
    [`http://user@127.0.0.1:${server.port}/`, 'userinfo'],
    [`http://127.0.0.1:${server.port}/a\r\nX-Injected: 1`, 'url'],
    [`http://127.0.0.1:${server.port}/a\nb`, 'url'],
    [`http://127.0.0.1:${server.port}/a\tb`, 'url'],
    [`http://127.0.0.1:${server.port}\\@elsewhere.example.com/`, 'url'],
  ]

  for (const [url, reason] of cases) {
    await assert.rejects(out.fetch({ url, ...LIMITS }), refusedFor(reason), url)
  }

  assert.equal(server.connections(), 0)
})

test('A32 headers with line breaks are refused', async () => {
  await using server = await serve((_request, response) => response.end())
  await using out = egress()
  const headers = { 'x-note': 'a\r\nX-Injected: 1' }

  await assert.rejects(out.fetch({ url: server.url, headers, ...LIMITS }), refusedFor('request'))
})

test('A32 plain http, bad ports and local names are refused for public addresses', async () => {
  const resolve = async () => [{ address: '93.184.216.34', ttl: 60 }]
  await using out = egress({ resolve })
  const cases: [string, string][] = [
    ['http://social.example.com/', 'scheme'],
    ['http://93.184.216.34/', 'scheme'],
    ['https://social.example.com:22/', 'port'],
    ['https://social.example.com:6667/', 'port'],
    ['https://93.184.216.34:25/', 'port'],
    ['https://intranet/', 'host'],
    ['https://printer.local/', 'host'],
    ['https://vault.internal/', 'host'],
    ['https://abcdefghij.onion/', 'host'],
    ['https://printer.local./', 'host'],
  ]

  for (const [url, reason] of cases) {
    await assert.rejects(out.fetch({ url, ...LIMITS }), refusedFor(reason), url)
  }
  await using strict = egress({ allow: [] })
  const localhost = { url: 'https://localhost/', ...LIMITS }
  await assert.rejects(strict.fetch(localhost), refusedFor('host'))
})

test('A32 the allow list lifts the address, https-only, port and name rules for its addresses', async () => {
  await using server = await serve((_request, response) => response.end('ok'))
  await using out = egress({ resolve: async () => [{ address: '127.0.0.1', ttl: 60 }] })
  const hosts = ['127.0.0.1', 'localhost', 'home.test', 'single']

  for (const host of hosts) {
    const reply = await out.fetch({ url: `http://${host}:${server.port}/`, ...LIMITS })
    assert.equal(reply.body.toString(), 'ok', host)
  }
})

test('A33 chains of redirects end at the limit, and circles at once', async () => {
  await using server = await serve((request, response) => {
    const step = Number(request.url?.slice(1))
    response.writeHead(302, { location: step === 99 ? '/99' : `/${step + 1}` }).end()
  })
  await using out = egress()
  const ask = (path: string, maxRedirects?: number) =>
    out.fetch({
      url: `${server.url}${path}`,
      ...LIMITS,
      ...(maxRedirects === undefined ? {} : { maxRedirects }),
    })

  await assert.rejects(ask('/1'), refusedFor('redirects'))
  await assert.rejects(ask('/1', 0), refusedFor('redirects'))
  await assert.rejects(ask('/99'), refusedFor('loop'))
})

test('A33 redirects and alternate links share one budget of hops', async () => {
  await using server = await serve((request, response) => {
    if (request.url === '/page') response.writeHead(302, { location: '/moved' }).end()
    else response.end('<link rel="alternate" href="/document">')
  })
  await using out = egress()
  const budget = createHopBudget(3)
  const ask = (path: string) => out.fetch({ url: server.url + path, budget, ...LIMITS })
  await ask('/page')

  await assert.rejects(ask('/moved'), refusedFor('loop'))
  await ask('/document')
  await assert.rejects(ask('/another'), refusedFor('redirects'))
})

test('A33 a redirect in answer to a POST is not followed', async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await using out = egress()

  const reply = await out.fetch({ url: server.url, method: 'POST', body: '{}', ...LIMITS })

  assert.equal(reply.status, 307)
})

test('A35 all names under one registered domain share a budget per window', () => {
  let now = 0
  const budget = createDomainBudget({
    ...{ limit: 3, windowMs: 1_000, clock: () => now },
    shared: null,
  })
  const spent = Array.from({ length: 100 }, (_, n) => budget.spend(`${n}.wild.example.com`))

  assert.equal(spent.filter(Boolean).length, 3)
  assert.equal(budget.spend('example.com'), false)
  assert.equal(budget.spend('other.example.net'), true)
  now = 1_000
  assert.equal(budget.spend('example.com'), true)
})
