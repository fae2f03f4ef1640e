import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { setDisabled } from '../identity/sign-up/activation.ts'
import type { WarningAction } from '../reports/tables.ts'
import { insertWarning, type NewWarning } from '../reports/warnings.ts'
import type { StatusRow } from '../statuses/queries.ts'
import { markSensitive } from '../statuses/write/mark-sensitive.ts'
import { removeStatus } from '../statuses/write/remove.ts'
import { imposeLimit } from './limits.ts'
import { enqueueWarningMail } from './mails.ts'
import { suspendAccount } from './suspension.ts'

/** Actions that apply only to local users (S-204). */
const LOCAL_ONLY: readonly WarningAction[] = ['none', 'disable']

/** Optional parts of a warning default to nothing. */
export type Decision = Pick<NewWarning, 'targetId' | 'action' | 'text'> &
  Partial<NewWarning> & {
    /** whether a mail also tells the user; default false */
    mail?: boolean
    /**
     * creates no notification: there is neither a text nor an effect, as if a report is only
     * resolved
     */
    quietly?: boolean
  }

/**
 * Warns an account, or takes stronger action; stores the decision and notifies a local account,
 * even if it cannot sign in for now. Statuses of other accounts are ignored; a status that its
 * author deleted is listed and retained (S-151).
 *
 * @returns id of the warning
 * @throws NotFound if the account does not exist
 * @throws ValidationFailed for an action that does not apply to remote accounts
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
