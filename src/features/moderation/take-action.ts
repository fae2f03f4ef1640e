import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { getReport, resolveReport, resolveReportsAbout } from '../reports/handle.ts'
import { loadReportedIds } from '../reports/queries.ts'
import { warnAccount } from './warn-account.ts'
import { getPreset } from './warning-presets.ts'

/** Actions on an account as a whole (S-204). */
export const ACTIONS = ['none', 'disable', 'sensitive', 'silence', 'suspend'] as const
export type Action = (typeof ACTIONS)[number]

/** maximum of characters of the text, including the preset */
const TEXT_LENGTH = 5000

export interface ActionInput {
  targetId: string
  staffId: string
  action: Action
  text: string
  /** goes before the text */
  presetId: string | null
  /** the report that led to it; the decision lists its statuses */
  reportId: string | null
  /** whether a mail tells the user */
  mail: boolean
}

/** The result, for the audit log. */
export interface Taken {
  warningId: string
  text: string
  /** ids of the reports that it resolved */
  resolved: string[]
}

/**
 * Takes action on an account, and resolves all reports about it; a mere warning resolves only its
 * own report.
 *
 * @throws NotFound if the account, the preset or the report about it does not exist
 * @throws ValidationFailed for too long a text, and for an action that does not apply to remote
 * accounts
 * @see https://docs.joinmastodon.org/methods/admin/accounts/#action
 */
export async function takeAction(tx: Tx, input: ActionInput): Promise<Taken> {
  const { targetId, staffId, action, presetId, reportId, mail } = input
  const text = await withPreset(tx.db, input.text, presetId)
  const statusIds = reportId === null ? [] : await reportedStatuses(tx, reportId, targetId)
  // merely resolving a report sends the user nothing
  const quietly = action === 'none' && text === '' && !mail
  const decision = { targetId, staffId, action, text, reportId, statusIds, mail, quietly }
  const warningId = await warnAccount(tx, decision)
  return { warningId, text, resolved: await resolve(tx, input) }
}

/** @throws NotFound for an unknown preset, and ValidationFailed for too long a text */
export async function withPreset(db: Db, own: string, presetId: string | null): Promise<string> {
  const preset = presetId === null ? null : await getPreset(db, presetId)
  const text = [preset?.text ?? '', own].filter((part) => part.trim() !== '').join('\n\n')
  if ([...text].length > TEXT_LENGTH) {
    throw new ValidationFailed(`Text is too long (maximum is ${TEXT_LENGTH} characters)`)
  }
  return text
}

async function reportedStatuses(tx: Tx, reportId: string, targetId: string): Promise<string[]> {
  const report = await getReport(tx, reportId)
  if (report.target_account_id !== targetId) throw new NotFound()
  return (await loadReportedIds(tx.db, [reportId])).get(reportId) ?? []
}

async function resolve(tx: Tx, { targetId, staffId, action, reportId }: ActionInput) {
  if (action !== 'none') return resolveReportsAbout(tx, targetId, staffId)
  if (reportId === null) return []
  return (await resolveReport(tx, reportId, staffId)) ? [reportId] : []
}
