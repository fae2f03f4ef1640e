import type { Selectable } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import type { AuditEntryTable } from '../../audit/tables.ts'

export type AuditRow = Selectable<AuditEntryTable>

/** Filters of audit log entries; each column is indexed. */
export interface Wanted {
  account_id?: string | undefined
  action?: string | undefined
  target_type?: string | undefined
  target_id?: string | undefined
}

export function pageOfEntries(db: Db, wanted: Wanted, page: Page): Promise<AuditRow[]> {
  const conditions = (['account_id', 'action', 'target_type', 'target_id'] as const).flatMap(
    (name) => (wanted[name] === undefined ? [] : [[name, wanted[name]] as const]),
  )
  const query = conditions.reduce(
    (all, [name, value]) => all.where(name, '=', value),
    db.selectFrom('audit_entry').selectAll(),
  )
  return fetchPage(query, 'audit_entry.id', page)
}
