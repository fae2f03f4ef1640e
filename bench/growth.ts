// npm run bench -- growth [--sizes 100000,1000000 --keep .rookery-growth --only '/context|admin/instances']
// Costs of each list of the API on SQLite at several sizes, plans of those that grow, and the space of all tables.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Cost, costsOf } from './growth/costs.ts'
import { allRequests, type Page, pagesOf } from './growth/pages.ts'
import { type GrownServer, sizeOf, startGrown } from './growth/server.ts'
import { planOf, statementsOf } from './growth/statements.ts'
import { indexesIn, type Stored, storedIn } from './growth/storage.ts'
import { describeMachine } from './machine.ts'

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: {
    sizes: { type: 'string', default: '100000,1000000' },
    keep: { type: 'string', default: '.rookery-growth' },
    only: { type: 'string' },
  },
})
/** Lists whose names match, and then nothing of the space of tables. */
const only = given.only === undefined ? null : new RegExp(given.only)
/** Ratio of the largest size to the smallest from which a list counts as one that grows. */
const GROWN = 1.3
/** characters of a statement */
const SHOWN = 600
/** tables and indexes below are summed up; bytes per status */
const LITTLE = 1

interface Measured {
  page: Page
  costs: Cost[]
  ratio: number
}

await using servers = new AsyncDisposableStack()
const grown: GrownServer[] = []
for (const statuses of given.sizes.split(',').map(Number)) {
  process.stderr.write(`${statuses.toLocaleString('en')} statuses…\n`)
  const folder = join(given.keep, String(statuses))
  grown.push(servers.use(await startGrown(sizeOf(statuses), folder)))
}
const largest = grown.at(-1)!
const measured = await measureAll()
process.stdout.write(`${describeMachine()}; ms of CPU for a request, by the number of statuses\n\n`)
process.stdout.write(`${tableOf(measured)}\n`)
for (const reason of await reasonsOf(measured.filter(({ ratio }) => ratio > GROWN))) {
  process.stdout.write(textOf(reason))
}
if (only === null) {
  const used = await usedIndexes()
  process.stdout.write(`${storageOf(await storedIn(largest.app.slowDb), used)}\n`)
}

async function measureAll(): Promise<Measured[]> {
  const all: Measured[] = []
  for (const page of await pagesOf(grown, only)) {
    process.stderr.write(`${page.name}…\n`)
    const once = await measure(page)
    // one that seems to grow is measured twice, and the lower ratio counts
    const again = once.ratio > GROWN ? await measure(page) : once
    all.push(again.ratio < once.ratio ? again : once)
  }
  return all.sort((a, b) => b.ratio - a.ratio)
}

async function measure(page: Page): Promise<Measured> {
  const costs = await costsOf(page, grown)
  return { page, costs, ratio: costs.at(-1)!.cpu / costs[0]!.cpu }
}

function tableOf(all: readonly Measured[]): string {
  const sizes = grown.map(({ size }) => size.statuses.toLocaleString('en'))
  const columns = ['', ...sizes, 'ratio', 'rows']
  const lines = [columns, columns.map((_, at) => (at === 0 ? '---' : '---:'))]
  for (const { page, costs, ratio } of all) {
    const rows = [...new Set(costs.map((cost) => cost.rows))].join(' / ')
    lines.push([page.name, ...costs.map(({ cpu }) => cpu.toFixed(3)), ratio.toFixed(2), rows])
  }
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

/** The slowest statement of pages at the largest size. */
interface Reason {
  pages: string[]
  sql: string
  plan: string
  /** ms at the smallest size and at the largest, on the page that grows most */
  times: string
}

/** Why pages grow: pages with the same statement have one reason. */
async function reasonsOf(all: readonly Measured[]): Promise<Reason[]> {
  const reasons = new Map<string, Reason>()
  for (const { page, ratio } of all) {
    const of = (at: number) =>
      statementsOf(grown.at(at)!.app, () => grown.at(at)!.get(page.paths.at(at)!, page.asks), 5)
    const [slowest] = await of(-1)
    if (slowest === undefined) continue
    const { sql } = slowest.query
    const name = `${page.name}: ${ratio.toFixed(2)}`
    const known = reasons.get(sql)
    if (known !== undefined) {
      known.pages.push(name)
      continue
    }
    const before = (await of(0)).find(({ query }) => query.sql === sql)
    const plan = await planOf(largest.app.db, slowest.query)
    const times = `${before?.ms.toFixed(3) ?? '–'} to ${slowest.ms.toFixed(3)} ms`
    reasons.set(sql, { pages: [name], sql, plan, times })
  }
  return [...reasons.values()]
}

function textOf({ pages, sql, plan, times }: Reason): string {
  const start = sql.length > SHOWN ? `${sql.slice(0, SHOWN)}…` : sql
  return `${pages.join('\n')}\n  ${times}: ${start}\n${plan.replace(/^/gm, '    ')}\n\n`
}

/** Indexes that a statement of any list enters, with each filter. */
async function usedIndexes(): Promise<Set<string>> {
  process.stderr.write('Plans…\n')
  const known = new Set<string>()
  const names = new Set<string>()
  const { app } = largest
  for (const { path, asks } of await allRequests(largest)) {
    for (const { query } of await statementsOf(app, () => largest.get(path, asks), 1)) {
      if (known.has(query.sql)) continue
      known.add(query.sql)
      for (const name of indexesIn(await planOf(app.db, query))) names.add(name)
    }
  }
  return names
}

function storageOf(stored: readonly Stored[], used: ReadonlySet<string>): string {
  const each = (bytes: number) => bytes / largest.size.statuses
  const sum = (some: readonly Stored[]) => some.reduce((total, { bytes }) => total + bytes, 0)
  const shown = stored.filter(({ bytes }) => each(bytes) >= LITTLE)
  const lines = [
    ['', 'of', 'bytes per status', ''],
    ['---', '---', '---:', '---'],
  ]
  for (const { name, table, kind, bytes } of shown) {
    const note = kind === 'index' && !used.has(name) ? 'entered by no list' : ''
    lines.push([name, kind === 'index' ? table : '', each(bytes).toFixed(1), note])
  }
  lines.push(['all others', '', each(sum(stored) - sum(shown)).toFixed(1), ''])
  lines.push(['all', '', each(sum(stored)).toFixed(1), ''])
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}
