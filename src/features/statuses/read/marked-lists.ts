import { type SqlBool, sql } from 'kysely'
import { FOR_ALL } from '../../../kernel/core/audience-rules.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import { accountStays } from '../../accounts/predicates.ts'
import { hiddenFrom } from '../../relationships/predicates.ts'
import { type ListedStatus, selectListedStatusesFor } from './status-rows.ts'
import { visibleTo } from './visibility.ts'

/** A status with the id of the favourite or bookmark row that pages its list. */
export type MarkedStatus = ListedStatus & { row_id: string }

/** A page of the statuses that the viewer favourited or bookmarked and may still see. */
export async function markedPage(
  db: Db,
  table: 'favourite' | 'bookmark',
  viewerId: string,
  page: Page,
): Promise<MarkedStatus[]> {
  // both tables have the same columns
  const query = selectListedStatusesFor(db, viewerId)
    .innerJoin(`${table} as marked` as 'bookmark as marked', 'marked.status_id', 'status.id')
    .select('marked.id as row_id')
    .where('marked.account_id', '=', viewerId)
    .where((eb) => visibleTo(eb, viewerId))
  return fetchPage(query, 'marked.id', page)
}

export interface WhoDid {
  statusId: string
  /**
   * accounts that the viewer blocks or mutes, or that block the viewer, are left out; null: no
   * signed-in viewer
   */
  viewerId: string | null
  /** ms since 1970 */
  now: number
}

/**
 * Accounts that favourited a status, newest first: their ids, and the ids of the rows that page
 * them.
 */
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
    .where(accountStays())
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
    .where('status.visibility', 'in', FOR_ALL)
    .where((eb) => visibleTo(eb, viewerId))
    .$if(viewerId !== null, (q) => q.where(isWanted(viewerId!, now)))
  return fetchPage(query, 'status.id', page)
}

function isWanted(viewerId: string, now: number) {
  return sql<SqlBool>`not ${hiddenFrom(viewerId, sql.ref('account.id'), now)}`
}
