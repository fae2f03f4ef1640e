import type { Tx } from '../../../kernel/core/tx.ts'
import type { Staff } from '../../audit/act.ts'
import { approveUser } from '../../identity/sign-up/activation.ts'
import { rejectSignUp } from '../../moderation/reject-sign-up.ts'
import { auditTarget, type Target, type UserTarget } from './target.ts'

/** Lets in somebody who asks to join, and writes the audit log. @throws Forbidden (S-203) */
export async function approve(tx: Tx, staff: Staff, target: UserTarget): Promise<void> {
  await approveUser(tx, target.userId)
  await staff.audit({ action: 'approve', target: auditTarget(target) })
}

/** Turns away somebody who asks to join, and writes the audit log. @throws Forbidden (S-203) */
export async function reject(tx: Tx, staff: Staff, target: UserTarget): Promise<void> {
  await rejectSignUp(tx, target.id)
  await staff.audit({ action: 'reject', target: auditTarget(target) })
}

export function isWaiting(target: Target): target is UserTarget {
  return target.userId !== null && target.approved === false
}
