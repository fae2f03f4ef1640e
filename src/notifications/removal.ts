import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import type { NotificationType } from '../db/schema.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Tx } from '../transact.ts'

/** Rows that one transaction removes at most. */
const CHUNK = 500

/** Rows that belong together; what is not given does not restrict them. */
interface Bundle {
  accountId?: string
  fromId?: string
  /** the domain of whose doing it is */
  fromDomain?: string
  type?: NotificationType
  statusId?: string
  /** up to and including this one */
  upTo?: string
}

/** Takes back what somebody did with a status. */
export async function removeOne(
  db: Db,
  undone: { type: 'reblog' | 'favourite'; fromId: string; statusId: string },
): Promise<void> {
  await db
    .deleteFrom('notification')
    .where('account_id', '=', (eb) =>
      eb.selectFrom('status').select('account_id').where('id', '=', undone.statusId),
    )
    .where('from_account_id', '=', undone.fromId)
    .where('type', '=', undone.type)
    .where('status_id', '=', undone.statusId)
    .execute()
}

/** Removes what an account has from another, of one type or all. */
export function removeFrom(
  tx: Tx,
  bundle: { accountId: string; fromId: string; type?: NotificationType },
): Promise<void> {
  return removeBundle(tx, bundle)
}

/** Removes what an account has from people of a domain, by a job. */
export function removeFromDomain(
  tx: Tx,
  { accountId, fromDomain }: { accountId: string; fromDomain: string },
): void {
  tx.enqueue({ kind: REMOVE, payload: { accountId, fromDomain } })
}

/** Removes what is about a status, whoever has it. */
export function removeAbout(tx: Tx, statusId: string): Promise<void> {
  return removeBundle(tx, { statusId })
}

/**
 * Removes everything that an account has now (S-254), in as many transactions as it takes; it is
 * all gone when this resolves.
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
  const bundle = { accountId, upTo: newest.id }
  while ((await app.transact((tx) => deleteChunk(tx.db, bundle))) === CHUNK);
}

async function removeBundle(tx: Tx, bundle: Bundle): Promise<void> {
  const removed = await deleteChunk(tx.db, bundle)
  if (removed === CHUNK) tx.enqueue({ kind: REMOVE, payload: { ...bundle } })
}

/** @returns how many rows went; fewer than `CHUNK` means that none is left */
async function deleteChunk(db: Db, bundle: Bundle): Promise<number> {
  let some = db.selectFrom('notification').select('id').limit(CHUNK)
  if (bundle.accountId !== undefined) some = some.where('account_id', '=', bundle.accountId)
  if (bundle.fromId !== undefined) some = some.where('from_account_id', '=', bundle.fromId)
  if (bundle.fromDomain !== undefined) {
    const there = db.selectFrom('account').select('id').where('domain', '=', bundle.fromDomain)
    some = some.where('from_account_id', 'in', there)
  }
  if (bundle.type !== undefined) some = some.where('type', '=', bundle.type)
  if (bundle.statusId !== undefined) some = some.where('status_id', '=', bundle.statusId)
  if (bundle.upTo !== undefined) some = some.where('id', '<=', bundle.upTo)
  const removed = await db
    .deleteFrom('notification')
    .where('id', 'in', some)
    .returning('id')
    .execute()
  return removed.length
}

const REMOVE = 'notifications.remove'

export const removalJobs: JobHandlers = {
  [REMOVE]: { run: (app, payload) => app.transact((tx) => removeBundle(tx, payload)) },
}
