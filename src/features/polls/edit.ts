import type { Updateable } from 'kysely'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { checkOptions, createPoll, endOf, givePoll, insertOptions, type NewPoll } from './create.ts'
import { expectEnd } from './expiry.ts'
import { optionTitles } from './queries.ts'
import type { PollTable } from './tables.ts'

/**
 * Applies the poll of an edit to a status. Other options or another kind of choice remove all votes
 * (S-334).
 *
 * @param pollId the current poll, or null
 * @param poll the requested poll, or null
 * @returns the id of the resulting poll, and whether anything changed
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
    await expectEnd(tx, pollId, expiresAt)
    return true
  }
  // The end stays: clients send a duration computed from the time that they were shown.
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
