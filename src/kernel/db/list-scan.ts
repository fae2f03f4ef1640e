import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../base/ids.ts'
import type { Database, Db } from './database.ts'
import type { Page } from './pagination.ts'
import { prepared } from './prepared.ts'

/** Candidate rows that one step of the slow reader scans, and maximum for all steps of a page. */
const STEP = 4_000
const MOST = 40_000

export type Direction = 'asc' | 'desc'

/** The range of candidates: between two ids, both excluded, and how many. */
export interface Range {
  above: string
  below: string
  count: number
}

/** Where to continue a list whose scan stopped before its end; null if it did not stop. */
export type Stopped = { max_id: string } | { min_id: string } | null

export interface ScannedPage<Row> {
  /** newest first */
  rows: Row[]
  stopped: Stopped
}

export type Readers = Pick<Database, 'db' | 'slowDb'>

/** At most `count` ids in order, as a relation with a column `id`: see `inOrder`. */
type Candidates<Params> = (
  params: Params & Range,
  direction: Direction,
) => RawBuilder<{ id: string }>

interface ListScan<Params, DB, Tables extends keyof DB, Row> {
  /** the id column of the query that the candidates join, as in `status.id` */
  column: string
  candidates: Candidates<Params>
  /** for the first step, if a broader list is cheaper to read and holds mostly wanted rows */
  firstCandidates?: Candidates<Params>
  /** the columns and further conditions for the candidates; without an order */
  query(db: Db, params: Params): SelectQueryBuilder<DB, Tables, Row>
}

/**
 * Pages of a list whose ids come in order from one index, whatever the planner estimates for the joins behind
 * them. Conditions without an index (blocked or silenced accounts) are checked for the candidates only: for a
 * few in the query that most pages need, then for more on the slow reader, and for 40,000 in all. A page that
 * is short because of that limit says where the list continues.
 *
 * @example
 * const page = scannedPage({
 *   column: 'status.id',
 *   candidates: (p: { tagId: string } & Range, direction) => inOrder(p, direction, {
 *     ranges: [sql`select status_id as id from status_tag where tag_id = ${p.tagId}`],
 *     column: 'status_tag.status_id',
 *   }),
 *   query: (db) => selectListedStatuses(db),
 * })
 * const { rows } = await page(app, { tagId }, { maxId, sinceId, minId, limit })
 */
export function scannedPage<
  Params extends object,
  DB,
  Tables extends keyof DB,
  Row extends { id: string },
>(
  scan: ListScan<Params, DB, Tables, Row>,
): (readers: Readers, params: Params, page: Page) => Promise<ScannedPage<Row>> {
  const scans = { asc: stepsOf(scan, 'asc'), desc: stepsOf(scan, 'desc') }
  return async (readers, params, page) => {
    const direction = page.minId === null ? 'desc' : 'asc'
    const { rows, stoppedAt } = await takeSteps(readers, scans[direction], { params, page })
    if (direction === 'asc') rows.reverse()
    if (stoppedAt === null) return { rows, stopped: null }
    return { rows, stopped: direction === 'asc' ? { min_id: stoppedAt } : { max_id: stoppedAt } }
  }
}

export interface Ranges {
  /** `select … as id from … where …`, each with its rows in the order of the column */
  ranges: readonly RawBuilder<unknown>[]
  /** the column that their ids come from */
  column: string
  /** ranges whose ids come from another column */
  more?: { ranges: readonly RawBuilder<unknown>[]; column: string }
  /** whether an id may be in several ranges */
  repeats?: boolean
}

/** Candidates from several index ranges, merged. */
export function inOrder(
  { above, below, count }: Range,
  direction: Direction,
  { ranges, column, more, repeats = false }: Ranges,
): RawBuilder<{ id: string }> {
  const order = sql.raw(direction)
  const bounded = (range: RawBuilder<unknown>, id = sql.ref(column)) =>
    sql`${range} and ${id} > ${above} and ${id} < ${below}
      order by ${id} ${order} limit cast(${count} as integer)`
  const others = more?.ranges.map((range) => bounded(range, sql.ref(more.column))) ?? []
  const some = [...ranges.map((range) => bounded(range)), ...others]
  if (some.length === 1) return sql`(${some[0]!})`
  const every = some.map((one) => sql`select id from (${one}) as one`)
  return sql`(select id from (${sql.join(every, sql` union all `)}) as every
    ${repeats ? sql`group by id` : sql``} order by id ${order} limit cast(${count} as integer))`
}

interface Step<Params, Row> {
  page(db: Db, params: Params & Range & { limit: number }): Promise<Row[]>
  end(db: Db, params: Params & Range): Promise<{ last: string | null; found: number }[]>
}

interface Steps<Params, Row> {
  direction: Direction
  first: Step<Params, Row>
  next: Step<Params, Row>
}

function stepsOf<Params extends object, DB, Tables extends keyof DB, Row extends { id: string }>(
  scan: ListScan<Params, DB, Tables, Row>,
  direction: Direction,
): Steps<Params, Row> {
  const next = stepOf(scan, scan.candidates, direction)
  const { firstCandidates } = scan
  const first = firstCandidates === undefined ? next : stepOf(scan, firstCandidates, direction)
  return { direction, first, next }
}

function stepOf<Params extends object, DB, Tables extends keyof DB, Row extends { id: string }>(
  { column, query }: ListScan<Params, DB, Tables, Row>,
  candidates: Candidates<Params>,
  direction: Direction,
): Step<Params, Row> {
  const id = sql.ref<string>(column)
  return {
    page: prepared((db, p: Params & Range & { limit: number }) => ({
      compile: () =>
        query(db, p)
          .where(sql<SqlBool>`${id} in (select id from ${candidates(p, direction)} as candidate)`)
          .orderBy(id, direction)
          .limit(p.limit)
          .compile() as never,
    })),
    end: prepared((db, p: Params & Range) => ({
      compile: () =>
        sql<{ last: string | null; found: number }>`
          select ${direction === 'desc' ? sql`min(id)` : sql`max(id)`} as last, count(*) as found
          from ${candidates(p, direction)} as candidate`.compile(db),
    })),
  }
}

/** Scans more and more candidates until the page is full or none is left. */
async function takeSteps<Params extends object, Row extends { id: string }>(
  { db, slowDb }: Readers,
  { direction, first, next }: Steps<Params, Row>,
  { params, page }: { params: Params; page: Page },
): Promise<{ rows: Row[]; stoppedAt: string | null }> {
  const rows = new Map<string, Row>()
  let [step, reader] = [first, db]
  let range = rangeOf(page)
  for (let scanned = range.count; ; scanned += range.count) {
    const asked = { ...params, ...range }
    const found = await step.page(reader, { ...asked, limit: page.limit - rows.size })
    // by id, as two steps may return the same row if rows were inserted in between
    for (const row of found) rows.set(row.id, row)
    const isFull = rows.size >= page.limit
    const [end] = isFull ? [] : await step.end(reader, asked)
    const last = end === undefined || end.found < range.count ? null : end.last
    if (last === null || scanned >= MOST) return { rows: [...rows.values()], stoppedAt: last }
    // the narrower candidates get a small step too, as they are mostly wanted
    const isNew = step !== next
    const count = isNew ? range.count : STEP
    range = { ...range, ...(direction === 'desc' ? { below: last } : { above: last }), count }
    ;[step, reader] = [next, isNew ? db : slowDb]
  }
}

function rangeOf({ maxId, sinceId, minId, limit }: Page): Range {
  return {
    above: minId ?? sinceId ?? BEFORE_ALL_IDS,
    below: maxId ?? AFTER_ALL_IDS,
    // on most pages the conditions reject few candidates or none
    count: limit + 20,
  }
}
