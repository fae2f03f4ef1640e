import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { fetchPage, type Page, preparedPage } from '../db/pagination.ts'
import { selectHeads, type StatusHead } from './heads.ts'
import { visibleTo } from './visibility.ts'

export interface AccountStatuses {
  accountId: string
  viewerId: string | null
  onlyMedia: boolean
  excludeReplies: boolean
  excludeReblogs: boolean
  excludeDirect: boolean
  pinned: boolean
  /** id of the tag they must have, or null */
  tagId: string | null
}

/** A page of an account's statuses; filters as S-288. */
export async function accountStatusesPage(
  db: Db,
  wanted: AccountStatuses,
  page: Page,
): Promise<StatusHead[]> {
  const plain = !(
    wanted.onlyMedia ||
    wanted.excludeReplies ||
    wanted.excludeReblogs ||
    wanted.excludeDirect ||
    wanted.pinned ||
    wanted.tagId !== null
  )
  const { accountId, viewerId } = wanted
  if (plain && viewerId === null) return everyonesPage(db, { accountId }, page)
  if (plain) return viewersPage(db, { accountId, viewerId: viewerId! }, page)
  const query = selectHeads(db)
    .where('status.account_id', '=', accountId)
    .where((eb) => visibleTo(eb, viewerId))
    .$if(wanted.onlyMedia, (q) => q.where(sql`cast(status.media_ids as text)`, '<>', '[]'))
    .$if(wanted.excludeReplies, (q) =>
      q.where((eb) =>
        eb.or([
          eb('status.in_reply_to_id', 'is', null),
          eb('status.in_reply_to_account_id', '=', accountId),
        ]),
      ),
    )
    .$if(wanted.excludeReblogs, (q) => q.where('status.reblog_of_id', 'is', null))
    .$if(wanted.excludeDirect, (q) => q.where('status.visibility', '<>', 'direct'))
    .$if(wanted.tagId !== null, (q) =>
      q.where((eb) =>
        eb.exists(
          eb
            .selectFrom('status_tag')
            .select(sql.lit(1).as('one'))
            .whereRef('status_tag.status_id', '=', 'status.id')
            .where('status_tag.tag_id', '=', wanted.tagId!),
        ),
      ),
    )
  if (!wanted.pinned) return fetchPage(query, 'status.id', page)
  return fetchPage(
    query
      .innerJoin('status_pin', 'status_pin.status_id', 'status.id')
      .where('status_pin.account_id', '=', accountId),
    'status.id',
    page,
  )
}

const everyonesPage = preparedPage('status.id', (db, p: { accountId: string }) =>
  selectHeads(db)
    .where('status.account_id', '=', p.accountId)
    .where((eb) => visibleTo(eb, null)),
)

const viewersPage = preparedPage('status.id', (db, p: { accountId: string; viewerId: string }) =>
  selectHeads(db)
    .where('status.account_id', '=', p.accountId)
    .where((eb) => visibleTo(eb, p.viewerId)),
)

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
  const query = selectHeads(db)
    .innerJoin(`${table} as marked` as 'bookmark as marked', 'marked.status_id', 'status.id')
    .select('marked.id as row_id')
    .where('marked.account_id', '=', viewerId)
    .where((eb) => visibleTo(eb, viewerId))
  return fetchPage(query, 'marked.id', page)
}

/** Who favourited a status, newest first: ids with the rows that page them. */
export async function favouritedByPage(
  db: Db,
  statusId: string,
  page: Page,
): Promise<{ row_id: string; account_id: string }[]> {
  const query = db
    .selectFrom('favourite')
    .innerJoin('account', 'account.id', 'favourite.account_id')
    .select(['favourite.id as row_id', 'favourite.account_id'])
    .where('favourite.status_id', '=', statusId)
    .where('account.suspended_at', 'is', null)
    .where('account.deleted_at', 'is', null)
  return fetchPage(query, 'favourite.id', page)
}

/** Who reblogged a status, newest first; only reblogs that the viewer may see count. */
export async function rebloggedByPage(
  db: Db,
  viewerId: string | null,
  statusId: string,
  page: Page,
): Promise<{ row_id: string; account_id: string }[]> {
  const query = db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .select(['status.id as row_id', 'status.account_id'])
    .where('status.reblog_of_id', '=', statusId)
    .where((eb) => visibleTo(eb, viewerId))
  return fetchPage(query, 'status.id', page)
}
