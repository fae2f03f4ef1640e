import type { Db } from '../../db/database.ts'
import { idIn, textIn } from '../../db/id-in.ts'
import { fetchPage, type Page } from '../../db/pagination.ts'
import { idAt } from '../../ids.ts'
import type { RuleEntity } from '../../instance/rules.ts'
import { loadReportedIds, type Report } from '../../reports/queries.ts'
import type { AuditRow } from '../audit/entries.ts'
import { LOOK } from '../looks.ts'

/** What reports are asked for; without `resolved`, those that wait (S-210). */
export interface Wanted {
  resolved?: boolean | undefined
  unresolved?: boolean | undefined
  account_id?: string | undefined
  target_account_id?: string | undefined
  /** ours; one that does not exist is that of no report */
  category?: string | undefined
  /** ours: whose work it is */
  assigned_account_id?: string | undefined
  /** ours: whether it is nobody's work yet */
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

/** What rules say, also those that are no longer in force, in the order of the rules. */
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

/** What the staff did about a report, its target and its statuses since it came. */
export async function pageOfHistory(db: Db, report: Report, page: Page): Promise<AuditRow[]> {
  const statusIds = (await loadReportedIds(db, [report.id])).get(report.id) ?? []
  const query = db
    .selectFrom('audit_entry')
    .selectAll()
    .where('id', '>=', idAt(report.created_at))
    // looks change nothing
    .where('action', '!=', LOOK)
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

/** Which of the statuses their authors, or the staff, deleted; their rows are kept as long as somebody needs them. */
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
