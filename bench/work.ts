// npm run bench -- work [--check | --write]
// Counts the work of the server for one request to each hot route; the counts do not depend on other load. Runs on SQLite,
// and on the PostgreSQL server of TEST_DATABASE_URL if that is set. --check fails if a count has grown beyond its value
// in work.tsv, and --write puts the new values there.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/kernel/base/config.ts'
import { bundleServer } from './bundle.ts'
import { openConnection } from './load.ts'
import { createBenchDatabase } from './postgres.ts'
import { startMeasured } from './process.ts'
import { seed } from './seed.ts'
import { introduceSenders, signedActivities } from './senders.ts'
import { countWork, REQUESTS, warmUp } from './work-batches.ts'
import type { Work } from './work-counters.ts'
import { compare, type Difference, MEASURES, type Row } from './work-differences.ts'
import { type HotRoute, hotRoutes } from './work-routes.ts'
import { formatDifferences, formatRows, readTable, writeTable } from './work-table.ts'

const STATUSES = 2000
/** requests of other servers are signed for it; the server listens on any free port */
const HOST = 'localhost:3940'
/**
 * Without inline allocation V8 counts each object, otherwise whole buffers of up to 256 KB. Its optimising compilers
 * leave allocations out after some hundred requests, at a time that differs: without them a request allocates the same
 * bytes each time, once it is warmed up.
 */
const EXACT_ALLOCATION = ['--no-inline-new', '--no-turbofan', '--no-maglev']

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: {
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

const script = await bundleServer('serve-work')
const rows = await countOn('sqlite', '')
const server = process.env.TEST_DATABASE_URL
if (server) {
  await using database = await createBenchDatabase(server)
  rows.push(...(await countOn('postgres', database.url, () => database.query('analyze'))))
}
if (given.write) await writeTable(rows)
if (given.check) report(compare(await readTable(), rows))
else process.stdout.write(`${formatRows(rows)}\n`)

/**
 * @param databaseUrl empty for SQLite
 * @param onSeeded PostgreSQL would otherwise take slow plans until it knows how many rows there are
 */
async function countOn(
  database: Row['database'],
  databaseUrl: string,
  onSeeded?: () => Promise<unknown>,
): Promise<Row[]> {
  process.stderr.write(`Counting on ${database}…\n`)
  const dataDir = await mkdtemp(join(tmpdir(), 'rookery-bench-'))
  try {
    return await countIn(database, environment(dataDir, databaseUrl), onSeeded)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function environment(dataDir: string, databaseUrl: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    ORIGIN: `http://${HOST}`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
    EGRESS_ALLOW: '127.0.0.0/8',
  }
}

async function countIn(
  database: Row['database'],
  env: Record<string, string>,
  onSeeded?: () => Promise<unknown>,
): Promise<Row[]> {
  const seeded = await seed(readConfig(env), STATUSES)
  await onSeeded?.()
  const activities = await signedActivities(await introduceSenders(env), HOST, REQUESTS)
  await using server = await startMeasured<Work>(script, env, { execArgv: EXACT_ALLOCATION })
  using connection = openConnection(server.port)
  const routes = await hotRoutes(server.port, seeded, activities)
  await warmUp(connection, routes)
  const counted: Row[] = []
  for (const route of routes) {
    counted.push(...rowsOf(database, route, await countWork(server, connection, route)))
  }
  return counted
}

function rowsOf(database: Row['database'], { name, writes }: HotRoute, work: Work): Row[] {
  // SQLite's -wal file is copied by a thread of its own, and PostgreSQL's answers are read, in pieces that depend on the time
  const areCallsByChance = writes === true
  return MEASURES.flatMap((measure) => {
    const value = work[measure]
    if (value === undefined || (measure === 'calls' && areCallsByChance)) return []
    if (measure === 'waits' && database === 'sqlite') return []
    return { database, route: name, measure, value: Math.round(value) }
  })
}

function report(differences: readonly Difference[]): void {
  process.stdout.write(`${formatDifferences(differences)}\n`)
  const of = (verdict: Difference['verdict']) =>
    differences.filter((difference) => difference.verdict === verdict)
  if (of('shrunk').length > 0) {
    process.stdout.write(
      '\nSome counts shrank: write the table anew (npm run bench -- work --write), so that they stay so.\n',
    )
  }
  if (of('grown').length === 0 && of('unknown').length === 0) return
  process.exitCode = 1
  process.stdout.write(
    '\nSome counts grew or are not in bench/work.tsv. Find the cause; if it is meant, write the table anew (npm run bench -- work --write, with TEST_DATABASE_URL) and say why in the commit.\n',
  )
}
