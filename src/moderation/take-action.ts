import { NotFound, ValidationFailed } from '../errors.ts'
import { getReport, resolveReport, resolveReportsAbout } from '../reports/handle.ts'
import { loadReportedIds } from '../reports/queries.ts'
import type { Tx } from '../transact.ts'
import { warnAccount } from './warn-account.ts'
import { getPreset } from './warning-presets.ts'

/** What can be decided about an account as a whole (S-204). */
export const ACTIONS = ['none', 'disable', 'sensitive', 'silence', 'suspend'] as const
export type Action = (typeof ACTIONS)[number]

/** characters that the staff may say, those of a preset included */
const TEXT_LENGTH = 5000

export interface ActionInput {
  targetId: string
  staffId: string
  action: Action
  text: string
  /** goes before the text */
  presetId: string | null
  /** what it answers; its statuses are named in the decision */
  reportId: string | null
  /** whether a mail tells the person */
  mail: boolean
}

/** What was done, for the audit log. */
export interface Taken {
  warningId: string
  text: string
  /** reports that are resolved by it */
  resolved: string[]
}

/**
 * Decides about an account, and is done with all reports about it; a mere warning resolves just the one that
 * it answers.
 *
 * @throws NotFound if the account, the preset or the report about it is not there
 * @throws ValidationFailed for too long a text, and for an action that does nothing to accounts of others
 * @see https://docs.joinmastodon.org/methods/admin/accounts/#action
 */
export async function takeAction(tx: Tx, input: ActionInput): Promise<Taken> {
  const { targetId, staffId, action, presetId, reportId, mail } = input
  const preset = presetId === null ? null : await getPreset(tx.db, presetId)
  const text = [preset?.text ?? '', input.text].filter((part) => part.trim() !== '').join('\n\n')
  if ([...text].length > TEXT_LENGTH) {
    throw new ValidationFailed(`Text is too long (maximum is ${TEXT_LENGTH} characters)`)
  }
  const statusIds = reportId === null ? [] : await reportedStatuses(tx, reportId, targetId)
  // whoever only resolves a report says nothing to the person
  const quietly = action === 'none' && text === '' && !mail
  const decision = { targetId, staffId, action, text, reportId, statusIds, mail, quietly }
  const warningId = await warnAccount(tx, decision)
  return { warningId, text, resolved: await resolve(tx, input) }
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
