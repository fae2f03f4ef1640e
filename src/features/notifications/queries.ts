import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { Schema } from '../../kernel/db/schema.ts'
import { accountStays } from '../accounts/predicates.ts'
import { idOfUngrouped } from './group-key.ts'
import type { NotificationTable, NotificationType } from './tables.ts'
import { GROUPABLE, OURS } from './types.ts'

export type Notification = Selectable<NotificationTable>

/** A filter on an account's notifications. */
export interface Selection {
  /** null: all of Mastodon's */
  types: readonly NotificationType[] | null
  /** from this account only, including filtered ones (S-251) */
  fromId: string | null
  includeFiltered: boolean
}

/** An account's notifications joined with their senders. */
function own(db: Db, accountId: string) {
  return db
    .selectFrom('notification')
    .innerJoin('account as sender', 'sender.id', 'notification.from_account_id')
    .where('notification.account_id', '=', accountId)
    .selectAll('notification')
}

type Builder = ExpressionBuilder<Schema & { sender: Schema['account'] }, 'notification' | 'sender'>

/** Whether the sender is visible: notifications from suspended accounts are hidden (S-252). */
const senderIsThere = () => accountStays('sender')

/** The notifications that a viewer may see. */
function visible(db: Db, accountId: string) {
  return own(db, accountId).where(senderIsThere())
}

type Query = ReturnType<typeof own>

function narrowed(query: Query, { types, fromId, includeFiltered }: Selection): Query {
  let some =
    types === null
      ? query.where(
          sql<boolean>`notification.type not in (${sql.join(OURS.map((type) => sql.lit(type)))})`,
        )
      : query.where('notification.type', 'in', types)
  if (fromId !== null) some = some.where('notification.from_account_id', '=', fromId)
  // as a literal, so that the partial indexes of unfiltered notifications match
  else if (!includeFiltered) some = some.where(sql<boolean>`not notification.filtered`)
  return some
}

export function selected(db: Db, accountId: string, selection: Selection): Query {
  return narrowed(visible(db, accountId), selection)
}

/** Some of an account's notifications, whatever their senders. */
export function ownByIds(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Notification[]> {
  return own(db, accountId)
    .where(idIn(db, 'notification.id', ids))
    .execute()
}

/**
 * The visible notifications of a group; an ungrouped one forms its own group, also found by its id.
 */
export function membersOf(db: Db, accountId: string, groupKey: string): Query {
  const id = idOfUngrouped(groupKey)
  const members = visible(db, accountId)
  return id === null
    ? members.where('notification.group_key', '=', groupKey)
    : members.where('notification.id', '=', id)
}

/**
 * One notification per group: the newest where `groupedTypes` has its type, and all of the other
 * types. With one sender, who need not be the newest of a group, all of them. The newest of a group
 * may come from a suspended account.
 *
 * @param groupedTypes groupable types only
 */
export function newestOfGroups(
  db: Db,
  accountId: string,
  selection: Selection,
  groupedTypes: readonly NotificationType[],
): Query {
  if (selection.fromId !== null) return selected(db, accountId, selection)
  const inGroup = (eb: Builder) => eb('notification.type', 'in', groupedTypes)
  const some = narrowed(own(db, accountId), selection).where((eb) =>
    eb.or([senderIsThere(), inGroup(eb)]),
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

/** The accounts that have a notification of a type, without a status, from a given sender. */
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

/** A newer edit replaces the notification of the previous one. */
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
