import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../ids.ts'
import type { Database, Db } from './database.ts'
import type { Page } from './pagination.ts'
import { prepared } from './prepared.ts'

/** Rows that one step of the slow reader looks at, and those that all steps of a page do. */
const STEP = 4_000
const MOST = 40_000

export type Direction = 'asc' | 'desc'

/** Which candidates are asked for: between two ids, neither included, and how many. */
export interface Range {
  above: string
  below: string
  count: number
}

/** Where a list goes on that was stopped before it ended; null where it was not. */
export type Stopped = { max_id: string } | { min_id: string } | null

export interface Walked<Row> {
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

interface Walk<Params, DB, Tables extends keyof DB, Row> {
  /** the id of the query that the candidates are, as in `status.id` */
  column: string
  candidates: Candidates<Params>
  /** for the first step, where a wider list that costs less to begin holds mostly what is wanted */
  firstCandidates?: Candidates<Params>
  /** what is read of them, and what else must hold; it has no order of its own */
  query(db: Db, params: Params): SelectQueryBuilder<DB, Tables, Row>
}

/**
 * Pages of a list that begins at ids which one index has in order, whatever the planner thinks of the joins
 * behind them. Conditions that no index has (who is blocked, silenced) are asked of the candidates alone: of few
 * in the query that most pages need, then of more on the slow reader, and of 40,000 in all. A page that
 * is short because of that tells where the list goes on.
 *
 * @example
 * const page = walkedPage({
 *   column: 'status.id',
 *   candidates: (p: { tagId: string } & Range, direction) => inOrder(p, direction, {
 *     ranges: [sql`select status_id as id from status_tag where tag_id = ${p.tagId}`],
 *     column: 'status_tag.status_id',
 *   }),
 *   query: (db) => selectHeads(db),
 * })
 * const { rows } = await page(app, { tagId }, { maxId, sinceId, minId, limit })
 */
export function walkedPage<
  Params extends object,
  DB,
  Tables extends keyof DB,
  Row extends { id: string },
>(
  walk: Walk<Params, DB, Tables, Row>,
): (readers: Readers, params: Params, page: Page) => Promise<Walked<Row>> {
  const walks = { asc: stepsOf(walk, 'asc'), desc: stepsOf(walk, 'desc') }
  return async (readers, params, page) => {
    const direction = page.minId === null ? 'desc' : 'asc'
    const { rows, stoppedAt } = await takeSteps(readers, walks[direction], { params, page })
    if (direction === 'asc') rows.reverse()
    if (stoppedAt === null) return { rows, stopped: null }
    return { rows, stopped: direction === 'asc' ? { min_id: stoppedAt } : { max_id: stoppedAt } }
  }
}

interface Ranges {
  /** `select … as id from … where …`, each with its rows in the order of the column */
  ranges: readonly RawBuilder<unknown>[]
  /** that their ids are read from */
  column: string
  /** whether an id may be in several */
  repeats?: boolean
}

/** Candidates of ranges of an index, merged. */
export function inOrder(
  { above, below, count }: Range,
  direction: Direction,
  { ranges, column, repeats = false }: Ranges,
): RawBuilder<{ id: string }> {
  const [id, order] = [sql.ref(column), sql.raw(direction)]
  const some = ranges.map(
    (range) => sql`${range} and ${id} > ${above} and ${id} < ${below}
      order by ${id} ${order} limit cast(${count} as integer)`,
  )
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
  walk: Walk<Params, DB, Tables, Row>,
  direction: Direction,
): Steps<Params, Row> {
  const next = stepOf(walk, walk.candidates, direction)
  const { firstCandidates } = walk
  const first = firstCandidates === undefined ? next : stepOf(walk, firstCandidates, direction)
  return { direction, first, next }
}

function stepOf<Params extends object, DB, Tables extends keyof DB, Row extends { id: string }>(
  { column, query }: Walk<Params, DB, Tables, Row>,
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

/** Looks at more and more candidates until the page is full or nothing is left. */
async function takeSteps<Params extends object, Row extends { id: string }>(
  { db, slowDb }: Readers,
  { direction, first, next }: Steps<Params, Row>,
  { params, page }: { params: Params; page: Page },
): Promise<{ rows: Row[]; stoppedAt: string | null }> {
  const rows = new Map<string, Row>()
  let [step, reader] = [first, db]
  let range = rangeOf(page)
  for (let looked = range.count; ; looked += range.count) {
    const asked = { ...params, ...range }
    const found = await step.page(reader, { ...asked, limit: page.limit - rows.size })
    // by its id, as two steps may see a row where others came in between
    for (const row of found) rows.set(row.id, row)
    const isFull = rows.size >= page.limit
    const [end] = isFull ? [] : await step.end(reader, asked)
    const last = end === undefined || end.found < range.count ? null : end.last
    if (last === null || looked >= MOST) return { rows: [...rows.values()], stoppedAt: last }
    range = { ...range, ...(direction === 'desc' ? { below: last } : { above: last }), count: STEP }
    ;[step, reader] = [next, slowDb]
  }
}

function rangeOf({ maxId, sinceId, minId, limit }: Page): Range {
  return {
    above: minId ?? sinceId ?? BEFORE_ALL_IDS,
    below: maxId ?? AFTER_ALL_IDS,
    // most pages leave out few or none
    count: limit + 20,
  }
}
