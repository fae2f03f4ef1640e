import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { inTime, until } from '../support/in-time.ts'
import { doneHere } from '../support/operator.ts'
import { makePerson, runTool } from '../support/server-process.ts'
import { newDatabaseUrl, withoutSeveral } from '../support/several-servers.ts'
import { openSocket } from '../support/streams.ts'
import {
  type Asking,
  type Line,
  parentOf,
  type ServerWithWorkers,
  socketsOf,
  startWithWorkers,
  withToken,
  workersOf,
} from '../support/workers.ts'

/** Lines enough that each of two workers has some: the system spreads connections by a hash. */
const LINES = 16

/** seconds: on a busy machine the database, and the end of requests, take their time */
const PATIENT = { DATABASE_TIMEOUT: '120', SHUTDOWN_TIMEOUT: '120' }
/** ms after which a request no longer waits for a connection that others use */
const LONGEST_WAIT = 5_000
/** ms in which the requests of an address are counted together */
const WINDOW = 1_800_000

const skip = withoutSeveral || (process.platform !== 'linux' && 'processes share ports on Linux')

async function ok(line: Line, path: string, asking: Asking = {}) {
  const reply = await line.ask(path, asking)
  assert.equal(reply.status, 200, reply.text)
  return JSON.parse(reply.text)
}

async function startOnPostgres(workers: number, settings: Record<string, string> = {}) {
  const DATABASE_URL = await newDatabaseUrl()
  return startWithWorkers(workers, { DATABASE_URL, ...settings })
}

async function connect({ env }: ServerWithWorkers): Promise<pg.Client> {
  const client = new pg.Client(env.DATABASE_URL)
  await client.connect()
  return client
}

/** A post whose body is still under way. */
const inFlight = (metrics: string) => Number(/_in_flight (\d+)/.exec(metrics)?.[1] ?? 0)

function beginPost({ origin }: ServerWithWorkers, token: string) {
  const body = JSON.stringify({ status: 'in time' })
  const headers = { ...withToken(token), 'content-length': String(body.length) }
  const posted = request(`${origin}/api/v1/statuses`, { method: 'POST', headers })
  const answered = once(posted, 'response').then(
    ([answer]) => {
      answer.resume()
      return answer.statusCode as number
    },
    () => 'reset' as const,
  )
  posted.write(body.slice(0, 5))
  return { answered, end: () => void posted.end(body.slice(5)) }
}

describe('a server with workers on PostgreSQL', { skip }, () => {
  let server: ServerWithWorkers
  let token: string
  let owner: string
  let lines: Line[]
  const any = () => lines[Math.floor(Math.random() * lines.length)]!

  before(async () => {
    server = await startOnPostgres(2, PATIENT)
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
    for (let round = 0; round < 40; round++) {
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

  test('tokens and names count at once in every worker', async () => {
    const json = { 'content-type': 'application/json' }
    const body = JSON.stringify({ client_name: 'app', redirect_uris: 'urn:ietf:wg:oauth:2.0:oob' })
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
      const name = JSON.stringify({ display_name: `name ${round}` })
      const patch = { method: 'PATCH', headers: withToken(token), body: name }
      const me = await ok(any(), '/api/v1/accounts/update_credentials', patch)
      for (const line of lines) {
        assert.equal((await ok(line, `/api/v1/accounts/${me.id}`)).display_name, `name ${round}`)
      }
    }
  })

  test('settings reach every worker, and streams that are open go on', async () => {
    const sockets = await Promise.all(
      lines.map(() => openSocket(server.origin, { token, query: { stream: 'user' } })),
    )
    for (const socket of sockets) await socket.settle()
    const headers = withToken(owner)
    for (let round = 0; round < 5; round++) {
      const rule = { method: 'POST', headers, body: JSON.stringify({ text: `rule ${round}` }) }
      const { id } = await ok(any(), '/api/rookery/v1/admin/rules', rule)
      const isKnown = async (line: Line) => {
        const rules: { id: string }[] = await ok(line, '/api/v1/instance/rules')
        return rules.some((one) => one.id === id)
      }
      for (const line of lines) await until(() => isKnown(line))
    }
    const body = JSON.stringify({ status: 'to all' })
    const post = { method: 'POST', headers: withToken(token), body }
    const { id } = await ok(any(), '/api/v1/statuses', post)
    for (const socket of sockets) {
      assert.equal((await socket.nextPayload('update')).id, id)
      socket.client.terminate()
    }
  })

  test('a command beside the server reaches every worker', async () => {
    await doneHere(server.env, 'settings', 'set', 'title', 'Told')
    for (const line of lines) {
      await until(async () => (await ok(line, '/api/v2/instance')).title === 'Told')
    }
  })

  test('the parent does the jobs that workers queue', async () => {
    const form = new FormData()
    form.set('type', 'domain_blocking')
    form.set('file', new Blob(['one.example\ntwo.example']), 'domains.csv')
    const headers = { authorization: `Bearer ${token}` }
    const imports = `${server.origin}/api/rookery/v1/imports`
    const made = await fetch(imports, { method: 'POST', headers, body: form })
    const { id } = (await made.json()) as { id: string }
    const path = `/api/rookery/v1/imports/${id}`
    await ok(any(), `${path}/confirm`, { method: 'POST', headers: withToken(token), body: '{}' })

    await until(async () => (await ok(any(), path, { headers })).state === 'finished')
    assert.equal((await ok(any(), '/api/v1/domain_blocks', { headers })).length, 2)
  })

  test('the metrics of any worker are those of all, and tell of each fact once', async () => {
    const count = async () => {
      const { text } = await any().ask('/metrics')
      return Number(
        /_requests_total\{method="GET",route="\/health",status="2xx"\} (\d+)/.exec(text)?.[1] ?? 0,
      )
    }
    const earlier = await count()
    for (const line of lines) assert.equal((await line.ask('/health')).text, 'OK')
    for (const line of lines) assert.equal((await line.ask('/health/ready')).text, 'OK')
    await until(async () => (await count()) === earlier + lines.length)
    const { text } = await any().ask('/metrics')
    assert.match(text, /^rookery_workers 2$/m)
    for (const part of ['web', 'streaming', 'jobs']) {
      assert.match(text, new RegExp(`^rookery_part\\{part="${part}"\\} 1$`, 'm'))
    }
    assert.match(text, /^rookery_build_info\{.*\} 1$/m)
    const names = text.match(/^rookery_jobs\{.*\}/gm) ?? []
    assert.equal(names.length, new Set(names).size)
    const client = await connect(server)
    await until(async () => {
      const told = (await any().ask('/metrics')).text.matchAll(/^rookery_jobs\{.*\} (\d+)/gm)
      const { rows } = await client.query('select count(*)::int as jobs from job')
      return [...told].reduce((sum, [, number]) => sum + Number(number), 0) === rows[0].jobs
    })
    await client.end()
  })

  test('all processes together open no more connections than the start says', async () => {
    const headers = withToken(token)
    const many = Array.from({ length: 60 }, () => server.open())
    const client = await connect(server)
    // those that nobody uses are closed after a while
    await until(async () => {
      await Promise.all(many.map((line) => line.ask('/api/v1/timelines/home', { headers })))
      // this process has made the database: its own connection may still be open
      const { rows } = await client.query(
        `select count(*)::int as open from pg_stat_activity
          where datname = current_database() and application_name = 'rookery'
            and query <> 'select current_database() as name'`,
      )
      const { open } = rows[0]
      assert.ok(open <= 12, `${open} are open, as many as one process may open`)
      return open > 3
    })
    await client.end()
    for (const line of many) line[Symbol.dispose]()
  })

  test('a database that answers nothing for a while ends no worker', async () => {
    const client = await connect(server)
    await client.query('begin')
    await client.query('lock table status in access exclusive mode')
    const headers = withToken(token)
    const begun = performance.now()
    const waiting = lines.map((line) => line.ask('/api/v1/timelines/public', { headers }))
    using line = server.open()
    await until(async () => /_in_flight ([5-9]|\d\d)/.test((await line.ask('/metrics')).text))

    await client.query('rollback')
    await client.end()

    const replies = await inTime(Promise.all(waiting), 'all are answered')
    const isLate = performance.now() - begun >= LONGEST_WAIT
    for (const { status } of replies) assert.ok(status === 200 || (status === 503 && isLate))
    assert.match((await line.ask('/metrics')).text, /^rookery_worker_restarts_total 0$/m)
  })

  test('a port in use is told in one line', () => {
    const DATA_DIR = `${server.env.DATA_DIR}-other`
    const start = () => runTool({ ...server.env, DATA_DIR }, 'serve', '--workers', '1')

    assert.throws(start, /Cannot listen on .*: another program uses that port/)
  })

  test('a stop lets workers answer and closes their streams', async () => {
    const sockets = await Promise.all(
      Array.from({ length: LINES }, () =>
        openSocket(server.origin, { token, query: { stream: 'user' } }),
      ),
    )
    for (const socket of sockets) await socket.settle()
    const posts = Array.from({ length: LINES }, () => beginPost(server, token))
    using line = server.open()
    await until(async () => /_in_flight (1[7-9]|2\d)/.test((await line.ask('/metrics')).text))

    server.process.kill('SIGTERM')

    for (const socket of sockets) assert.equal(await socket.closed, 1001)
    for (const post of posts) post.end()
    const answers = await inTime(Promise.all(posts.map((post) => post.answered)), 'they end')
    assert.deepEqual(new Set(answers), new Set([200]))
    const { code, stdout, stderr } = await inTime(server.process.ended, 'the server ends')
    assert.equal(code, 0, stderr)
    assert.match(
      stdout,
      /^Workers: 2 \(as WORKERS or --workers says\); all processes together open at most 12 connections to PostgreSQL$/m,
    )
    const client = await connect(server)
    const { rows } = await client.query('select holder from process_lease')
    await client.end()
    assert.deepEqual(rows, [], 'every process gives its number back')
  })

  test('parts that are named are shared too, and the bus reaches the other processes', async () => {
    const { DATABASE_URL = '' } = server.env

    await using web = await startWithWorkers(1, { DATABASE_URL, ORIGIN: server.origin }, 'web,jobs')
    await using streaming = await startWithWorkers(
      2,
      { DATABASE_URL, ORIGIN: server.origin },
      'streaming',
    )
    const sockets = await Promise.all(
      Array.from({ length: LINES }, () =>
        openSocket(streaming.origin, { token, query: { stream: 'user' } }),
      ),
    )
    for (const socket of sockets) await socket.settle()
    using line = web.open()
    const post = { method: 'POST', headers: withToken(token), body: '{"status":"to all"}' }
    const { id } = await ok(line, '/api/v1/statuses', post)

    for (const socket of sockets) assert.equal((await socket.nextPayload('update')).id, id)
    using misled = streaming.open()
    assert.equal((await misled.ask('/api/v1/instance')).status, 421)
    for (const socket of sockets) socket.client.terminate()
  })
})

describe('a server with workers that limits requests', { skip }, () => {
  let server: ServerWithWorkers
  let token: string

  before(async () => {
    server = await startOnPostgres(2, { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
    token = await makePerson(server.env, 'ann')
  })
  after(() => server?.[Symbol.asyncDispose]())

  test('A90 guesses at several workers count together at once, whatever headers say', async () => {
    const json = { 'content-type': 'application/json' }
    const scopes = 'read write'
    const redirect_uris = 'urn:ietf:wg:oauth:2.0:oob'
    const body = JSON.stringify({ client_name: 'app', redirect_uris, scopes })
    using first = server.open()
    const app = await ok(first, '/api/v1/apps', { method: 'POST', headers: json, body })
    const { client_id, client_secret } = app
    const grant_type = 'client_credentials'
    const grant = JSON.stringify({ client_id, client_secret, grant_type, scope: scopes })
    const made = await ok(first, '/oauth/token', { method: 'POST', headers: json, body: grant })
    const signUp = async (address: string) => {
      using line = server.open()
      // of processes on SQLite only
      const forged = { 'x-rookery-address': '192.0.2.99', 'x-rookery-counted': '1' }
      const headers = { ...withToken(made.access_token), ...forged, 'x-forwarded-for': address }
      return (await line.ask('/api/v1/accounts', { method: 'POST', headers, body: '{}' })).status
    }

    const left = WINDOW - (Date.now() % WINDOW)
    if (left < 30_000) await delay(left)
    const answers = await Promise.all(Array.from({ length: 30 }, () => signUp('192.0.2.1')))

    // registrations are closed
    assert.equal(answers.filter((status) => status === 403).length, 5, `${answers}`)
    assert.equal(answers.filter((status) => status === 429).length, 25)
    assert.equal(await signUp('198.51.100.1'), 403)
  })

  test('a worker that is killed in the middle of requests is replaced, and the others go on', async () => {
    const before = workersOf(server)
    assert.equal(before.length, 2)
    using line = server.open()
    await line.ask('/metrics')
    const idle = before.map(socketsOf)
    // the system deals the connections out, of many at once perhaps all to one worker
    const posts: ReturnType<typeof beginPost>[] = []
    await until(() => {
      posts.push(beginPost(server, token))
      const hasSome = (pid: number, at: number) => socketsOf(pid) >= idle[at]! + 4
      return posts.length >= 24 && before.every(hasSome)
    })
    await until(async () => inFlight((await line.ask('/metrics')).text) > posts.length)

    const [killed = 0, other = 0] = before
    process.kill(killed, 'SIGKILL')

    await until(() => {
      const now = workersOf(server)
      return now.length === 2 && !now.includes(killed) && now.includes(other)
    })
    for (const post of posts) post.end()
    const answers = await inTime(Promise.all(posts.map((post) => post.answered)), 'they end')
    assert.deepEqual(new Set(answers), new Set([200, 'reset']))
    await until(async () => {
      using other = server.open()
      const { text } = await other.ask('/metrics').catch(() => ({ text: '' }))
      return /^rookery_worker_restarts_total 1$/m.test(text) && /^rookery_workers 2$/m.test(text)
    })
    using next = server.open()
    await ok(next, '/api/v1/timelines/home', { headers: withToken(token) })
    // it asks the server, which may be held up
    const one =
      /^warn {2}The server on port \d+ has 2 workers; one ended by itself and was started/m
    await until(() => {
      const doctor = runTool(server.env, 'doctor')
      assert.match(doctor, /^ok {4}A start here has 2 workers: as WORKERS or --workers says$/m)
      return one.test(doctor)
    })
  })

  test('workers end with a parent that is killed', async () => {
    const workers = workersOf(server)
    assert.equal(workers.length, 2)

    server.process.kill('SIGKILL')

    await until(() => workers.every((pid) => parentOf(pid) === null))
  })
})
