import { sql } from 'kysely'
import { StorageFull, Unreachable } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { asBoolean } from '../../kernel/db/expressions.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { type Page, preparedPage } from '../../kernel/db/pagination.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { selectListedStatusesFor } from '../statuses/read/status-rows.ts'
import { visibleTo } from '../statuses/read/visibility.ts'
import { HOME, LIST } from './feeds.ts'
import { pullMissing } from './pull.ts'
import { isBehind } from './pulled-statuses.ts'
import { isNoRepeat, repeatsPulled } from './recent-reblogs.ts'

const storedHome = preparedPage(
  'home_entry.status_id',
  (db, p: { viewerId: string }) =>
    selectListedStatusesFor(db, p.viewerId)
      .innerJoin('home_entry', 'home_entry.status_id', 'status.id')
      .select(asBoolean(db, isBehind(p.viewerId)).as('is_behind'))
      .where(isNoRepeat(HOME))
      .where((eb) => visibleTo(eb, p.viewerId)),
  { column: 'home_entry.account_id', param: 'viewerId' },
)

const storedList = preparedPage(
  'list_entry.status_id',
  (db, p: { viewerId: string; listId: string }) =>
    selectListedStatusesFor(db, p.viewerId)
      .innerJoin('list_entry', 'list_entry.status_id', 'status.id')
      .select(asBoolean(db, isBehind(p.viewerId)).as('is_behind'))
      .where(isNoRepeat(LIST))
      .where((eb) => visibleTo(eb, p.viewerId)),
  { column: 'list_entry.list_id', param: 'listId' },
)

/** A page of a home timeline; pulls first what it lacks. */
export function homePage(app: App, viewerId: string, page: Page) {
  return pulledPage(app, viewerId, () => storedHome(app.db, { viewerId }, page))
}

/** A page of a list's timeline; the caller has checked that the list is the viewer's. */
export function listPage(app: App, viewerId: string, listId: string, page: Page) {
  return pulledPage(app, viewerId, () => storedList(app.db, { viewerId, listId }, page))
}

const behind = prepared((db, p: { accountId: string }) =>
  db.selectNoFrom(asBoolean(db, isBehind(p.accountId)).as('is_behind')),
)

/**
 * The rows say whether the timeline lacks pulled statuses, so that most pages need no other query. While nothing can
 * be written, on a full disk or during an update, the page shows what is there.
 */
async function pulledPage<Row extends { is_behind: boolean }>(
  app: App,
  accountId: string,
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await read()
  const [first = (await behind(app.db, { accountId }))[0]] = rows
  if (first?.is_behind !== true) return rows
  try {
    await pullMissing(app, accountId)
  } catch (error) {
    if (error instanceof StorageFull || error instanceof Unreachable) return rows
    throw error
  }
  return read()
}

interface Holders {
  statusId: string
  /** ids of accounts: above the first, up to the second */
  after: string
  upTo: string
  limit: number
}

const isRepeatOfPulled = repeatsPulled({
  feedId: sql.ref('home_entry.account_id'),
  entryId: sql.ref('home_entry.status_id'),
  originId: sql.ref('home_entry.reblog_of_id'),
})

const holders = prepared((db, p: Holders) =>
  db
    .selectFrom('home_entry')
    .select('account_id')
    .where('status_id', '=', p.statusId)
    .where(isNoRepeat(HOME))
    .where((eb) => eb.or([eb('reblog_of_id', 'is', null), eb.not(isRepeatOfPulled)]))
    .where('account_id', '>', p.after)
    .where('account_id', '<=', p.upTo)
    .orderBy('account_id')
    .limit(p.limit),
)

/** Ids of accounts whose home timeline has a status, sorted; at most `limit` of them. */
export async function accountsHolding(db: Db, asked: Holders): Promise<string[]> {
  const rows = await holders(db, asked)
  return rows.map((row) => row.account_id)
}

const entryOf = prepared((db, p: { accountId: string; statusId: string }) =>
  db
    .selectFrom('home_entry')
    .select('status_id')
    .where('account_id', '=', p.accountId)
    .where('status_id', '=', p.statusId)
    .where(isNoRepeat(HOME)),
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
    .where(isNoRepeat(LIST))
    .where(idIn(db, 'list_entry.list_id', p.listIds)),
)

/** The lists among these that have a status, with their owners. */
export function listsHolding(
  db: Db,
  asked: { statusId: string; listIds: readonly string[] },
): Promise<{ id: string; ownerId: string }[]> {
  return holdingLists(db, asked)
}

const listOwners = prepared((db, p: { statusId: string; limit: number }) =>
  db
    .selectFrom('list_entry')
    .innerJoin('list', 'list.id', 'list_entry.list_id')
    .select('list.account_id')
    .distinct()
    .where('list_entry.status_id', '=', p.statusId)
    .limit(p.limit),
)

/** Ids of accounts that have a status in a list; at most `limit` of them. */
export async function ownersHolding(
  db: Db,
  asked: { statusId: string; limit: number },
): Promise<string[]> {
  return (await listOwners(db, asked)).map((row) => row.account_id)
}
