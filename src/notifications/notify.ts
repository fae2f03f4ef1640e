import type { NotificationType } from '../db/schema.ts'
import type { Tx } from '../transact.ts'
import { groupKeyFor } from './group-key.ts'
import { loadRecipients } from './recipients.ts'

export interface Notice {
  type: NotificationType
  /** whose doing it is */
  fromId: string
  /** the status it is about, if any, and the conversation that status belongs to */
  statusId: string | null
  conversationId: string | null
  /** of `admin.report` */
  reportId?: string
}

/**
 * Tells accounts that something happened, each of them once: a second notice of the same about the
 * same status adds nothing. Who must not or does not want to hear of it is left out, and so is who
 * did it, except for a poll, whose author also hears of its end (S-344).
 */
export async function notify(tx: Tx, notice: Notice, accountIds: readonly string[]): Promise<void> {
  const others =
    notice.type === 'poll' ? accountIds : accountIds.filter((id) => id !== notice.fromId)
  const recipients = await loadRecipients(tx.db, others, { ...notice, now: tx.now })
  if (recipients.length === 0) return
  const added = await tx.db
    .insertInto('notification')
    .values(await newRows(tx, notice, recipients))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'account_id'])
    .execute()
  for (const { id, account_id } of added) {
    tx.emit({ type: 'notification.created', notificationId: id, accountId: account_id })
  }
}

async function newRows(tx: Tx, notice: Notice, recipients: string[]) {
  const { type, statusId } = notice
  const rows = []
  for (const accountId of recipients) {
    const id = tx.newId()
    const group_key = await groupKeyFor(tx, id, { accountId, type, statusId })
    rows.push({
      id,
      account_id: accountId,
      from_account_id: notice.fromId,
      type,
      status_id: statusId,
      report_id: notice.reportId ?? null,
      group_key,
      filtered: false,
      created_at: tx.now,
    })
  }
  return rows
}
