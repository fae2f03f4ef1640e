// npm run bench [-- --sizes 2000,200000 --seconds 3 --no-inbox --no-deliveries]
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/kernel/base/config.ts'
import { bundleServer } from './bundle.ts'
import { measureDeliveries } from './deliveries.ts'
import { measureStreams } from './fan-out.ts'
import { measureInbox } from './inbox.ts'
import { load, once, requestText } from './load.ts'
import { describeMachine, machineCpu } from './machine.ts'
import { type MeasuredProcess, startMeasured } from './process.ts'
import { type Seeded, seed } from './seed.ts'
import { FOLLOWERS } from './senders.ts'
import { durableInsert } from './sqlite-floor.ts'

const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string', default: '2000,200000' },
    seconds: { type: 'string', default: '3' },
    sockets: { type: 'string', default: '1000' },
    inbox: { type: 'boolean', default: true },
    deliveries: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const SECONDS = Number(given.seconds)
const PORT = 3900
/** ms of warm-up before each row: V8 compiles for some seconds, on threads whose time counts too */
const WARM_UP = 10_000

interface Row {
  what: string
  perSecond: number
  p50: number
  p99: number
  /** ms of server CPU per request */
  cpu: number
  bytes: number
  /** the same for the floor */
  floor: number | null
}

const rows: Row[] = []
const notes: string[] = []
const cleanUp: string[] = []
process.on('exit', () => {
  for (const folder of cleanUp) rmSync(folder, { recursive: true, force: true })
})

/** ms until an idle server has released its startup memory; see src/app/startup-memory.ts */
const IDLE = 40_000

const script = await bundleServer()
const othersBefore = machineCpu()
for (const size of given.sizes.split(',').filter(Boolean).map(Number)) await measureSize(size)
if (given.inbox) await measureArrival()
if (given.deliveries) notes.push(...(await measureDeliveries()))
printTable()

/** Settings of a server with an empty folder. */
async function newServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookery-bench-'))
  cleanUp.push(dataDir)
  return {
    DATA_DIR: dataDir,
    PORT: String(PORT),
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    DATABASE_URL: '',
  }
}

async function measureArrival(): Promise<void> {
  const env = await newServer()
  await seed(readConfig(env), 2000)
  process.stderr.write('posts of another server…\n')
  const { perSecond, latencies, cpu, bytes } = await measureInbox(env, SECONDS)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  rows.push({
    what: 'signed Create, to durable acceptance',
    perSecond,
    p50: at(0.5),
    p99: at(0.99),
    cpu: cpu.accept,
    bytes,
    floor: cpu.floor,
  })
  notes.push(
    `a Create from its acceptance to the timelines of ${FOLLOWERS} followers: ${cpu.process.toFixed(2)} ms of CPU`,
  )
}

async function measureSize(size: number): Promise<void> {
  const env = await newServer()
  const dataDir = env.DATA_DIR
  process.stderr.write(`Seeding ${size} statuses…\n`)
  const seeded = await seed(readConfig(env), size)
  await measureStart(env, seeded, size)
  await using server = await startMeasured(script, env)
  const label = (what: string) => `${what}, ${size.toLocaleString('en')} statuses`
  const get = (path: string, token?: string) =>
    requestText('GET', path, token === undefined ? {} : { token })
  const home = get('/api/v1/timelines/home', seeded.readerToken)
  await measure(server, label('home timeline'), () => home)
  if (size === Number(given.sizes.split(',')[0])) {
    const pages = {
      'public timeline, anonymous': get('/api/v1/timelines/public'),
      'account statuses': get(`/api/v1/accounts/${seeded.authorId}/statuses`, seeded.readerToken),
      'one status': get(`/api/v1/statuses/${seeded.statusId}`, seeded.readerToken),
      'instance v2': get('/api/v2/instance'),
      verify_credentials: get('/api/v1/accounts/verify_credentials', seeded.readerToken),
    }
    for (const [what, request] of Object.entries(pages)) await measure(server, what, () => request)
    await measureFloors()
    let posts = 0
    const post = () =>
      requestText('POST', '/api/v1/statuses', {
        token: seeded.writerToken,
        body: JSON.stringify({ status: `Post ${posts++} of the bench about #birds and bread` }),
      })
    await measure(server, 'POST status, 1 at a time', post, 1)
    await measure(server, 'POST status, 8 at a time', post, 8)
    notes.push(`one durable SQLite insert: ${(await durableInsert(dataDir)).toFixed(3)} ms`)
    if (given.sockets !== '0') {
      notes.push(await measureStreams(server, seeded, Number(given.sockets)))
    }
    const { rss } = await server.usage()
    notes.push(`RSS after the load: ${(rss / 1024 ** 2).toFixed(0)} MB`)
  } else {
    await measure(server, label('public timeline, anonymous'), () =>
      get('/api/v1/timelines/public'),
    )
    await measure(server, label('account statuses'), () =>
      get(`/api/v1/accounts/${seeded.authorId}/statuses`, seeded.readerToken),
    )
  }
}

async function measure(
  server: MeasuredProcess,
  what: string,
  request: () => string,
  connections = 8,
): Promise<void> {
  process.stderr.write(`${what}…\n`)
  const awake = !what.startsWith('POST')
  const run = { port: server.port, request, connections, awake }
  await load({ ...run, duration: WARM_UP })
  const before = await server.usage()
  const result = await load({ ...run, duration: SECONDS * 1000 })
  const after = await server.usage()
  if (result.failures > 0) throw new Error(`${what}: ${result.failures} requests failed`)
  const at = (share: number) => result.latencies[Math.floor(result.latencies.length * share)] ?? 0
  rows.push({
    what,
    perSecond: (result.requests / result.elapsed) * 1000,
    p50: at(0.5),
    p99: at(0.99),
    cpu: (after.cpu - before.cpu) / result.requests,
    bytes: result.bodyBytes,
    floor: null,
  })
}

/** The floor for every row: the same number of bytes served from memory. */
async function measureFloors(): Promise<void> {
  await using floor = await startMeasured('serve-floor.ts', { PORT: String(PORT + 1) })
  for (const row of [...rows]) {
    const request = requestText('GET', `/floor/${row.bytes}`)
    await measure(floor, 'floor', () => request)
    row.floor = rows.pop()!.cpu
  }
}

/** A cold start on an existing database, and the first page after it. */
async function measureStart(
  env: Record<string, string>,
  seeded: Seeded,
  size: number,
): Promise<void> {
  const startedAt = performance.now()
  await using server = await startMeasured(script, env)
  await once(server.port, requestText('GET', '/api/v2/instance'))
  const cold = performance.now() - startedAt
  const page = await once(
    server.port,
    requestText('GET', '/api/v1/timelines/home', { token: seeded.readerToken }),
  )
  await new Promise((resolve) => setTimeout(resolve, IDLE))
  const { rss } = await server.usage()
  notes.push(
    `${size.toLocaleString('en')} statuses: cold start to the first 200 ${cold.toFixed(0)} ms, first home page after it ${page.latencies[0]?.toFixed(1)} ms, RSS idle ${(rss / 1024 ** 2).toFixed(0)} MB`,
  )
}

function printTable(): void {
  const othersAfter = machineCpu()
  const columns = ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms', 'floor ms', 'ratio', 'KB']
  const lines = [columns, columns.map((_, at) => (at === 0 ? '---' : '---:'))]
  for (const row of rows) {
    lines.push([
      row.what,
      row.perSecond.toFixed(0),
      row.p50.toFixed(2),
      row.p99.toFixed(2),
      row.cpu.toFixed(3),
      row.floor?.toFixed(3) ?? '',
      row.floor === null ? '' : (row.cpu / row.floor).toFixed(1),
      (row.bytes / 1024).toFixed(1),
    ])
  }
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  const list = notes.map((note) => `- ${note}`).join('\n')
  const load =
    othersBefore === null || othersAfter === null
      ? ''
      : `\n- CPU used on the whole machine meanwhile: ${((othersAfter - othersBefore) / 1000).toFixed(0)} s`
  process.stdout.write(`${describeMachine()}\n\n${table}\n\n${list}${load}\n`)
}
