import { type CompiledQuery, type SelectQueryBuilder, sql } from 'kysely'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../ids.ts'
import type { Db } from './database.ts'
import { prepared } from './prepared.ts'

/** Cursors as normalised at the border (S-040); null where none was given. */
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
 * One page of a query, newest first. `maxId`: strictly older; `sinceId`: the newest that are strictly
 * newer; `minId`: those immediately after it, and it wins over `sinceId`.
 *
 * @param column the id that the cursors name, as in `favourite.id`; the query has no order of its own
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

/**
 * The same as a prepared query: of two shapes, whatever cursors are given.
 *
 * @example
 * const page = preparedPage('bookmark.id', (db, p: { accountId: string }) =>
 *   db.selectFrom('bookmark').select(['id', 'status_id']).where('account_id', '=', p.accountId))
 * const rows = await page(app.db, { accountId }, { maxId, sinceId, minId, limit })
 */
export function preparedPage<Params extends object, DB, Tables extends keyof DB, Row>(
  column: string,
  build: (db: Db, params: Params) => SelectQueryBuilder<DB, Tables, Row>,
): (db: Db, params: Params, page: Page) => Promise<Row[]> {
  const shape = (direction: 'asc' | 'desc') =>
    prepared<Params & Bounds, Row>((db, params) => ({
      compile: () =>
        bounded(build(db, params), column, params, direction).compile() as CompiledQuery<Row>,
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

function boundsOf({ maxId, sinceId, minId, limit }: Page): Bounds {
  return { above: minId ?? sinceId ?? BEFORE_ALL_IDS, below: maxId ?? AFTER_ALL_IDS, limit }
}

function directionOf({ minId }: Page): 'asc' | 'desc' {
  return minId === null ? 'desc' : 'asc'
}

function newestFirst<Row>(rows: Row[], page: Page): Row[] {
  return directionOf(page) === 'asc' ? rows.reverse() : rows
}
