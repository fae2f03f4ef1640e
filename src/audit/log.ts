import type { Tx } from '../transact.ts'

/** Something that was done to the server or to somebody on it. */
export interface AuditEntry {
  /** a verb, and what it is done to where that is not the target: `suspend`, `update`, `add_note` */
  action: string
  target: {
    /** name of the entity in lower case with underscores: `account`, `domain_block` */
    type: string
    /** null for what has none, such as settings */
    id: string | null
    /** how people know it, as it will be gone one day: `@rook`, `evil.example` */
    label: string
  }
  /** what else is to be known: what changed, from which to which. Never secrets. */
  details?: Record<string, unknown>
}

/**
 * Keeps what was done, in the transaction that does it (S-205).
 * @param staffId account whose decision it is; null: the operator's, or the server's own by a rule
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
