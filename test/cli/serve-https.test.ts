import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect as connectTcp, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { connect } from 'node:tls'
import { fetch, WebSocket } from 'undici'
import { freePort } from '../support/free-port.ts'
import { askTls, NAME, shownAt, startHttps, trusting, writeFiles } from '../support/https-server.ts'
import { inTime, until } from '../support/in-time.ts'
import { makePerson } from '../support/server-process.ts'
import { CERTIFICATES } from '../support/tls-certificates.ts'

const CA = CERTIFICATES[NAME].cert
const open = new AsyncDisposableStack()
const server = open.use(await startHttps())
after(() => open.disposeAsync())

async function plain(path: string, options: RequestInit = {}) {
  const answer = await globalThis.fetch(`http://127.0.0.1:${server.httpPort}${path}`, {
    redirect: 'manual',
    ...options,
  })
  const { status, headers } = answer
  return { status, location: headers.get('location'), text: await answer.text() }
}

test('S-635 the server speaks TLS 1.2 and 1.3 with the certificate of the operator', async () => {
  const page = await askTls(server.port, '/auth/sign_in', { ca: CA })

  assert.equal(page.status, 200)
  const cookies = [page.headers['set-cookie'] ?? []].flat()
  assert.ok(cookies.length > 0)
  for (const cookie of cookies) assert.match(cookie, /; Secure/)
  assert.equal((await shownAt(server.port))?.version, 'TLSv1.3')
  assert.equal(
    (await shownAt(server.port, { protocols: ['h2', 'http/1.1'] }))?.protocol,
    'http/1.1',
  )
  assert.equal(await shownAt(server.port, { protocols: ['h2'] }), null)
  const old = connect({
    host: '127.0.0.1',
    port: server.port,
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  const [refusal] = await once(old, 'error')
  assert.match(String(refusal), /protocol|handshake/i)
})

test('S-671 answers over TLS have browsers come back by HTTPS for a month, and no others say so', async () => {
  const paths = ['/about', '/api/v2/instance', '/api/v1/accounts/verify_credentials', '/none']
  const said = await Promise.all(paths.map((path) => askTls(server.port, path, { ca: CA })))
  const unsafe = await Promise.all(
    [server.env.PORT, server.httpPort].map((port) =>
      globalThis.fetch(`http://127.0.0.1:${port}/health`, { redirect: 'manual' }),
    ),
  )

  assert.deepEqual(
    said.map(({ status, headers }) => [status, headers['strict-transport-security']]),
    [200, 200, 401, 404].map((status) => [status, 'max-age=2592000']),
  )
  assert.deepEqual(
    unsafe.map(({ status, headers }) => [status, headers.get('strict-transport-security')]),
    [200, 301].map((status) => [status, null]),
  )
})

test('S-635 a client posts over it and holds a stream', async () => {
  const token = await makePerson(server.env, 'alice')
  const dispatcher = trusting(CA)
  open.defer(() => dispatcher.destroy())
  const url = `${server.origin.replace('https', 'wss')}/api/v1/streaming?stream=user&access_token=${token}`
  const socket = new WebSocket(url, { dispatcher })
  const heard: string[] = []
  socket.addEventListener('message', ({ data }) => void heard.push(String(data)))
  await inTime(new Promise((done) => socket.addEventListener('open', done)), 'a WebSocket over TLS')

  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ status: 'over TLS' })
  const target = `${server.origin}/api/v1/statuses`
  const posted = await fetch(target, { dispatcher, method: 'POST', headers, body })

  assert.equal(posted.status, 200, await posted.clone().text())
  const { url: address } = (await posted.json()) as { url: string }
  assert.ok(address.startsWith(`${server.origin}/@alice/`))
  await until(() => heard.some((text) => text.includes('over TLS')))
  socket.close()
})

test('S-636 the port without TLS leads to the origin, and reads alone may become a GET', async () => {
  assert.deepEqual(await plain('/@alice?page=2'), {
    ...{ status: 301, text: '' },
    location: `${server.origin}/@alice?page=2`,
  })
  assert.equal((await plain('/', { method: 'HEAD' })).status, 301)
  const post = await plain('/api/v1/statuses', { method: 'POST', body: 'status=x' })
  assert.deepEqual(post, { status: 308, location: `${server.origin}/api/v1/statuses`, text: '' })
})

test('A107 the port without TLS answers no challenge that is not under way', async () => {
  for (const token of ['a'.repeat(43), '..%2f..%2fkey', '']) {
    const answer = await plain(`/.well-known/acme-challenge/${token}`)
    assert.deepEqual(answer, { status: 404, location: null, text: '' })
  }
})

test('A106 handshakes that never finish keep nobody out', async () => {
  const silent = Array.from({ length: 150 }, () => connectTcp(server.port, '127.0.0.1'))
  after(() => silent.forEach((socket) => void socket.destroy()))
  for (const socket of silent) socket.on('error', () => {})
  await Promise.all(silent.map((socket) => once(socket, 'connect')))

  const page = await askTls(server.port, '/health', { ca: CA })

  assert.equal(page.status, 200)
  await until(() => silent.filter(isClosed).length >= 50)
})

test('A106 connections whose handshake is done are not counted', async () => {
  const options = { host: '127.0.0.1', port: server.port, servername: NAME, ca: CA }
  const idle: Socket[] = []
  after(() => idle.forEach((socket) => void socket.destroy()))
  // several at once: the server waits for the first request of each for 20 s
  for (let round = 0; round < 6; round++) {
    const dialled = Array.from({ length: 20 }, () => connect(options))
    idle.push(...dialled)
    await inTime(Promise.all(dialled.map((one) => once(one, 'secureConnect'))), 'handshakes')
  }

  const asked = idle.map(async (socket) => {
    socket.write(`GET /health HTTP/1.1\r\nHost: ${NAME}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 200/)
  })
  await inTime(Promise.all(asked), 'answers')
})

function isClosed(socket: Socket): boolean {
  return socket.closed || socket.readableEnded
}

test('A106 a header of a proxy that nobody named counts for nothing over TLS', async () => {
  const headers = { host: 'localhost', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' }
  const answer = await askTls(server.port, '/metrics', { ca: CA, headers })

  assert.equal(answer.status, 403)
})

test('S-637 a changed pair is shown without a restart, and a broken one leaves the old in use', async () => {
  const before = await shownAt(server.port)
  const { TLS_KEY_FILE: key, TLS_CERT_FILE: cert } = server.env

  await writeFile(key!, 'nothing')
  await until(() => server.process.told().includes('is left aside'))
  assert.deepEqual(await shownAt(server.port), before)
  const metrics = await globalThis.fetch(`http://127.0.0.1:${server.env.PORT}/metrics`)
  assert.match(await metrics.text(), /^rookery_certificate_expires_in_seconds \d+$/m)

  await writeFiles(server.folder, 'elsewhere.example')
  await until(async () => (await shownAt(server.port))?.subject === 'CN=elsewhere.example')
  await until(() => /is not for social\.example/.test(server.process.told()))
  await writeFile(key!, CERTIFICATES[NAME].key)
  await writeFile(cert!, CERTIFICATES[NAME].cert)
  await until(async () => (await shownAt(server.port))?.subject === before?.subject)
})

test('S-635 a stop lets a request over TLS end, and waits for no idle connection', async () => {
  // an hour, in which a server that waits for idle connections does not end
  await using stopping = await startHttps({ SHUTDOWN_TIMEOUT: '3600' })
  const dial = async () => {
    const socket = connect({ host: '127.0.0.1', port: stopping.port, servername: NAME, ca: CA })
    await inTime(once(socket, 'secureConnect'), 'a handshake')
    return socket
  }
  await dial()
  const busy = await dial()
  const body = 'grant_type=nothing'
  busy.write(`POST /oauth/token HTTP/1.1\r\nHost: ${NAME}\r\n`)
  busy.write(
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  let answer = ''
  busy.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  // one that is answered after it shows that the server has read the head
  await askTls(stopping.port, '/health', { ca: CA })

  stopping.process.kill('SIGTERM')
  await until(async () => (await shownAt(stopping.port)) === null)
  busy.write(body)

  await until(() => answer.includes('HTTP/1.1 400'))
  const { code } = await inTime(stopping.process.ended, 'the server ends')
  assert.equal(code, 0)
})

test('S-638 ports that are taken, and files that are no pair, are one line each', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  open.defer(() => void taken.close())
  await once(taken, 'listening')
  const port = String((taken.address() as { port: number }).port)
  const lineOf = async (settings: Record<string, string>) => {
    const started = await startHttps({ HTTPS_PORT: String(await freePort()), ...settings }).catch(
      String,
    )
    const told = /"stderr":"(.*?)\\n"/.exec(String(started))?.[1]
    return told?.split('\\n').at(-1)
  }

  const inUse =
    /^Cannot listen on 127\.0\.0\.1 port \d+: another program uses that port.* stop it, or /
  assert.match((await lineOf({ HTTPS_PORT: port })) ?? '', inUse)
  assert.match((await lineOf({ HTTP_PORT: port })) ?? '', /set HTTP_PORT to another one/)
  const files = { TLS_CERT_FILE: '/nowhere/cert.pem', TLS_KEY_FILE: '/nowhere/key.pem' }
  assert.match(
    (await lineOf(files)) ?? '',
    /^TLS_CERT_FILE and TLS_KEY_FILE cannot be used: \/nowhere\/cert\.pem: there is no such file$/,
  )
})
