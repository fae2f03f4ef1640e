import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { fetchPage, type Page } from '../db/pagination.ts'
import type { NotificationTable, NotificationType } from '../db/schema.ts'
import { BEFORE_ALL_IDS } from '../ids.ts'

export type Notification = Selectable<NotificationTable>

/** Which of an account's notifications are meant. */
export interface Selection {
  /** null means every type */
  types: readonly NotificationType[] | null
  /** from this account only; its filtered ones are among them (S-251) */
  fromId: string | null
  includeFiltered: boolean
}

/** What a viewer may see of their notifications: those of suspended senders are hidden (S-252). */
function visible(db: Db, accountId: string) {
  return db
    .selectFrom('notification')
    .innerJoin('account as sender', 'sender.id', 'notification.from_account_id')
    .where('notification.account_id', '=', accountId)
    .where('sender.suspended_at', 'is', null)
    .where('sender.deleted_at', 'is', null)
    .selectAll('notification')
}

function selected(db: Db, accountId: string, selection: Selection) {
  let query = visible(db, accountId)
  if (selection.types !== null) query = query.where('type', 'in', selection.types)
  if (selection.fromId !== null) query = query.where('from_account_id', '=', selection.fromId)
  else if (!selection.includeFiltered) query = query.where('filtered', '=', false)
  return query
}

export async function pageOfNotifications(
  db: Db,
  accountId: string,
  selection: Selection,
  page: Page,
): Promise<Notification[]> {
  return fetchPage(selected(db, accountId, selection), 'notification.id', page)
}

export async function findNotification(
  db: Db,
  accountId: string,
  id: string,
): Promise<Notification | null> {
  const row = await visible(db, accountId).where('notification.id', '=', id).executeTakeFirst()
  return row ?? null
}

/** How many came after what the viewer has read; counted up to `limit`. */
export async function countUnread(
  db: Db,
  viewer: { id: string; userId: string },
  selection: Selection,
  limit: number,
): Promise<number> {
  const read = db
    .selectFrom('marker')
    .where('user_id', '=', viewer.userId)
    .where('timeline', '=', 'notifications')
    .select('last_read_id')
  const unread = selected(db, viewer.id, selection)
    .clearSelect()
    .where('notification.id', '>', (eb) => eb.fn.coalesce(read, eb.val(BEFORE_ALL_IDS)))
    .select('notification.id')
    .orderBy('notification.id', 'desc')
    .limit(limit)
  const { count } = await db
    .selectFrom(unread.as('unread'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Which of the accounts have a notification of a type from somebody that is about no status. */
export async function hasNotification(
  db: Db,
  type: NotificationType,
  fromId: string,
  accountIds: readonly string[],
): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('notification')
    .where('from_account_id', '=', fromId)
    .where(idIn(db, 'account_id', accountIds))
    .where('type', '=', type)
    .select('account_id')
    .execute()
  return new Set(rows.map((row) => row.account_id))
}

/** A newer edit replaces the notification of the one before. */
export async function deleteUpdates(
  db: Db,
  statusId: string,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return
  await db
    .deleteFrom('notification')
    .where(idIn(db, 'account_id', accountIds))
    .where('status_id', '=', statusId)
    .where('type', '=', 'update')
    .execute()
}

/** @returns whether it was there */
export async function deleteNotification(db: Db, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('notification')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
