import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { fetchPage, type Page } from '../db/pagination.ts'
import { hiddenFrom } from '../relationships/predicates.ts'
import { type StatusHead, selectHeadsFor } from './heads.ts'
import { visibleTo } from './visibility.ts'

/** A status in a list that is paged by the row that put it there. */
export type ListedHead = StatusHead & { row_id: string }

/** A page of what the viewer favourited or bookmarked and may still see. */
export async function markedPage(
  db: Db,
  table: 'favourite' | 'bookmark',
  viewerId: string,
  page: Page,
): Promise<ListedHead[]> {
  // both tables have the same columns
  const query = selectHeadsFor(db, viewerId)
    .innerJoin(`${table} as marked` as 'bookmark as marked', 'marked.status_id', 'status.id')
    .select('marked.id as row_id')
    .where('marked.account_id', '=', viewerId)
    .where((eb) => visibleTo(eb, viewerId))
  return fetchPage(query, 'marked.id', page)
}

export interface WhoDid {
  statusId: string
  /** does not meet those it blocks or mutes, nor those who block it; null for nobody signed in */
  viewerId: string | null
  /** ms since 1970 */
  now: number
}

/** Who favourited a status, newest first: ids with the rows that page them. */
export async function favouritedByPage(
  db: Db,
  { statusId, viewerId, now }: WhoDid,
  page: Page,
): Promise<{ row_id: string; account_id: string }[]> {
  const query = db
    .selectFrom('favourite')
    .innerJoin('account', 'account.id', 'favourite.account_id')
    .select(['favourite.id as row_id', 'favourite.account_id'])
    .where('favourite.status_id', '=', statusId)
    .where('account.suspended_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .$if(viewerId !== null, (q) => q.where(isWanted(viewerId!, now)))
  return fetchPage(query, 'favourite.id', page)
}

/** Accounts with a public or unlisted reblog of a status, newest first (S-555). */
export async function rebloggedByPage(
  db: Db,
  { statusId, viewerId, now }: WhoDid,
  page: Page,
): Promise<{ row_id: string; account_id: string }[]> {
  const query = db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .select(['status.id as row_id', 'status.account_id'])
    .where('status.reblog_of_id', '=', statusId)
    .where('status.visibility', 'in', ['public', 'unlisted'])
    .where((eb) => visibleTo(eb, viewerId))
    .$if(viewerId !== null, (q) => q.where(isWanted(viewerId!, now)))
  return fetchPage(query, 'status.id', page)
}

function isWanted(viewerId: string, now: number) {
  return sql<SqlBool>`not ${hiddenFrom(viewerId, sql.ref('account.id'), now)}`
}
