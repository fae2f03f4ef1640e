import { type CompiledQuery, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../base/ids.ts'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'
import { prepared } from './prepared.ts'

/** Cursors, normalised by the HTTP layer (S-040); null if not given. */
export interface Page {
  maxId: string | null
  sinceId: string | null
  minId: string | null
  limit: number
}

interface Bounds {
  above: string
  below: string
  limit: number
}

/**
 * One page of a query, newest first. `maxId`: strictly older rows; `sinceId`: the newest of the strictly
 * newer rows; `minId`: the rows immediately after it; it takes precedence over `sinceId`.
 *
 * @param column the id that the cursors refer to, as in `favourite.id`; the query has no order of its own
 * @see https://docs.joinmastodon.org/api/guidelines/#pagination
 */
export async function fetchPage<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  column: string,
  page: Page,
): Promise<Row[]> {
  const rows = await bounded(query, column, boundsOf(page), directionOf(page)).execute()
  return newestFirst(rows, page)
}

/** The first column of the index that a page is read from; the id is its second one. */
interface Owner<Params> {
  column: string
  /** the parameter whose value it has */
  param: keyof Params & string
}

/**
 * The same as a prepared query, in two variants for any combination of cursors.
 *
 * @example
 * const page = preparedPage('bookmark.id', (db, p: { accountId: string }) =>
 * db.selectFrom('bookmark').select(['id', 'status_id']).where('account_id', '=', p.accountId))
 * const rows = await page(app.db, { accountId }, { maxId, sinceId, minId, limit })
 *
 * @param owner if many rows of few owners are expected: see `ofOwner`; the query has no condition for it
 */
export function preparedPage<Params extends object, DB, Tables extends keyof DB, Row>(
  column: string,
  build: (db: Db, params: Params) => SelectQueryBuilder<DB, Tables, Row>,
  owner?: Owner<Params>,
): (db: Db, params: Params, page: Page) => Promise<Row[]> {
  const shape = (direction: 'asc' | 'desc') =>
    prepared<Params & Bounds, Row>((db, params) => ({
      compile: () => {
        const query = build(db, params)
        const page =
          owner === undefined
            ? bounded(query, column, params, direction)
            : ofOwner(db, query, { ...owner, id: column }, params, direction)
        return page.compile() as CompiledQuery<Row>
      },
    }))
  const shapes = { asc: shape('asc'), desc: shape('desc') }
  return async (db, params, page) => {
    const rows = await shapes[directionOf(page)](db, { ...params, ...boundsOf(page) })
    return newestFirst(rows, page)
  }
}

function bounded<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  column: string,
  { above, below, limit }: Bounds,
  direction: 'asc' | 'desc',
): SelectQueryBuilder<DB, Tables, Row> {
  const id = sql.ref<string>(column)
  return query.where(id, '>', above).where(id, '<', below).orderBy(id, direction).limit(limit)
}

/**
 * PostgreSQL may take any index in the order of the ids and filter by owner, as it supposes that the rows of all owners
 * are spread evenly: for somebody with few rows it reads everybody's. Pairs have one index only.
 */
function ofOwner<Params, DB, Tables extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, Tables, Row>,
  owned: Owner<Params> & { id: string },
  params: Params & Bounds,
  direction: 'asc' | 'desc',
): SelectQueryBuilder<DB, Tables, Row> {
  const owner = sql.ref<string>(owned.column)
  const value = params[owned.param]
  if (!isPostgres(db))
    return bounded(query.where(sql<SqlBool>`${owner} = ${value}`), owned.id, params, direction)
  const id = sql.ref<string>(owned.id)
  const pair = sql`(${owner}, ${id})`
  return query
    .where(
      sql<SqlBool>`${pair} > (${value}, ${params.above}) and ${pair} < (${value}, ${params.below})`,
    )
    .orderBy(owner, direction)
    .orderBy(id, direction)
    .limit(params.limit)
}

function boundsOf({ maxId, sinceId, minId, limit }: Page): Bounds {
  return { above: minId ?? sinceId ?? BEFORE_ALL_IDS, below: maxId ?? AFTER_ALL_IDS, limit }
}

function directionOf({ minId }: Page): 'asc' | 'desc' {
  return minId === null ? 'desc' : 'asc'
}

function newestFirst<Row>(rows: Row[], page: Page): Row[] {
  return directionOf(page) === 'asc' ? rows.reverse() : rows
}
