import type { Updateable } from 'kysely'
import { lockRow } from '../db/expressions.ts'
import type { PollTable } from '../db/schema.ts'
import type { Tx } from '../transact.ts'
import { checkOptions, createPoll, endOf, givePoll, insertOptions, type NewPoll } from './create.ts'
import { optionTitles } from './queries.ts'

/**
 * Gives a status the poll that its edit asks for. Other options or another kind of choice make all
 * votes void (S-334).
 *
 * @param pollId the poll it has, or null
 * @param poll the poll it shall have, or null
 * @returns the id of the poll it has now, and whether anything changed
 */
export async function editPoll(
  tx: Tx,
  owner: { accountId: string; statusId: string },
  pollId: string | null,
  poll: NewPoll | null,
): Promise<{ pollId: string | null; changed: boolean }> {
  if (pollId === null && poll === null) return { pollId: null, changed: false }
  if (poll === null) {
    await tx.db.deleteFrom('poll').where('id', '=', pollId).execute()
    return { pollId: null, changed: true }
  }
  if (pollId === null) {
    const id = await createPoll(tx, owner.accountId, poll)
    await givePoll(tx, id, owner.statusId)
    return { pollId: id, changed: true }
  }
  return { pollId, changed: await changePoll(tx, pollId, poll) }
}

async function changePoll(tx: Tx, pollId: string, poll: NewPoll): Promise<boolean> {
  await lockRow(tx.db, 'poll', pollId)
  const options = checkOptions(poll.options)
  const { multiple, hideTotals } = poll
  const before = await tx.db
    .selectFrom('poll')
    .select(['multiple', 'hide_totals'])
    .where('id', '=', pollId)
    .executeTakeFirstOrThrow()
  const titles = await optionTitles(tx.db, pollId)
  if (before.multiple !== multiple || JSON.stringify(titles) !== JSON.stringify(options)) {
    const expiresAt = endOf(tx, poll.expiresIn)
    await replaceChoices(tx, pollId, options)
    const voided = { voters_count: 0, expires_at: expiresAt, expired_notified: false }
    await update(tx, pollId, { multiple, hide_totals: hideTotals, ...voided })
    tx.enqueue({ kind: 'poll.expire', payload: { pollId }, runAt: expiresAt })
    return true
  }
  // It keeps its end: clients send a time again that they worked out of the one they were shown.
  if (before.hide_totals === hideTotals) return false
  await update(tx, pollId, { hide_totals: hideTotals })
  return true
}

async function replaceChoices(tx: Tx, pollId: string, options: string[]): Promise<void> {
  await tx.db.deleteFrom('poll_vote').where('poll_id', '=', pollId).execute()
  await tx.db.deleteFrom('poll_option').where('poll_id', '=', pollId).execute()
  await insertOptions(tx, pollId, options)
}

async function update(tx: Tx, pollId: string, changes: Updateable<PollTable>): Promise<void> {
  await tx.db.updateTable('poll').set(changes).where('id', '=', pollId).execute()
}
