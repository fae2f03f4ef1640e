import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    audit_entry: AuditEntryTable
  }
}

/** Actions of the staff and the operator; rows never change. */
export interface AuditEntryTable {
  id: Fixed<string>
  /** the actor; null: the operator, or the server by a rule */
  account_id: Fixed<string | null>
  action: Fixed<string>
  target_type: Fixed<string>
  target_id: Fixed<string | null>
  /** readable name of the target */
  label: Fixed<string>
  details: Json<Record<string, unknown>>
  created_at: Fixed<number>
}
