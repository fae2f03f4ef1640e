import type { NotificationType, PolicyChoice } from '../db/schema.ts'
import type { Tx } from '../transact.ts'
import { becomeHeads, groupKeyFor, ungroupedKey } from './group-key.ts'
import { judge } from './policy/verdicts.ts'
import { loadLocal, loadRecipients } from './recipients.ts'
import { requestDecision } from './requests/requests.ts'
import { OWN, REQUESTING } from './types.ts'

export interface Notice {
  type: NotificationType
  /** whose doing it is; whose it is, where it is nobody's */
  fromId: string
  /** the status it is about, if any, and the conversation that status belongs to */
  statusId: string | null
  conversationId: string | null
  /** of `admin.report` */
  reportId?: string
  /** of `pleroma:emoji_reaction` */
  reactionId?: string
  /** of `severed_relationships` */
  accountSeveranceId?: string
  /** of `moderation_warning` */
  warningId?: string
  /** of `added_to_collection` and `collection_update` */
  collectionId?: string
  /** of `annual_report` */
  annualReportYear?: number
}

/**
 * Tells accounts that something happened, each of them once: a second notice of the same about the
 * same status adds nothing. Who must not or does not want to hear of it is left out, and so is who
 * did it, except for a poll, whose author also hears of its end (S-344), and a report
 * of a year, which is one's own. What an account's policy keeps
 * back is there, but nobody is told (S-256). A warning waits also for who may not sign in for now.
 */
export async function notify(tx: Tx, notice: Notice, accountIds: readonly string[]): Promise<void> {
  const others = OWN.includes(notice.type)
    ? accountIds
    : accountIds.filter((id) => id !== notice.fromId)
  const willing =
    notice.type === 'moderation_warning'
      ? await loadLocal(tx.db, others)
      : await loadRecipients(tx.db, others, { ...notice, now: tx.now })
  const verdicts = await judge(tx.db, { ...notice, now: tx.now }, willing)
  const recipients = willing.filter((id) => verdicts.get(id) !== 'drop')
  if (recipients.length === 0) return
  const added = await tx.db
    .insertInto('notification')
    .values(await newRows(tx, notice, recipients, verdicts))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'account_id', 'group_key', 'filtered'])
    .execute()
  await becomeHeads(tx.db, added)
  for (const { id, account_id: accountId, filtered } of added) {
    if (!filtered) tx.emit({ type: 'notification.created', notificationId: id, accountId })
    else if (REQUESTING.includes(notice.type)) await requestDecision(tx, accountId, notice)
  }
}

async function newRows(
  tx: Tx,
  notice: Notice,
  recipients: readonly string[],
  verdicts: ReadonlyMap<string, PolicyChoice>,
) {
  const { type, statusId } = notice
  const rows = []
  for (const accountId of recipients) {
    const id = tx.newShortId()
    const filtered = verdicts.get(accountId) === 'filter'
    rows.push({
      id,
      account_id: accountId,
      from_account_id: notice.fromId,
      type,
      status_id: statusId,
      report_id: notice.reportId ?? null,
      collection_id: notice.collectionId ?? null,
      annual_report_year: notice.annualReportYear ?? null,
      reaction_id: notice.reactionId ?? null,
      account_severance_id: notice.accountSeveranceId ?? null,
      warning_id: notice.warningId ?? null,
      group_key: filtered
        ? ungroupedKey(id)
        : await groupKeyFor(tx, id, { accountId, type, statusId }),
      filtered,
      created_at: tx.now,
    })
  }
  return rows
}
