import type { Tx } from '../../kernel/core/tx.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { setDisabled } from '../identity/sign-up/activation.ts'
import { closeAppeal } from '../reports/appeals.ts'
import type { WarningAction } from '../reports/tables.ts'
import { unmarkSensitive } from '../statuses/write/mark-sensitive.ts'
import { liftLimit } from './limits.ts'
import { unsuspendAccount } from './suspension.ts'

interface Verdict {
  appealId: string
  /** the deciding staff member */
  staffId: string
  state: 'approved' | 'rejected'
}

/**
 * Decides on an appeal, and mails the appellant. Approval overrules the decision: its effects that
 * still stand are undone; deleted posts stay deleted.
 *
 * @throws NotFound if there is none
 * @throws Forbidden if it was decided before
 */
export async function decideAppeal(tx: Tx, verdict: Verdict): Promise<void> {
  const { warning_id } = await closeAppeal(tx, verdict)
  if (verdict.state === 'approved') await undoWarning(tx, warning_id)
}

async function undoWarning(tx: Tx, warningId: string): Promise<void> {
  const warning = await tx.db
    .selectFrom('account_warning')
    .select(['id', 'action', 'target_account_id'])
    .where('id', '=', warningId)
    .executeTakeFirstOrThrow()
  const { action, target_account_id: accountId } = warning
  if (await wasDecidedAgain(tx, warning)) return
  switch (action) {
    case 'disable':
      return enable(tx, accountId)
    case 'mark_statuses_as_sensitive':
      return unmarkStatuses(tx, warningId)
    case 'sensitive':
    case 'silence':
      await liftLimit(tx, accountId, action)
      return
    case 'suspend':
      await unsuspendAccount(tx, accountId)
  }
}

/** Whether a later decision, which remains valid, took the same action on the account. */
async function wasDecidedAgain(
  tx: Tx,
  warning: { id: string; action: WarningAction; target_account_id: string },
): Promise<boolean> {
  const later = await tx.db
    .selectFrom('account_warning')
    .select('id')
    .where('target_account_id', '=', warning.target_account_id)
    .where('action', '=', warning.action)
    .where('id', '>', warning.id)
    .where('overruled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined && warning.action !== 'mark_statuses_as_sensitive'
}

async function enable(tx: Tx, accountId: string): Promise<void> {
  const user = await tx.db
    .selectFrom('local_user')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (user !== undefined) await setDisabled(tx, user.id, false)
}

async function unmarkStatuses(tx: Tx, warningId: string): Promise<void> {
  const named = await tx.db
    .selectFrom('account_warning_status')
    .select('status_id')
    .where('warning_id', '=', warningId)
    .execute()
  const ids = named.map(({ status_id }) => status_id)
  const statuses = await tx.db
    .selectFrom('status')
    .selectAll()
    .where(idIn(tx.db, 'id', ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const status of statuses) await unmarkSensitive(tx, status)
}
