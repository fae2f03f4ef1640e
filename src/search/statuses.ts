import type { ExpressionBuilder } from 'kysely'
import type { App } from '../app.ts'
import type { Schema } from '../db/schema.ts'
import type { IdBounds } from '../db/search/text-index.ts'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../ids.ts'
import { visibleTo, wantedBy } from '../statuses/visibility.ts'
import { candidates } from './candidates.ts'
import { isInLibrary, isSearchable, meets } from './conditions.ts'
import { readQuery } from './query.ts'
import { type Excludable, readOperators } from './scope.ts'

type Builder = ExpressionBuilder<Schema, 'status' | 'account'>

export interface StatusSearch {
  text: string
  limit: number
  offset: number
  /** only by this account */
  accountId: string | null
  minId: string | null
  maxId: string | null
}

type Searching = Pick<App, 'db' | 'slowDb' | 'config' | 'clock'>

/**
 * Finds statuses by their words and by what operators say of them, newest first: among those that the
 * viewer may see and wants to, the library of the viewer (`isInLibrary`) and the public ones of people
 * who let themselves be found.
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

/** The query behind it, for whoever wants to know its plan; null if nothing can be found. */
export async function statusQuery(app: Searching, viewerId: string, search: StatusSearch) {
  const query = readQuery(search.text)
  const conditions = await readOperators(app, viewerId, query.operators)
  if (search.accountId !== null) {
    conditions.push({ kind: 'author', accountId: search.accountId, excluded: false })
  }
  // whose statuses are asked for is no search by itself
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
    .where((eb) => eb.and(conditions.map((condition) => meets(condition, viewerId))))
    .limit(search.limit)
    .offset(search.offset)
}

/** The narrowest of the page's and the operators' bounds. */
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
