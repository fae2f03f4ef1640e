import { Forbidden } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Permission } from '../../../kernel/http/permissions.ts'
import type { Staff } from '../../audit/act.ts'
import { writeStaffMail } from '../../moderation/staff-mail.ts'
import { eraseAccount } from '../../moderation/suspension.ts'
import type { Action } from '../../moderation/take-action.ts'
import { approve, isWaiting, reject } from '../accounts/decide-sign-up.ts'
import { auditTarget, demandUser, type Target } from '../accounts/target.ts'
import { decide, UNDOINGS, type Undoing } from '../strikes/decide.ts'
import type { BatchAction, BatchInput } from '../tables.ts'

type Perform = (tx: Tx, staff: Staff, target: Target, input: BatchInput) => Promise<void>

/**
 * The effect of each action on one account that the staff member outranks. Each writes the audit log,
 * or changes nothing.
 *
 * @throws DomainError with the reason why it cannot be done
 */
export const PERFORM: Record<BatchAction, Perform> = {
  approve: onSignUp(approve),
  reject: onSignUp(reject),
  none: deciding('none'),
  sensitive: deciding('sensitive'),
  disable: deciding('disable'),
  silence: deciding('silence'),
  suspend: deciding('suspend'),
  enable: undoing('enable'),
  unsensitive: undoing('unsensitive'),
  unsilence: undoing('unsilence'),
  unsuspend: undoing('unsuspend'),
  async delete(tx, staff, target) {
    await eraseAccount(tx, target.id)
    await staff.audit({ action: 'delete', target: auditTarget(target) })
  },
  async mail(tx, staff, target, { subject, text }) {
    demandUser(target)
    const id = await writeStaffMail(tx, { staffId: staff.id, accountId: target.id, subject, text })
    const details = { mail_id: id, subject }
    await staff.audit({ action: 'mail', target: auditTarget(target), details })
  },
}

/** The permission that an action needs. */
export const permissionOf = (action: BatchAction): Permission =>
  action === 'delete' ? 'deleteUserData' : 'manageUsers'

function onSignUp(verdict: typeof approve): Perform {
  return async (tx, staff, target) => {
    if (!isWaiting(target)) throw new Forbidden('This account does not ask to join')
    await verdict(tx, staff, target)
  }
}

function deciding(action: Action): Perform {
  return (tx, staff, target, { text, mail }) =>
    decide(tx, staff, target, { action, text, mail, presetId: null, reportId: null })
}

function undoing(name: Undoing): Perform {
  return async (tx, staff, target) => {
    const changed = await UNDOINGS[name](tx, target)
    if (changed) await staff.audit({ action: name, target: auditTarget(target) })
  }
}
