import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'

/**
 * Votes, once. The caller has checked the voter's access to the poll's status.
 *
 * @param choices positions of options, counted from 0
 * @throws ValidationFailed if the poll has ended, is the voter's own, a choice does not exist, or
 * the voter has voted (S-342)
 */
export async function vote(
  tx: Tx,
  input: { pollId: string; accountId: string; choices: readonly number[] },
): Promise<void> {
  const { pollId, accountId } = input
  await lockRow(tx.db, 'poll', pollId)
  const poll = await tx.db
    .selectFrom('poll')
    .selectAll()
    .where('id', '=', pollId)
    .executeTakeFirst()
  if (poll === undefined) throw new NotFound()
  if (poll.expires_at !== null && poll.expires_at <= tx.now) {
    throw new ValidationFailed('The poll has already ended')
  }
  if (poll.account_id === accountId) throw new ValidationFailed('You cannot vote in your own polls')
  const choices = [...new Set(input.choices)]
  await checkChoices(tx, poll, choices)
  const earlier = await tx.db
    .selectFrom('poll_vote')
    .select('choice')
    .where('poll_id', '=', pollId)
    .where('account_id', '=', accountId)
    .execute()
  const repeated = earlier.some((one) => choices.includes(one.choice))
  if (repeated || (!poll.multiple && earlier.length > 0)) {
    throw new ValidationFailed('You have already voted on this poll')
  }
  await countVotes(tx, { pollId, accountId, choices, earlier: earlier.length })
  tx.emit({ type: 'poll.voted', pollId, accountId })
}

async function checkChoices(
  tx: Tx,
  poll: { id: string; multiple: boolean },
  choices: readonly number[],
): Promise<void> {
  const options = await tx.db
    .selectFrom('poll_option')
    .select('position')
    .where('poll_id', '=', poll.id)
    .execute()
  const known = new Set(options.map((option) => option.position))
  if (choices.length === 0 || choices.some((choice) => !known.has(choice))) {
    throw new ValidationFailed('The chosen vote option does not exist')
  }
  if (!poll.multiple && choices.length > 1) {
    throw new ValidationFailed('This poll takes one choice only')
  }
}

async function countVotes(
  tx: Tx,
  cast: { pollId: string; accountId: string; choices: readonly number[]; earlier: number },
): Promise<void> {
  const { pollId, accountId, choices, earlier } = cast
  await tx.db
    .insertInto('poll_vote')
    .values(
      choices.map((choice, at) => ({
        poll_id: pollId,
        account_id: accountId,
        choice,
        created_at: tx.now,
        place: earlier + at,
      })),
    )
    .execute()
  await tx.db
    .updateTable('poll_option')
    .set((eb) => ({ votes_count: eb('votes_count', '+', 1) }))
    .where('poll_id', '=', pollId)
    .where('position', 'in', [...choices])
    .execute()
  if (earlier > 0) return
  await tx.db
    .updateTable('poll')
    .set((eb) => ({ voters_count: eb('voters_count', '+', 1) }))
    .where('id', '=', pollId)
    .execute()
}
