import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './support/free-port.ts'
import { inTime, until } from './support/in-time.ts'
import { multipart } from './support/multipart.ts'
import { environmentOf, makePerson, startProcess } from './support/server-process.ts'

/** Seconds that requests under way have: a server that waits for idle connections is found by `inTime`. */
const FOR_EVER = '3600'
const SHORT = '1'
/** ms: a second signal within one of 1,000 counts as an echo of the first */
const ECHO = 1_100

async function running(context: TestContext, patience = FOR_EVER) {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookery-shutdown-'))
  const port = await freePort()
  const env = environmentOf({ DATA_DIR: dataDir, PORT: String(port), SHUTDOWN_TIMEOUT: patience })
  const server = await startProcess(env)
  context.after(async () => {
    server.kill('SIGKILL')
    await server.ended
    await rm(dataDir, { recursive: true, force: true })
  })
  const open = async (): Promise<Connection> => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}) // the server may hang up
    await once(socket, 'connect')
    context.after(() => socket.destroy())
    return new Connection(socket)
  }
  const lock = join(dataDir, 'server.lock')
  const metrics = async () => (await fetch(`${env.ORIGIN}/metrics`)).text()
  return {
    ...{ server, env, open, isLocked: () => existsSync(lock) },
    /** Waits until a request is under way beside the one that asks. */
    untilBusy: () => until(async () => /_in_flight [2-9]/.test(await metrics())),
    /** Waits until the server takes no more connections. */
    untilShut: () =>
      until(() =>
        open().then(
          ({ socket }) => !socket.destroy(),
          () => true,
        ),
      ),
  }
}

class Connection {
  readonly socket: Socket
  received = ''
  constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding('latin1').on('data', (text) => {
      this.received += text
    })
  }
  write(text: string | Uint8Array): void {
    this.socket.write(text)
  }
  async until(pattern: RegExp): Promise<void> {
    await until(() => pattern.test(this.received)).catch((cause) => {
      throw new Error(`${pattern} did not come: ${this.received}`, { cause })
    })
  }
}

/** Headers of a request with a token. */
function request(line: string, token: string, headers: Record<string, string | number> = {}) {
  const all = { host: 'localhost', authorization: `Bearer ${token}`, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`
}

test('a slow upload is answered with Connection: close and the process ends right after it', async (context) => {
  const { server, env, open, isLocked, untilBusy, untilShut } = await running(context)
  const token = await makePerson(env, 'writer')
  const [body, headers] = await multipart({ file: Buffer.from('no picture at all') })
  const upload = await open()
  upload.write(request('POST /api/v2/media', token, { ...headers, 'content-length': body.length }))
  upload.write(body.subarray(0, body.length / 2))
  await untilBusy()

  server.kill('SIGTERM')
  await untilShut()
  upload.write(body.subarray(body.length / 2))
  await upload.until(/\r\n\r\n/)
  const { code } = await inTime(server.ended, 'the process ends after its last answer')

  assert.match(upload.received, /^HTTP\/1.1 422 /)
  assert.match(upload.received, /^connection: close\r$/im)
  assert.equal(code, 0)
  assert.equal(isLocked(), false)
})

test('connections that wait for nothing do not hold up the end, nor an upload that is refused before it came', async (context) => {
  const { server, env, open } = await running(context)
  const token = await makePerson(env, 'writer')
  await open() // said nothing yet, as browsers open some
  const half = await open()
  half.write('GET /health HTTP/1.1\r\nhost: loc')
  const kept = await open()
  kept.write(request('GET /health', token))
  await kept.until(/\r\n\r\n/)
  const events = await open()
  events.write(request('GET /api/v1/streaming/user', token))
  await events.until(/^HTTP\/1.1 200 /)
  const socket = await open()
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': 13,
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  socket.write(request('GET /api/v1/streaming?stream=user', token, upgrade))
  await socket.until(/^HTTP\/1.1 101 /)
  const upload = await open()
  upload.write(request('POST /api/v2/media', 'nobody', { 'content-length': 1_000_000 }))
  await upload.until(/^HTTP\/1.1 401 /)

  server.kill('SIGTERM')
  const { code } = await inTime(server.ended, 'the process ends')

  assert.equal(code, 0)
})

test('an upload that does not come to its end is cut off, and a reader who takes nothing of a large answer, and the rest ends in order', async (context) => {
  const { server, env, open, isLocked, untilBusy } = await running(context, SHORT)
  const token = await makePerson(env, 'writer')
  const upload = await open()
  const length = { 'content-type': 'application/json', 'content-length': 1_000_000 }
  upload.write(request('POST /api/v1/statuses', token, length))
  upload.write('{')
  await untilBusy()
  const reader = await open()
  reader.socket.once('data', () => reader.socket.pause())
  for (let at = 0; at < 400; at++) reader.write(request('GET /api/openapi.json', 'none'))
  await reader.until(/^HTTP\/1.1 200 /)

  server.kill('SIGTERM')
  const { code, stderr } = await server.ended

  assert.equal(code, 0, stderr)
  assert.equal(isLocked(), false)
})

test('a second signal ends at once, and leaves no lock', async (context) => {
  const { server, env, open, isLocked, untilBusy, untilShut } = await running(context)
  const token = await makePerson(env, 'writer')
  const upload = await open()
  const length = { 'content-type': 'application/json', 'content-length': 1_000_000 }
  upload.write(request('POST /api/v1/statuses', token, length))
  await untilBusy()
  server.kill('SIGTERM')
  await untilShut()
  await delay(ECHO)

  server.kill('SIGTERM')
  const { code } = await server.ended

  assert.equal(code, 1)
  assert.equal(isLocked(), false)
})
