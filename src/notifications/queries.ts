import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import type { NotificationTable, NotificationType, Schema } from '../db/schema.ts'
import { idOfUngrouped } from './group-key.ts'
import { EMOJI_REACTION, GROUPABLE } from './types.ts'

export type Notification = Selectable<NotificationTable>

/** Which of an account's notifications are meant. */
export interface Selection {
  /** null: all of Mastodon's */
  types: readonly NotificationType[] | null
  /** from this account only; its filtered ones are among them (S-251) */
  fromId: string | null
  includeFiltered: boolean
}

/** An account's notifications beside who caused them. */
function own(db: Db, accountId: string) {
  return db
    .selectFrom('notification')
    .innerJoin('account as sender', 'sender.id', 'notification.from_account_id')
    .where('notification.account_id', '=', accountId)
    .selectAll('notification')
}

type Builder = ExpressionBuilder<Schema & { sender: Schema['account'] }, 'notification' | 'sender'>

/** Whether who caused it may be met: what suspended accounts did is hidden (S-252). */
function senderIsThere(eb: Builder) {
  return eb.and([eb('sender.suspended_at', 'is', null), eb('sender.deleted_at', 'is', null)])
}

/** What a viewer may see of their notifications. */
function visible(db: Db, accountId: string) {
  return own(db, accountId).where(senderIsThere)
}

type Query = ReturnType<typeof own>

function narrowed(query: Query, { types, fromId, includeFiltered }: Selection): Query {
  let some =
    types === null
      ? query.where(sql<boolean>`notification.type <> ${sql.lit(EMOJI_REACTION)}`)
      : query.where('notification.type', 'in', types)
  if (fromId !== null) some = some.where('notification.from_account_id', '=', fromId)
  // in words, so that the indexes of those that are shown can be used
  else if (!includeFiltered) some = some.where(sql<boolean>`not notification.filtered`)
  return some
}

export function selected(db: Db, accountId: string, selection: Selection): Query {
  return narrowed(visible(db, accountId), selection)
}

/** Some of an account's notifications, whoever caused them. */
export function ownByIds(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Notification[]> {
  return own(db, accountId)
    .where(idIn(db, 'notification.id', ids))
    .execute()
}

/** The visible notifications of a group; one that stands alone is its own group's, also by its id. */
export function membersOf(db: Db, accountId: string, groupKey: string): Query {
  const id = idOfUngrouped(groupKey)
  const members = visible(db, accountId)
  return id === null
    ? members.where('notification.group_key', '=', groupKey)
    : members.where('notification.id', '=', id)
}

/**
 * One of each group: its newest one where `groupedTypes` has its type, and all of the other types. Of one
 * sender, who is not the newest everywhere, all of them. A group's may be caused by a suspended account.
 *
 * @param groupedTypes groupable ones only
 */
export function heads(
  db: Db,
  accountId: string,
  selection: Selection,
  groupedTypes: readonly NotificationType[],
): Query {
  if (selection.fromId !== null) return selected(db, accountId, selection)
  const inGroup = (eb: Builder) => eb('notification.type', 'in', groupedTypes)
  const some = narrowed(own(db, accountId), selection).where((eb) =>
    eb.or([senderIsThere(eb), inGroup(eb)]),
  )
  if (GROUPABLE.every((type) => groupedTypes.includes(type))) {
    return some.where('notification.newest', '=', true)
  }
  return some.where((eb) => eb.or([eb('notification.newest', '=', true), eb.not(inGroup(eb))]))
}

export async function findNotification(
  db: Db,
  accountId: string,
  id: string,
): Promise<Notification | null> {
  const row = await visible(db, accountId).where('notification.id', '=', id).executeTakeFirst()
  return row ?? null
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
