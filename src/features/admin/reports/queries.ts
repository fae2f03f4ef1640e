import { idAt } from '../../../kernel/base/ids.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn, textIn } from '../../../kernel/db/id-in.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import type { RuleEntity } from '../../instance/rules.ts'
import { loadReportedIds, type Report } from '../../reports/queries.ts'
import type { AuditRow } from '../audit/entries.ts'
import { READ_STATUSES } from '../content-access-log.ts'

/** Filters of reports; without `resolved`, unresolved ones (S-210). */
export interface Wanted {
  resolved?: boolean | undefined
  unresolved?: boolean | undefined
  account_id?: string | undefined
  target_account_id?: string | undefined
  /** Rookery's own; an unknown category matches no report */
  category?: string | undefined
  /** Rookery's own: the assigned staff member */
  assigned_account_id?: string | undefined
  /** Rookery's own: only reports without assignment */
  unassigned?: boolean | undefined
}

export function pageOfReports(db: Db, wanted: Wanted, page: Page): Promise<Report[]> {
  const { resolved = false, unresolved = false, account_id, target_account_id } = wanted
  let query = db.selectFrom('report').selectAll()
  if (resolved && !unresolved) query = query.where('action_taken_at', 'is not', null)
  if (!resolved) query = query.where('action_taken_at', 'is', null)
  if (account_id !== undefined) query = query.where('account_id', '=', account_id)
  if (target_account_id !== undefined) {
    query = query.where('target_account_id', '=', target_account_id)
  }
  const { category, assigned_account_id, unassigned = false } = wanted
  if (category !== undefined) query = query.where('category', '=', category as Report['category'])
  if (assigned_account_id !== undefined) {
    query = query.where('assigned_account_id', '=', assigned_account_id)
  }
  if (unassigned) query = query.where('assigned_account_id', 'is', null)
  return fetchPage(query, 'report.id', page)
}

/** The texts of rules, including rules no longer in force, in the order of the rules. */
export async function loadRules(db: Db, ids: readonly string[]): Promise<RuleEntity[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('rule')
    .select(['id', 'text', 'hint', 'translations'])
    .where(idIn(db, 'id', [...new Set(ids)]))
    .orderBy('priority')
    .orderBy('id')
    .execute()
}

/** Staff actions on a report, its target and its statuses since the report was created. */
export async function pageOfHistory(db: Db, report: Report, page: Page): Promise<AuditRow[]> {
  const statusIds = (await loadReportedIds(db, [report.id])).get(report.id) ?? []
  const query = db
    .selectFrom('audit_entry')
    .selectAll()
    .where('id', '>=', idAt(report.created_at))
    // accesses change nothing
    .where('action', '!=', READ_STATUSES)
    .where((eb) => {
      const about = (type: string, ids: readonly string[]) =>
        eb.and([eb('target_type', '=', type), textIn(db, 'target_id', ids)])
      return eb.or([
        about('report', [report.id]),
        about('account', [report.target_account_id]),
        about('status', statusIds),
      ])
    })
  return fetchPage(query, 'audit_entry.id', page)
}

/** The deleted statuses among these; their rows remain as long as the staff may need them. */
export async function deletedAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('status')
    .select('id')
    .where(idIn(db, 'id', [...new Set(ids)]))
    .where('deleted_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
