import type { Tx } from '../../kernel/core/tx.ts'
import { groupKeyFor, markNewest, ungroupedKey } from './group-key.ts'
import { judge } from './policy/verdicts.ts'
import { loadLocal, loadRecipients } from './recipients.ts'
import { requestDecision } from './requests/requests.ts'
import type { NotificationType, PolicyChoice } from './tables.ts'
import { OWN, REQUESTING } from './types.ts'

export interface Notice {
  type: NotificationType
  /** the account that caused it; without one, the recipient itself */
  fromId: string
  /** the status that it is about, if any, and the status's conversation */
  statusId: string | null
  conversationId: string | null
  /** for `admin.report` */
  reportId?: string
  /** for `pleroma:emoji_reaction` */
  reactionId?: string
  /** for `severed_relationships` */
  accountSeveranceId?: string
  /** for `moderation_warning` */
  warningId?: string
  /** for `added_to_collection` and `collection_update` */
  collectionId?: string
  /** for `annual_report` */
  annualReportYear?: number
}

/**
 * Notifies accounts of an event, each once: a second notice of the same type about the same status
 * adds nothing. Left out are accounts that must not or do not want to get it, and the causing
 * account, except for the end of a poll, which its author also gets (S-344), and an annual report,
 * which is the account's own. Notifications filtered by an account's policy are stored but not
 * announced (S-256). Warnings also reach accounts that cannot sign in for now.
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
  await markNewest(tx.db, added)
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
