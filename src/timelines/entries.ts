import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { preparedPage } from '../db/pagination.ts'
import { prepared } from '../db/prepared.ts'
import { selectHeadsFor } from '../statuses/heads.ts'
import { visibleTo } from '../statuses/visibility.ts'

/** A page of somebody's home timeline, from stored entries. */
export const homePage = preparedPage('home_entry.status_id', (db, p: { viewerId: string }) =>
  selectHeadsFor(db, p.viewerId)
    .innerJoin('home_entry', 'home_entry.status_id', 'status.id')
    .where('home_entry.account_id', '=', p.viewerId)
    .where((eb) => visibleTo(eb, p.viewerId)),
)

/** The same of a list; that it is the viewer's was asked before. */
export const listPage = preparedPage(
  'list_entry.status_id',
  (db, p: { viewerId: string; listId: string }) =>
    selectHeadsFor(db, p.viewerId)
      .innerJoin('list_entry', 'list_entry.status_id', 'status.id')
      .where('list_entry.list_id', '=', p.listId)
      .where((eb) => visibleTo(eb, p.viewerId)),
)

interface Holders {
  statusId: string
  /** ids of accounts, from behind the first to the second */
  after: string
  upTo: string
  limit: number
}

const holders = prepared((db, p: Holders) =>
  db
    .selectFrom('home_entry')
    .select('account_id')
    .where('status_id', '=', p.statusId)
    .where('account_id', '>', p.after)
    .where('account_id', '<=', p.upTo)
    .orderBy('account_id')
    .limit(p.limit),
)

/** Accounts that have a status at home, ordered by id; at most `limit` of them. */
export async function accountsHolding(db: Db, asked: Holders): Promise<string[]> {
  const rows = await holders(db, asked)
  return rows.map((row) => row.account_id)
}

const entryOf = prepared((db, p: { accountId: string; statusId: string }) =>
  db
    .selectFrom('home_entry')
    .select('status_id')
    .where('account_id', '=', p.accountId)
    .where('status_id', '=', p.statusId),
)

export async function holdsAtHome(db: Db, accountId: string, statusId: string): Promise<boolean> {
  return (await entryOf(db, { accountId, statusId })).length > 0
}

const holdingLists = prepared((db, p: { statusId: string; listIds: readonly string[] }) =>
  db
    .selectFrom('list_entry')
    .innerJoin('list', 'list.id', 'list_entry.list_id')
    .select(['list.id', 'list.account_id as ownerId'])
    .where('list_entry.status_id', '=', p.statusId)
    .where(idIn(db, 'list_entry.list_id', p.listIds)),
)

/** Those of the lists that have a status, with their owners. */
export function listsHolding(
  db: Db,
  asked: { statusId: string; listIds: readonly string[] },
): Promise<{ id: string; ownerId: string }[]> {
  return holdingLists(db, asked)
}
