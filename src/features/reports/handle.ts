import { NotFound } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { retainDeletedMedia } from '../statuses/write/evidence.ts'
import { checkReasons, type ReportCategory } from './create.ts'
import { findReport, loadReportedIds, type Report } from './queries.ts'

type Change = Partial<
  Pick<
    Report,
    'assigned_account_id' | 'action_taken_at' | 'action_taken_by_account_id' | 'category'
  > & { rule_ids: string }
>

/** @throws NotFound if there is no such report */
export async function getReport(tx: Pick<Tx, 'db'>, reportId: string): Promise<Report> {
  const report = await findReport(tx.db, reportId)
  if (report === null) throw new NotFound()
  return report
}

async function change(tx: Tx, reportId: string, values: Change): Promise<true> {
  await tx.db
    .updateTable('report')
    .set({ ...values, updated_at: tx.now })
    .where('id', '=', reportId)
    .execute()
  tx.emit({ type: 'report.updated', reportId })
  return true
}

/**
 * Assigns a report to a staff member.
 *
 * @param accountId null: unassigned
 * @returns whether that changes anything
 * @throws NotFound if there is no such report
 */
export async function assignReport(
  tx: Tx,
  reportId: string,
  accountId: string | null,
): Promise<boolean> {
  const report = await getReport(tx, reportId)
  if (report.assigned_account_id === accountId) return false
  return change(tx, reportId, { assigned_account_id: accountId })
}

/**
 * Resolves a report: deleted statuses that only this report retained are removed (S-151).
 *
 * @param staffId the deciding staff member; null: the operator
 * @returns false if it was resolved before
 * @throws NotFound if there is no such report
 */
export async function resolveReport(
  tx: Tx,
  reportId: string,
  staffId: string | null,
): Promise<boolean> {
  const report = await getReport(tx, reportId)
  if (report.action_taken_at !== null) return false
  return change(tx, reportId, { action_taken_at: tx.now, action_taken_by_account_id: staffId })
}

/** Resolves all open reports about an account. @returns their ids */
export async function resolveReportsAbout(
  tx: Tx,
  targetId: string,
  staffId: string | null,
): Promise<string[]> {
  const waiting = await tx.db
    .selectFrom('report')
    .select('id')
    .where('target_account_id', '=', targetId)
    .where('action_taken_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of waiting) await resolveReport(tx, id, staffId)
  return waiting.map(({ id }) => id)
}

/**
 * Undoes `resolveReport`; the deleted statuses that still exist are retained again.
 *
 * @returns false if it is open already
 * @throws NotFound if there is no such report
 */
export async function reopenReport(tx: Tx, reportId: string): Promise<boolean> {
  const report = await getReport(tx, reportId)
  if (report.action_taken_at === null) return false
  const named = (await loadReportedIds(tx.db, [reportId])).get(reportId) ?? []
  await retainDeletedMedia(tx, named)
  return change(tx, reportId, { action_taken_at: null, action_taken_by_account_id: null })
}

/**
 * Changes the category of a report. Rules make it a violation; another category without rules
 * removes them.
 *
 * @returns whether anything changed
 * @throws NotFound if there is no such report
 * @throws ValidationFailed for rules that do not fit the category (S-356)
 */
export async function reclassifyReport(
  tx: Tx,
  reportId: string,
  wanted: { category?: ReportCategory | undefined; ruleIds?: readonly string[] | undefined },
): Promise<boolean> {
  const report = await getReport(tx, reportId)
  const ruleIds = [...new Set(wanted.ruleIds ?? rulesFor(wanted.category, report))]
  const category = wanted.category ?? (ruleIds.length > 0 ? 'violation' : report.category)
  if (category === report.category && ruleIds.join() === report.rule_ids.join()) return false
  await checkReasons(tx, category, ruleIds)
  return change(tx, reportId, { category, rule_ids: JSON.stringify(ruleIds) })
}

function rulesFor(category: ReportCategory | undefined, report: Report): readonly string[] {
  return category === undefined || category === 'violation' ? report.rule_ids : []
}
