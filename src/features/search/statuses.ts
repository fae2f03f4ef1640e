import type { ExpressionBuilder } from 'kysely'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Schema } from '../../kernel/db/schema.ts'
import type { IdBounds } from '../../kernel/db/search/text-index.ts'
import { visibleTo, wantedBy } from '../statuses/read/visibility.ts'
import { candidates } from './candidates.ts'
import { fulfils, isInLibrary, isSearchable } from './conditions.ts'
import { readQuery } from './query.ts'
import { type Excludable, readOperators } from './scope.ts'

type Builder = ExpressionBuilder<Schema, 'status' | 'account'>

export interface StatusSearch {
  text: string
  limit: number
  offset: number
  /** only statuses by this account */
  accountId: string | null
  minId: string | null
  maxId: string | null
}

type Searching = Pick<App, 'db' | 'slowDb' | 'config' | 'clock'>

/**
 * Finds statuses by words and operators, newest first: among the statuses that the viewer may and
 * wants to see, the viewer's library (`isInLibrary`) and public statuses of indexable accounts.
 *
 * @returns ids
 */
export async function searchStatuses(
  app: Searching,
  viewerId: string,
  search: StatusSearch,
): Promise<string[]> {
  const rows = await statusQuery(app, viewerId, search)
  return rows === null ? [] : (await rows.execute()).map((row) => row.id)
}

/** The underlying query, for tests of its plan; null if nothing can be found. */
export async function statusQuery(app: Searching, viewerId: string, search: StatusSearch) {
  const query = readQuery(search.text)
  const conditions = await readOperators(app, viewerId, query.operators)
  if (search.accountId !== null) {
    conditions.push({ kind: 'author', accountId: search.accountId, excluded: false })
  }
  // an author alone is no search
  if (query.all.length + query.operators.length === 0) return null
  const bounds = boundsOf(search, conditions)
  const found = candidates(app.slowDb, { viewerId, query, conditions, bounds })
  if (found === null) return null
  return found
    .innerJoin('account', 'account.id', 'status.account_id')
    .select('status.id')
    .where('status.reblog_of_id', 'is', null)
    .where((eb) => visibleTo(eb as unknown as Builder, viewerId))
    .where((eb) => wantedBy(eb as unknown as Builder, viewerId, app.clock()))
    .where((eb) => eb.or([isSearchable(), isInLibrary(viewerId)]))
    .where((eb) => eb.and(conditions.map((condition) => fulfils(condition, viewerId))))
    .limit(search.limit)
    .offset(search.offset)
}

/** The intersection of the page's and the operators' bounds. */
function boundsOf(search: StatusSearch, conditions: readonly Excludable[]): IdBounds {
  const times = conditions.filter(
    (condition) => condition.kind === 'ids' && !condition.excluded,
  ) as unknown as IdBounds[]
  const page = { above: search.minId ?? BEFORE_ALL_IDS, below: search.maxId ?? AFTER_ALL_IDS }
  return [page, ...times].reduce((one, other) => ({
    above: one.above > other.above ? one.above : other.above,
    below: one.below < other.below ? one.below : other.below,
  }))
}
