import { idIn } from '../db/id-in.ts'
import type { WarningAction } from '../db/schema.ts'
import { NotFound, ValidationFailed } from '../errors.ts'
import { setDisabled } from '../oauth/activation.ts'
import { insertWarning, type NewWarning } from '../reports/warnings.ts'
import { markSensitive } from '../statuses/mark-sensitive.ts'
import type { StatusRow } from '../statuses/queries.ts'
import { removeStatus } from '../statuses/remove.ts'
import type { Tx } from '../transact.ts'
import { imposeLimit } from './limits.ts'
import { enqueueWarningMail } from './mails.ts'
import { suspendAccount } from './suspension.ts'

/** What can be decided about people who sign in here only (S-204). */
const LOCAL_ONLY: readonly WarningAction[] = ['none', 'disable']

/** Optional parts of a warning default to nothing. */
export type Decision = Pick<NewWarning, 'targetId' | 'action' | 'text'> &
  Partial<NewWarning> & {
    /** whether a mail tells the person, too; default false */
    mail?: boolean
    /** makes no notification: nothing is said and nothing happens, as where a report is only resolved */
    quietly?: boolean
  }

/**
 * Warns an account, or does more than that to it; the decision is kept, and somebody of this server is
 * told of it, also who may not sign in for now. Statuses that are not the account's count for nothing; one
 * that its author deleted is named, and kept (S-151).
 *
 * @returns id of the warning
 * @throws NotFound if the account is not there
 * @throws ValidationFailed for an action that does nothing to accounts of other servers
 */
export async function warnAccount(tx: Tx, decision: Decision): Promise<string> {
  const { targetId, action } = decision
  const target = await findTarget(tx, targetId)
  if (target === null) throw new NotFound()
  if (target.userId === null && LOCAL_ONLY.includes(action)) {
    throw new ValidationFailed('Nothing of the kind can be done to an account of another server')
  }
  const statuses = await statusesOf(tx, targetId, decision.statusIds ?? [])
  const warningId = await insertWarning(tx, {
    staffId: null,
    reportId: null,
    ...decision,
    statusIds: statuses.map(({ id }) => id),
  })
  if (decision.quietly !== true) tx.emit({ type: 'account.warned', warningId, accountId: targetId })
  if (decision.mail === true && target.userId !== null) enqueueWarningMail(tx, warningId)
  const live = statuses.filter(({ deleted_at }) => deleted_at === null)
  await apply(tx, decision, { userId: target.userId, statuses: live })
  return warningId
}

async function findTarget(tx: Tx, accountId: string): Promise<{ userId: string | null } | null> {
  const row = await tx.db
    .selectFrom('account')
    .leftJoin('local_user', 'local_user.account_id', 'account.id')
    .where('account.id', '=', accountId)
    .where('account.deleted_at', 'is', null)
    .select('local_user.id as userId')
    .executeTakeFirst()
  return row ?? null
}

async function statusesOf(tx: Tx, accountId: string, ids: readonly string[]): Promise<StatusRow[]> {
  if (ids.length === 0) return []
  return tx.db
    .selectFrom('status')
    .selectAll()
    .where(idIn(tx.db, 'id', ids))
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
}

async function apply(
  tx: Tx,
  { targetId, action }: Decision,
  { userId, statuses }: { userId: string | null; statuses: readonly StatusRow[] },
): Promise<void> {
  switch (action) {
    case 'none':
      return
    case 'disable':
      if (userId !== null) await setDisabled(tx, userId, true)
      return
    case 'delete_statuses':
      for (const status of statuses) await removeStatus(tx, status, false)
      return
    case 'mark_statuses_as_sensitive':
      for (const status of statuses) await markSensitive(tx, status)
      return
    case 'suspend':
      return suspendAccount(tx, targetId)
    default:
      return imposeLimit(tx, targetId, action)
  }
}
