import type { Tx } from '../../kernel/core/tx.ts'

/** An action on the server or on an account. */
export interface AuditEntry {
  /** a verb, with its object if that is not the target: `suspend`, `update`, `add_note` */
  action: string
  target: {
    /** name of the entity in lower case with underscores: `account`, `domain_block` */
    type: string
    /** null for targets without an id, such as settings */
    id: string | null
    /** a readable name that outlives the target: `@rook`, `evil.example` */
    label: string
  }
  /** further details: changed values, old and new. Never secrets. */
  details?: Record<string, unknown>
}

/**
 * Writes an action to the audit log, in the transaction of the action (S-205).
 * @param staffId account of the staff member; null: the operator, or the server by an automatic
 * rule
 */
export async function writeAudit(tx: Tx, staffId: string | null, entry: AuditEntry): Promise<void> {
  await writeManyAudits(tx, staffId, [entry])
}

export async function writeManyAudits(
  tx: Tx,
  staffId: string | null,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ action, target, details = {} }) => ({
    id: tx.newId(),
    account_id: staffId,
    action,
    target_type: target.type,
    target_id: target.id,
    label: target.label,
    details: JSON.stringify(details),
    created_at: tx.now,
  }))
  await tx.db.insertInto('audit_entry').values(rows).execute()
}
