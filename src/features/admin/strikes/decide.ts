import { Forbidden } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Staff } from '../../audit/act.ts'
import { setDisabled } from '../../identity/sign-up/activation.ts'
import { liftLimit } from '../../moderation/limits.ts'
import { unsuspendAccount } from '../../moderation/suspension.ts'
import { type ActionInput, takeAction } from '../../moderation/take-action.ts'
import { auditTarget, demandUser, type Target } from '../accounts/target.ts'

/** Takes action on an account that the caller outranks, and writes the audit log. */
export async function decide(
  tx: Tx,
  staff: Staff,
  target: Target,
  input: Omit<ActionInput, 'targetId' | 'staffId'>,
): Promise<void> {
  const { action, reportId } = input
  const taken = await takeAction(tx, { ...input, targetId: target.id, staffId: staff.id })
  const { warningId, text, resolved } = taken
  await staff.audit({
    action: action === 'none' ? 'warn' : action,
    target: auditTarget(target),
    details: { strike_id: warningId, report_id: reportId, text },
  })
  const { label } = auditTarget(target)
  for (const id of resolved) {
    await staff.audit({ action: 'resolve', target: { type: 'report', id, label } })
  }
}

async function isDisabled(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx.db
    .selectFrom('local_user')
    .select('disabled')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.disabled
}

/** Each undoes a decision, and returns whether it changed anything. @throws Forbidden (S-203) */
export const UNDOINGS = {
  async enable(tx, target) {
    demandUser(target)
    const { userId } = target
    if (!(await isDisabled(tx, userId))) return false
    await setDisabled(tx, userId, false)
    return true
  },
  unsensitive: (tx, { id }) => liftLimit(tx, id, 'sensitive'),
  unsilence: (tx, { id }) => liftLimit(tx, id, 'silence'),
  async unsuspend(tx, { id }) {
    if (!(await unsuspendAccount(tx, id))) throw new Forbidden()
    return true
  },
} as const satisfies Record<string, (tx: Tx, target: Target) => Promise<boolean>>

export type Undoing = keyof typeof UNDOINGS
