// npm run bench -- scale [--web 1,2 --sockets 1000 --posts 10 --followers 20000,200000 --seconds 3 --redis redis://127.0.0.1:6379/9]
// Several processes on the PostgreSQL of BENCH_DATABASE_URL: what each costs for a page, a post and a socket.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/kernel/base/config.ts'
import { bundleServer } from './bundle.ts'
import { costOverTls } from './deliveries.ts'
import { openAll, reach } from './fan-out.ts'
import { measureInbox } from './inbox.ts'
import { load, once, requestText } from './load.ts'
import { describeMachine } from './machine.ts'
import { addFollowers, type BenchDatabase, createBenchDatabase, postgresCpu } from './postgres.ts'
import { type MeasuredProcess, startMeasured } from './process.ts'
import { type Seeded, seed } from './seed.ts'
import { FOLLOWERS } from './senders.ts'

const DEFAULT_SERVER = 'postgres://root@127.0.0.1:5432/postgres'
const PORT = 3920
const STATUSES = 20_000
/** ms */
const WARM_UP = 5_000
const CONNECTIONS = 8
const LARGE_POSTS = 20

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: {
    web: { type: 'string', default: '1,2' },
    sockets: { type: 'string', default: '1000' },
    /** to the sockets */
    posts: { type: 'string', default: '10' },
    followers: { type: 'string', default: '20000,200000' },
    seconds: { type: 'string', default: '3' },
    redis: { type: 'string', default: '' },
  },
})
const numbers = (text: string) => text.split(',').filter(Boolean).map(Number)

interface Running extends AsyncDisposable {
  web: MeasuredProcess[]
  streaming: MeasuredProcess[]
  jobs: MeasuredProcess[]
}

interface Cpu {
  web: number
  streaming: number
  jobs: number
  postgres: number | null
}

const rows: string[][] = []
const notes: string[] = []
await using database = await createBenchDatabase(process.env.BENCH_DATABASE_URL ?? DEFAULT_SERVER)
const dataDir = await mkdtemp(join(tmpdir(), 'rookery-bench-'))
try {
  await run(database)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function run(database: BenchDatabase): Promise<void> {
  const env = environment(database)
  process.stderr.write(`Seeding ${STATUSES} statuses…\n`)
  const seeded = await seed(readConfig(env), STATUSES)
  await database.query('analyze')
  const script = await bundleServer()
  for (const count of numbers(given.web)) {
    await using running = await start(script, env, count)
    await measurePages(running, seeded)
  }
  await measureFederation(env)
  await using running = await start(script, env, 1, 2)
  if (given.sockets !== '0') await measureSockets(running, seeded, Number(given.sockets))
  await measureFollowers(running, database, seeded)
  print()
}

function environment({ url }: BenchDatabase): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    // the host that requests of other servers are signed for
    ORIGIN: `http://localhost:${PORT}`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    DATABASE_URL: url,
    REDIS_URL: given.redis,
  }
}

async function start(
  script: string,
  env: Record<string, string>,
  web: number,
  streaming = 1,
): Promise<Running> {
  const open = new AsyncDisposableStack()
  let port = PORT
  const several = async (part: string, count: number) => {
    const started: MeasuredProcess[] = []
    for (let at = 0; at < count; at++) {
      const own = { ...env, PORT: String(port++), BENCH_ONLY: part }
      started.push(open.use(await startMeasured(script, own)))
    }
    return started
  }
  const parts = {
    web: await several('web', web),
    streaming: await several('streaming', streaming),
    jobs: await several('jobs', 1),
  }
  return { ...parts, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

async function cpuOf({ web, streaming, jobs }: Running): Promise<Cpu> {
  const sum = async (some: MeasuredProcess[]) =>
    (await Promise.all(some.map((one) => one.usage()))).reduce((total, { cpu }) => total + cpu, 0)
  return {
    web: await sum(web),
    streaming: await sum(streaming),
    jobs: await sum(jobs),
    postgres: postgresCpu(),
  }
}

/** bytes that all its processes hold */
async function memoryOf({ web, streaming, jobs }: Running): Promise<number> {
  const usages = await Promise.all([...web, ...streaming, ...jobs].map((one) => one.usage()))
  return usages.reduce((sum, { rss }) => sum + rss, 0)
}

async function measurePages(running: Running, seeded: Seeded): Promise<void> {
  const what = `${running.web.length} web`
  const get = (path: string, token?: string) =>
    requestText('GET', path, token === undefined ? {} : { token })
  const home = get('/api/v1/timelines/home', seeded.readerToken)
  const publicPage = get('/api/v1/timelines/public')
  let posts = 0
  const post = () =>
    requestText('POST', '/api/v1/statuses', {
      token: seeded.writerToken,
      body: JSON.stringify({ status: `Post ${posts++} of the bench about #birds and bread` }),
    })
  await measure(running, `home, ${what}`, () => home)
  await measure(running, `public timeline, anonymous, ${what}`, () => publicPage)
  await measure(running, `POST status, 51 followers, ${what}`, post)
}

async function measure(running: Running, what: string, request: () => string): Promise<void> {
  process.stderr.write(`${what}…\n`)
  const each = Math.ceil(CONNECTIONS / running.web.length)
  const drive = (duration: number) =>
    Promise.all(
      running.web.map(({ port }) =>
        load({ port, request, connections: each, duration, awake: false }),
      ),
    )
  await drive(WARM_UP)
  const before = await cpuOf(running)
  const results = await drive(Number(given.seconds) * 1000)
  const after = await cpuOf(running)
  const failures = results.reduce((sum, result) => sum + result.failures, 0)
  if (failures > 0) throw new Error(`${what}: ${failures} requests failed`)
  const requests = results.reduce((sum, result) => sum + result.requests, 0)
  const latencies = results.flatMap((result) => result.latencies).sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  addRow(what, { requests, p50: at(0.5), p99: at(0.99) }, before, after)
}

/** The cost of receiving from and sending to other servers, in one process, as the parts do the same. */
async function measureFederation(env: Record<string, string>): Promise<void> {
  const measure = async <T>(work: () => Promise<T>) => {
    const before = postgresCpu() ?? 0
    const result = await work()
    return { result, postgres: (postgresCpu() ?? 0) - before }
  }
  const seconds = Number(given.seconds)
  const inbox = await measure(() => measureInbox({ ...env, PORT: String(PORT) }, seconds))
  const { cpu, activities } = inbox.result
  notes.push(
    `- a signed Create: ${ms(cpu.accept)} to accept it and ${ms(cpu.process)} to store it and bring it to ${FOLLOWERS} timelines, PostgreSQL ${ms(inbox.postgres / activities)}`,
  )
  const sent = await measure(() => costOverTls(dataDir, env))
  const { each, deliveries } = sent.result
  notes.push(
    `- a delivery to another server: ${ms(each)}, PostgreSQL ${ms(sent.postgres / deliveries)}`,
  )
}

function ms(value: number): string {
  return `${value.toFixed(3)} ms`
}

async function measureSockets(running: Running, seeded: Seeded, count: number): Promise<void> {
  process.stderr.write(`${count} sockets…\n`)
  const [before, held] = [await cpuOf(running), await memoryOf(running)]
  const each = Math.ceil(count / running.streaming.length)
  const sockets = []
  for (const { port } of running.streaming)
    sockets.push(...(await openAll(port, seeded.tokens, each)))
  addRow(`opening one of ${count} sockets`, { requests: count }, before, await cpuOf(running))
  const memory = ((await memoryOf(running)) - held) / count / 1024
  notes.push(`- an open socket takes ${memory.toFixed(1)} KB of a process`)
  const posts = Number(given.posts)
  const times: number[] = []
  const opened = await cpuOf(running)
  for (let at = 0; at < posts; at++) {
    times.push(await reach(running.web[0]!.port, seeded, sockets, at))
  }
  times.sort((a, b) => a - b)
  const spread = { p50: times[posts >> 1]!, p99: times[Math.ceil(posts * 0.99) - 1]! }
  const what = `a post to ${count} sockets of ${running.streaming.length} streaming processes`
  addRow(what, { requests: posts, ...spread }, opened, await cpuOf(running))
  for (const socket of sockets) socket.terminate()
}

/** Until the jobs are through, so that the fan-out counts. */
async function measureFollowers(
  running: Running,
  database: BenchDatabase,
  seeded: Seeded,
): Promise<void> {
  let known = 0
  for (const count of numbers(given.followers)) {
    process.stderr.write(`${count} followers…\n`)
    await addFollowers(database, seeded.writerId, { from: known + 1, to: count })
    known = count
    const post = (at: number) =>
      requestText('POST', '/api/v1/statuses', {
        token: seeded.writerToken,
        body: JSON.stringify({ status: `To all, number ${at}` }),
      })
    await once(running.web[0]!.port, post(-1))
    await untilIdle(database)
    const before = await cpuOf(running)
    const latencies: number[] = []
    for (let at = 0; at < LARGE_POSTS; at++) {
      latencies.push(...(await once(running.web[0]!.port, post(at))).latencies)
      await untilIdle(database)
    }
    latencies.sort((a, b) => a - b)
    const spread = { p50: latencies[LARGE_POSTS / 2]!, p99: latencies.at(-1)! }
    const what = `POST status, ${count} followers`
    addRow(what, { requests: LARGE_POSTS, ...spread }, before, await cpuOf(running))
  }
}

async function untilIdle({ query }: BenchDatabase): Promise<void> {
  for (;;) {
    const { rows } = await query("select from job where kind = 'home.deliver' limit 1")
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function addRow(
  what: string,
  measured: { requests: number; p50?: number; p99?: number },
  before: Cpu,
  after: Cpu,
): void {
  const each = (part: keyof Cpu) => {
    const [from, to] = [before[part], after[part]]
    return from === null || to === null ? '' : ((to - from) / measured.requests).toFixed(3)
  }
  const latency = (value: number | undefined) => value?.toFixed(2) ?? ''
  rows.push([
    ...[what, latency(measured.p50), latency(measured.p99)],
    ...(['web', 'streaming', 'jobs', 'postgres'] as const).map(each),
  ])
}

function print(): void {
  const columns = ['', 'p50 ms', 'p99 ms', 'web', 'streaming', 'jobs', 'PostgreSQL']
  const lines = [columns, columns.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  const bus = given.redis === '' ? 'PostgreSQL' : 'Redis'
  process.stdout.write(
    `${describeMachine()}, bus over ${bus}; ms of CPU for each, by process\n\n${table}\n\n${notes.join('\n')}\n`,
  )
}
