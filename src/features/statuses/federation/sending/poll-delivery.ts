import { enqueueDelivery } from '../../../../kernel/activitypub/delivery/enqueue.ts'
import { isoTime } from '../../../../kernel/base/json.ts'
import { activityUri } from '../../../../kernel/base/urls.ts'
import type { Tx } from '../../../../kernel/core/tx.ts'
import { loadInboxes } from '../../../accounts/inboxes.ts'

/** ms: votes within this time share one Update */
const FIGURES_DELAY = 180_000

/** Sends a new vote of a local account to the author of a remote poll: a Note for each choice. */
export async function deliverVotes(
  tx: Tx,
  { pollId, accountId }: { pollId: string; accountId: string },
): Promise<void> {
  const votes = await tx.db
    .selectFrom('poll_vote')
    .innerJoin('poll_option', (join) =>
      join
        .onRef('poll_option.poll_id', '=', 'poll_vote.poll_id')
        .onRef('poll_option.position', '=', 'poll_vote.choice'),
    )
    .innerJoin('poll', 'poll.id', 'poll_vote.poll_id')
    .innerJoin('status', 'status.id', 'poll.status_id')
    .innerJoin('account as author', 'author.id', 'status.account_id')
    .innerJoin('account as voter', 'voter.id', 'poll_vote.account_id')
    .select([
      'poll_option.title',
      'status.uri as question_uri',
      'author.id as author_id',
      'author.uri as author_uri',
      'voter.uri as voter_uri',
    ])
    .where('poll_vote.poll_id', '=', pollId)
    .where('poll_vote.account_id', '=', accountId)
    .where('poll_vote.created_at', '=', tx.now)
    .where('voter.domain', 'is', null)
    .where('author.domain', 'is not', null)
    .orderBy('poll_option.position')
    .execute()
  const [first] = votes
  if (first === undefined) return
  const inboxes = await loadInboxes(tx.db, [first.author_id])
  for (const vote of votes) {
    const id = activityUri(vote.voter_uri, 'votes', tx.newId())
    const to = [vote.author_uri]
    const object = {
      id,
      type: 'Note',
      name: vote.title,
      attributedTo: vote.voter_uri,
      inReplyTo: vote.question_uri,
      to,
    }
    const published = isoTime(tx.now)
    const create = { id: `${id}/activity`, type: 'Create', actor: vote.voter_uri, published, to }
    await enqueueDelivery(tx, { senderId: accountId, activity: { ...create, object }, inboxes })
  }
}

/**
 * Sends an Update with the votes of a local poll some time after a vote, unless they are hidden.
 */
export async function announceVotes(tx: Tx, pollId: string): Promise<void> {
  const poll = await tx.db
    .selectFrom('poll')
    .innerJoin('account', 'account.id', 'poll.account_id')
    .select(['poll.status_id', 'poll.hide_totals'])
    .where('poll.id', '=', pollId)
    .where('account.domain', 'is', null)
    .executeTakeFirst()
  if (!poll?.status_id || poll.hide_totals) return
  tx.enqueue({
    kind: 'poll.send_figures',
    payload: { statusId: poll.status_id },
    uniqueKey: poll.status_id,
    runAt: tx.now + FIGURES_DELAY,
  })
}
