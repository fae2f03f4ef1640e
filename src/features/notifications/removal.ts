import { sql } from 'kysely'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { replaceNewest } from './group-key.ts'
import type { NotificationType } from './tables.ts'

/** Maximum of rows that one transaction removes. */
const CHUNK = 500

/** A filter on rows; missing members do not restrict it. */
interface Bundle {
  accountId?: string
  fromId?: string
  /** the domain of the sender */
  fromDomain?: string
  type?: NotificationType
  statusId?: string
  groupKey?: string
  /** only notifications that a policy filtered */
  filtered?: boolean
  /** up to and including this id */
  upTo?: string
}

/** Columns of a removed row that tell whether its group needs another newest row. */
const REMOVED = ['id', 'account_id', 'group_key', 'newest'] as const

/** Removes the notification of an undone interaction with a status. */
export async function removeOne(
  db: Db,
  undone: { type: 'reblog' | 'favourite'; fromId: string; statusId: string },
): Promise<void> {
  const removed = await db
    .deleteFrom('notification')
    .where('account_id', '=', (eb) =>
      eb.selectFrom('status').select('account_id').where('id', '=', undone.statusId),
    )
    .where('from_account_id', '=', undone.fromId)
    .where('type', '=', undone.type)
    .where('status_id', '=', undone.statusId)
    .returning(REMOVED)
    .execute()
  await replaceNewest(db, removed)
}

/** Removes one notification. @returns whether the account had it */
export async function deleteNotification(db: Db, accountId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('notification')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(REMOVED)
    .execute()
  await replaceNewest(db, removed)
  return removed.length > 0
}

/** Removes a sender's filtered notifications that wait for an account's decision. */
export function removeFiltered(
  tx: Tx,
  bundle: { accountId: string; fromId: string; upTo: string },
): Promise<void> {
  return removeBundle(tx, { ...bundle, filtered: true })
}

/**
 * Removes up to `limit` of the notifications that an account has or caused.
 * @returns the number of removed rows; 0 means that none is left
 */
export async function removeInvolving(tx: Tx, accountId: string, limit: number): Promise<number> {
  const own = await deleteChunk(tx.db, { accountId }, limit)
  if (own >= limit) return own
  return own + (await deleteChunk(tx.db, { fromId: accountId }, limit - own))
}

/** Removes an account's notifications from a sender, of one type or all. */
export function removeFrom(
  tx: Tx,
  bundle: { accountId: string; fromId: string; type?: NotificationType },
): Promise<void> {
  return removeBundle(tx, bundle)
}

/** Removes an account's notifications from accounts of a domain, by a job. */
export function removeFromDomain(
  tx: Tx,
  { accountId, fromDomain }: { accountId: string; fromDomain: string },
): void {
  tx.enqueue({ kind: REMOVE, payload: { accountId, fromDomain } })
}

/** Removes all accounts' notifications about a status. */
export function removeAbout(tx: Tx, statusId: string): Promise<void> {
  return removeBundle(tx, { statusId })
}

/**
 * Removes all current notifications of an account (S-254), in as many transactions as it takes; all
 * are gone when this resolves.
 */
export async function clearNotifications(app: App, accountId: string): Promise<void> {
  const [newest] = await app.db
    .selectFrom('notification')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .select('id')
    .execute()
  if (newest === undefined) return
  await removeAll(app, { accountId, upTo: newest.id })
}

/** Removes a group. @returns whether the account had it */
export async function removeGroup(app: App, accountId: string, groupKey: string): Promise<boolean> {
  return (await removeAll(app, { accountId, groupKey })) > 0
}

async function removeAll(app: App, bundle: Bundle): Promise<number> {
  let all = 0
  for (let removed = CHUNK; removed === CHUNK; all += removed) {
    removed = await app.transact((tx) => deleteChunk(tx.db, bundle))
  }
  return all
}

async function removeBundle(tx: Tx, bundle: Bundle): Promise<void> {
  const removed = await deleteChunk(tx.db, bundle)
  if (removed === CHUNK) tx.enqueue({ kind: REMOVE, payload: { ...bundle } })
}

/** @returns the number of removed rows; fewer than `CHUNK` means that none is left */
async function deleteChunk(db: Db, bundle: Bundle, limit = CHUNK): Promise<number> {
  let some = db.selectFrom('notification').select('id').limit(limit)
  if (bundle.accountId !== undefined) some = some.where('account_id', '=', bundle.accountId)
  if (bundle.fromId !== undefined) some = some.where('from_account_id', '=', bundle.fromId)
  if (bundle.fromDomain !== undefined) {
    const there = db.selectFrom('account').select('id').where('domain', '=', bundle.fromDomain)
    some = some.where('from_account_id', 'in', there)
  }
  if (bundle.type !== undefined) some = some.where('type', '=', bundle.type)
  if (bundle.statusId !== undefined) some = some.where('status_id', '=', bundle.statusId)
  if (bundle.groupKey !== undefined) some = some.where('group_key', '=', bundle.groupKey)
  if (bundle.filtered !== undefined) some = some.where(sql<boolean>`filtered`)
  if (bundle.upTo !== undefined) some = some.where('id', '<=', bundle.upTo)
  const removed = await db
    .deleteFrom('notification')
    .where('id', 'in', some)
    .returning(REMOVED)
    .execute()
  await replaceNewest(db, removed)
  return removed.length
}

const REMOVE = 'notifications.remove'

export const removalJobs: JobHandlers = {
  [REMOVE]: { run: (app, payload) => app.transact((tx) => removeBundle(tx, payload)) },
}
