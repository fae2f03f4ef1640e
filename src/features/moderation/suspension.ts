import { DAY, HOUR } from '../../kernel/base/durations.ts'
import { Forbidden, NotFound } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { handleOf } from '../accounts/handle-of.ts'
import { refreshJob } from '../accounts/remote/queue.ts'
import { removeRemoteAccount } from '../accounts/remote/remove.ts'
import { writeAudit } from '../audit/log.ts'
import { limitsOf, loadPolicy } from '../instance/domain-policy.ts'
import { deleteAccount } from './delete-account.ts'

/** ms for which the data of a suspended account are retained: until then they can be restored */
export const KEPT_FOR = 30 * DAY
const REQUESTS_AT_ONCE = 50

/**
 * Suspends an account: it disappears at once, and cannot be used. A suspension because of its
 * domain or by its own server becomes the staff's own decision; otherwise doing it again changes
 * nothing.
 */
export async function suspendAccount(tx: Tx, accountId: string): Promise<void> {
  const changed = await tx.db
    .updateTable('account')
    .set((eb) => ({
      suspended_at: eb.fn.coalesce('suspended_at', eb.val(tx.now)),
      suspended_by_domain: false,
      suspended_by_origin: false,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('suspended_at', 'is', null),
        eb('suspended_by_domain', '=', true),
        eb('suspended_by_origin', '=', true),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (changed !== undefined) tx.emit({ type: 'account.suspended', accountId })
}

/** Schedules the erasure of the data of an account that the staff suspended. */
export async function requestDeletion(tx: Tx, accountId: string): Promise<void> {
  const account = await findSuspension(tx, accountId)
  if (account === null || !isOurs(account)) return
  await tx.db
    .insertInto('account_deletion_request')
    .values({ account_id: accountId, due_at: tx.now + KEPT_FOR })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeDeletionRequest(tx: Tx, accountId: string): Promise<void> {
  await tx.db.deleteFrom('account_deletion_request').where('account_id', '=', accountId).execute()
}

/** ms since 1970 at which the data of an account will be erased; null: not scheduled */
export async function erasureOf({ db }: Pick<Tx, 'db'>, accountId: string): Promise<number | null> {
  const request = await db
    .selectFrom('account_deletion_request')
    .select('due_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return request?.due_at ?? null
}

/**
 * Undoes the staff's suspension: everything is as before, including follows. A remote account is
 * refetched, and stays suspended if its domain is.
 *
 * @returns false if the staff did not suspend it, or its data were erased
 */
export async function unsuspendAccount(tx: Tx, accountId: string): Promise<boolean> {
  await lockRow(tx.db, 'account', accountId)
  const account = await findSuspension(tx, accountId)
  if (account === null || account.deleted_at !== null || !isOurs(account)) return false
  const domains = [account.domain, account.host].filter((name) => name !== null)
  const policy = domains.length === 0 ? null : await loadPolicy(tx.db)
  const byDomain = policy !== null && limitsOf(tx.config, policy, domains, tx.now)
  const stays = byDomain !== false && byDomain.suspended_by_domain
  await tx.db
    .updateTable('account')
    .set((eb) => ({
      ...(stays ? {} : { suspended_at: null }),
      suspended_by_domain: stays,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', accountId)
    .execute()
  await removeDeletionRequest(tx, accountId)
  if (stays) return true
  // its own server may have suspended or deleted it meanwhile
  if (account.domain !== null) tx.enqueue(refreshJob(accountId))
  tx.emit({ type: 'account.unsuspended', accountId })
  return true
}

/**
 * Erases the data of a suspended account at once: only its name stays (S-203).
 * @throws NotFound if there is no such account
 * @throws Forbidden if it is not suspended, or erased already
 */
export async function eraseAccount(tx: Tx, accountId: string): Promise<void> {
  const account = await findSuspension(tx, accountId)
  if (account === null) throw new NotFound()
  if (account.suspended_at === null || account.deleted_at !== null) throw new Forbidden()
  if (account.domain === null) await deleteAccount(tx, accountId)
  else await removeRemoteAccount(tx, accountId)
}

export const jobs: JobHandlers = {
  'moderation.erase_suspended': { every: HOUR, run: eraseDue },
}

/** Erases the accounts that are due, each in a transaction of its own. */
async function eraseDue(app: App): Promise<void> {
  for (;;) {
    const due = await app.db
      .selectFrom('account_deletion_request')
      .select('account_id')
      .where('due_at', '<=', app.clock())
      .orderBy('due_at')
      .limit(REQUESTS_AT_ONCE)
      .execute()
    for (const { account_id } of due) await app.transact((tx) => eraseIfDue(tx, account_id))
    if (due.length < REQUESTS_AT_ONCE) return
  }
}

/** Checks again, as the suspension may have been undone. */
async function eraseIfDue(tx: Tx, accountId: string): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  const dueAt = await erasureOf(tx, accountId)
  if (dueAt === null || dueAt > tx.now) return
  const label = await handleOf(tx.db, accountId)
  await removeDeletionRequest(tx, accountId)
  const account = await findSuspension(tx, accountId)
  if (account === null || account.deleted_at !== null || account.suspended_at === null) return
  await eraseAccount(tx, accountId)
  await writeAudit(tx, null, {
    action: 'delete',
    target: { type: 'account', id: accountId, label },
  })
}

async function findSuspension({ db }: Pick<Tx, 'db'>, accountId: string) {
  const row = await db
    .selectFrom('account')
    .leftJoin('remote_actor', 'remote_actor.account_id', 'account.id')
    .where('account.id', '=', accountId)
    .select(['account.domain', 'account.deleted_at', 'account.suspended_at', 'remote_actor.host'])
    .select(['account.suspended_by_domain', 'account.suspended_by_origin'])
    .executeTakeFirst()
  return row ?? null
}

/** Whether the staff suspended it, not its own server and not a decision about its domain. */
function isOurs(account: {
  suspended_at: number | null
  suspended_by_domain: boolean
  suspended_by_origin: boolean
}): boolean {
  const { suspended_at, suspended_by_domain, suspended_by_origin } = account
  return suspended_at !== null && !suspended_by_domain && !suspended_by_origin
}
