import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { MINUTE } from '../../src/kernel/base/durations.ts'
import { socketFolder } from '../../src/kernel/db/server-lock.ts'
import { clockAhead } from '../support/clock-ahead.ts'
import { freePort } from '../support/free-port.ts'
import { inTime, until } from '../support/in-time.ts'
import { makePerson, runTool, startProcess } from '../support/server-process.ts'
import { openSocket } from '../support/streams.ts'
import { startTranslator } from '../support/translator.ts'
import {
  type Asking,
  type Line,
  parentOf,
  type ServerWithWorkers,
  startWithWorkers,
  withToken,
  workersOf,
} from '../support/workers.ts'

/** Runs a command without waiting here for its end. */
function execute(env: NodeJS.ProcessEnv, ...args: string[]): Promise<unknown> {
  const program = join(import.meta.dirname, '../../bin/rookery.js')
  return promisify(execFile)(process.execPath, [program, ...args], { env })
}

/** Lines enough that each of two readers has some: the system spreads connections by a hash. */
const LINES = 12

/** ms in which registrations of applications are counted together */
const WINDOW = 10 * MINUTE

async function ok(line: Line, path: string, asking: Asking) {
  const reply = await line.ask(path, asking)
  assert.equal(reply.status, 200, reply.text)
  return JSON.parse(reply.text)
}

const ofLinux = { skip: process.platform !== 'linux' }

describe('a server with readers', ofLinux, () => {
  let server: ServerWithWorkers
  let token: string
  let owner: string
  let lines: Line[]
  const any = () => lines[Math.floor(Math.random() * lines.length)]!

  before(async () => {
    server = await startWithWorkers(2)
    token = await makePerson(server.env, 'ann')
    owner = await makePerson(server.env, 'boss', 'Owner')
    lines = Array.from({ length: LINES }, () => server.open())
  })
  after(async () => {
    for (const line of lines ?? []) line[Symbol.dispose]()
    await server?.[Symbol.asyncDispose]()
  })

  test('whatever was written over one connection, the next read over any other has it', async () => {
    const headers = withToken(token)
    for (let round = 0; round < 60; round++) {
      const body = JSON.stringify({ status: `round ${round}` })
      const { id } = await ok(any(), '/api/v1/statuses', { method: 'POST', headers, body })
      const home = await ok(any(), '/api/v1/timelines/home?limit=1', { headers })
      assert.equal(home[0].id, id)
      const liked = await ok(any(), `/api/v1/statuses/${id}/favourite`, { method: 'POST', headers })
      assert.equal(liked.favourites_count, 1)
      const seen = await ok(any(), `/api/v1/statuses/${id}`, { headers })
      assert.deepEqual([seen.favourited, seen.favourites_count], [true, 1])
      if (round % 3 !== 0) continue
      await ok(any(), `/api/v1/statuses/${id}`, { method: 'DELETE', headers })
      assert.equal((await any().ask(`/api/v1/statuses/${id}`, { headers })).status, 404)
    }
  })

  test('settings, roles, names and tokens count at once in every process', async () => {
    const headers = withToken(owner)
    for (let round = 0; round < 20; round++) {
      const note = `name ${round}`
      const patch = {
        method: 'PATCH',
        headers: withToken(token),
        body: JSON.stringify({ display_name: note }),
      }
      const me = await ok(any(), '/api/v1/accounts/update_credentials', patch)
      assert.equal((await ok(any(), `/api/v1/accounts/${me.id}`, {})).display_name, note)
      const rule = { method: 'POST', headers, body: JSON.stringify({ text: note }) }
      const { id } = await ok(any(), '/api/rookery/v1/admin/rules', rule)
      for (const line of lines) {
        const rules: { id: string }[] = await ok(line, '/api/v1/instance/rules', {})
        assert.ok(rules.some((one) => one.id === id))
      }
    }
    const body = JSON.stringify({ client_name: 'app', redirect_uris: 'urn:ietf:wg:oauth:2.0:oob' })
    const json = { 'content-type': 'application/json' }
    const app = await ok(any(), '/api/v1/apps', { method: 'POST', headers: json, body })
    const { client_id, client_secret } = app
    for (let round = 0; round < 10; round++) {
      const grant = JSON.stringify({ client_id, client_secret, grant_type: 'client_credentials' })
      const made = await ok(any(), '/oauth/token', { method: 'POST', headers: json, body: grant })
      const asking = { headers: withToken(made.access_token) }
      for (const line of lines) await ok(line, '/api/v1/apps/verify_credentials', asking)
      const gone = JSON.stringify({ client_id, client_secret, token: made.access_token })
      await ok(any(), '/oauth/revoke', { method: 'POST', headers: json, body: gone })
      for (const line of lines) {
        const reply = await line.ask('/api/v1/apps/verify_credentials', asking)
        assert.equal(reply.status, 401, reply.text)
      }
    }
  })

  test('a change by a command beside the server reaches all, the writer included', async () => {
    for (const title of ['Told', 'Told again', 'Told a third time']) {
      const told = execute(server.env, 'settings', 'set', 'title', title)
      // as soon as one has it, all have
      await until(async () => (await ok(any(), '/api/v2/instance', {})).title === title)
      using writer = server.openWriter()
      for (const line of [writer, ...lines]) {
        assert.equal((await ok(line, '/api/v2/instance', {})).title, title)
      }
      await told
    }
  })

  test('a post reaches the streams of every reader', async () => {
    const sockets = await Promise.all(
      lines.map(() => openSocket(server.origin, { token, query: { stream: 'user' } })),
    )
    for (const socket of sockets) await socket.settle()
    const body = JSON.stringify({ status: 'to all' })
    const { id } = await ok(any(), '/api/v1/statuses', {
      method: 'POST',
      headers: withToken(token),
      body,
    })
    for (const socket of sockets) {
      assert.equal((await socket.nextPayload('update')).id, id)
      socket.client.terminate()
    }
  })

  test('the metrics of any process are those of all', async () => {
    const count = async () => {
      const { text } = await any().ask('/metrics')
      return Number(
        /_requests_total\{method="GET",route="\/health",status="2xx"\} (\d+)/.exec(text)?.[1] ?? 0,
      )
    }
    const earlier = await count()
    for (const line of lines) assert.equal((await line.ask('/health')).text, 'OK')
    for (const line of lines) assert.equal((await line.ask('/health/ready')).text, 'OK')
    assert.equal(await count(), earlier + lines.length)
    const { text } = await any().ask('/metrics')
    assert.match(text, /^rookery_workers 2$/m)
    assert.match(text, /^rookery_part\{part="jobs"\} 1$/m)
    assert.equal(
      text.match(/^rookery_jobs\{/gm)?.length,
      new Set(text.match(/^rookery_jobs\{.*\}/gm)).size,
    )
  })

  test('only the user of the server may enter the folder of the local socket', async () => {
    assert.equal(statSync(socketFolder(server.env.DATA_DIR!)).mode & 0o777, 0o700)
    using stranger = server.openWriter('no address')
    assert.equal((await stranger.ask('/api/v1/instance')).status, 400)
  })

  test('a reader that is killed is replaced, and nobody else ends', async () => {
    const before = workersOf(server)
    assert.equal(before.length, 2)
    process.kill(before[0]!, 'SIGKILL')
    await until(() => {
      const now = workersOf(server)
      return now.length === 2 && !now.includes(before[0]!) && now.includes(before[1]!)
    })
    await until(async () => {
      using line = server.open()
      const { text } = await line.ask('/metrics')
      return /^rookery_worker_restarts_total 1$/m.test(text) && /^rookery_workers 2$/m.test(text)
    })
  })

  test('readers end with a writer that is killed', async () => {
    const readers = workersOf(server)
    assert.equal(readers.length, 2)

    server.process.kill('SIGKILL')

    await until(() => readers.every((pid) => parentOf(pid) === null))
  })
})

describe('a server with one reader', ofLinux, () => {
  const open = new AsyncDisposableStack()
  let server: ServerWithWorkers

  before(async () => {
    const translator = open.use(await startTranslator())
    const settings = { TRANSLATION_BACKEND: 'libretranslate', TRANSLATION_URL: translator.url }
    server = open.use(await startWithWorkers(1, settings))
    await makePerson(server.env, 'ann')
  })
  after(() => open.disposeAsync())

  test('a reader describes the server by itself, and leaves signatures to the writer', async () => {
    using line = server.open()
    using another = server.open()
    const host = new URL(server.origin).host
    const signed = {
      host,
      accept: 'application/activity+json',
      date: new Date().toUTCString(),
      signature:
        'keyId="https://peer.example/bob#key",algorithm="rsa-sha256",headers="(request-target) host date",signature="YWJj"',
    }
    await ok(line, '/users/ann', { headers: signed })
    for (const version of ['v1', 'v2']) await ok(line, `/api/${version}/instance`, {})

    const answer = await whileWriterStops(line, another, '/users/ann', { headers: signed })

    assert.equal(answer.status, 200)
  })

  test('only the writer asks the translation service for its languages', async () => {
    using line = server.open()
    using another = server.open()
    await ok(line, '/api/v2/instance', {})

    const path = '/api/v1/instance/translation_languages'
    const answer = await whileWriterStops(line, another, path)

    assert.match(answer.text, /"en":\["de"/)
  })

  /** Asks for what only the writer answers, which stands still until the reader has given many answers of its own. */
  async function whileWriterStops(line: Line, another: Line, path: string, asking: Asking = {}) {
    server.process.kill('SIGSTOP')
    try {
      let isAnswered = false
      const answer = another.ask(path, asking).then((reply) => {
        isAnswered = true
        return reply
      })
      for (let round = 0; round < 50; round++) {
        const version = round % 2 === 0 ? 'v1' : 'v2'
        await inTime(ok(line, `/api/${version}/instance`, {}), 'the reader answers')
      }
      assert.equal(isAnswered, false)
      server.process.kill('SIGCONT')
      return await inTime(answer, 'the writer answers')
    } finally {
      server.process.kill('SIGCONT')
    }
  }

  test('a post of HTTP/1.0 without a host is read', async () => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    socket.write('POST /api/v1/statuses HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}')

    assert.match(await inTime(text(socket), 'it is answered'), /^HTTP\/1\.1 401 /)
  })

  test('a port in use is told in one line', () => {
    assert.throws(() => serveIn('other'), /Cannot listen on .*: another program uses that port/)
  })

  test('a DATA_DIR whose path is too long for a socket is told in one line', () => {
    assert.throws(
      () => serveIn('long/'.repeat(20)),
      /\nThe path of DATA_DIR is too long for a socket[^\n]*\n?$/,
    )
  })

  function serveIn(folder: string): string {
    const DATA_DIR = join(server.env.DATA_DIR!, folder)
    return runTool({ ...server.env, DATA_DIR }, 'serve', '--workers', '1')
  }

  test('a start removes the socket of a writer that was killed', async () => {
    server.process.kill('SIGKILL')
    await server.process.ended
    const folder = socketFolder(server.env.DATA_DIR!)
    assert.equal(existsSync(folder), true)
    const port = String(await freePort())

    const next = await startProcess({ ...server.env, PORT: port }, '--workers', '0')

    assert.equal(existsSync(folder), false)
    next.kill('SIGTERM')
    const { code, stdout } = await inTime(next.ended, 'the server ends')
    assert.equal(code, 0)
    assert.match(stdout, /^Workers: 0 \(as WORKERS or --workers says\)$/m)
  })
})

describe('a server with readers, from its start to its stop', ofLinux, () => {
  let folder: string
  let server: ServerWithWorkers

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rookery-workers-'))
  })
  after(async () => {
    await server?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  test('a worker that is killed while the server starts is started again', async () => {
    const settings = {
      ...{ DATA_DIR: folder, RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' },
      // its clock begins with a window of the limits, and requests under way have an hour
      ...{ NODE_OPTIONS: clockAhead(WINDOW - (Date.now() % WINDOW)), SHUTDOWN_TIMEOUT: '3600' },
    }
    const starting = startWithWorkers(2, settings)
    const started = () => workersOf({ env: settings })
    await until(() => started().length === 2)
    process.kill(started()[0]!, 'SIGKILL')

    server = await starting

    await until(async () => {
      const metrics = await fetch(`${server.origin}/metrics`).catch(() => null)
      return /^rookery_workers 2$/m.test((await metrics?.text()) ?? '')
    })
  })

  test('A88 rate limits count for all processes, by the address of the client', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'client_name=x&redirect_uris=urn:ietf:wg:oauth:2.0:oob'
    const left = async (address: string) => {
      using line = server.open()
      const forged = { 'x-rookery-address': '192.0.2.99', 'x-rookery-counted': '1' }
      const own = { ...headers, ...forged, 'x-forwarded-for': address }
      const reply = await line.ask('/api/v1/apps', { method: 'POST', headers: own, body })
      return reply.status === 429 ? -1 : Number(reply.headers['x-ratelimit-remaining'])
    }
    const first = await left('192.0.2.1')
    for (let more = first - 1; more >= 0; more--) assert.equal(await left('192.0.2.1'), more)
    assert.equal(await left('192.0.2.1'), -1)
    assert.equal(await left('192.0.2.2'), first)
  })

  test('a stop lets readers answer and closes their streams, and the writer goes last', async () => {
    const token = await makePerson(server.env, 'ann')
    const sockets = await Promise.all(
      Array.from({ length: LINES }, () =>
        openSocket(server.origin, { token, query: { stream: 'user' } }),
      ),
    )
    for (const socket of sockets) await socket.settle()

    // a request whose body is still under way
    const body = JSON.stringify({ status: 'in time' })
    const length = { 'content-length': String(body.length) }
    const options = { method: 'POST', headers: { ...withToken(token), ...length } }
    const posted = request(`${server.origin}/api/v1/statuses`, options)
    const answered = once(posted, 'response')
    posted.write(body.slice(0, 5))
    using line = server.open()
    // the question itself is under way in two processes
    await until(async () => /_in_flight [4-9]/.test((await line.ask('/metrics')).text))

    server.process.kill('SIGTERM')

    for (const socket of sockets) assert.equal(await socket.closed, 1001)
    posted.end(body.slice(5))
    const [answer] = await inTime(answered, 'the post is answered')
    assert.equal(answer.statusCode, 200)
    answer.resume()
    const { code, stderr } = await inTime(server.process.ended, 'the server ends')
    assert.equal(code, 0, stderr)
    assert.equal(existsSync(socketFolder(server.env.DATA_DIR!)), false)
  })
})
