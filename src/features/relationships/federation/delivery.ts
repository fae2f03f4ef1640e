import type { Document } from '../../../kernel/activitypub/as2.ts'
import { enqueueDelivery, type Outgoing } from '../../../kernel/activitypub/delivery/enqueue.ts'
import { activityUri } from '../../../kernel/base/urls.ts'
import type { EventOf } from '../../../kernel/core/events.ts'
import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { Pair } from '../queries.ts'
import { answerOf, blockOf, followOf, type Parties, undoOf } from './activities.ts'

/** Delivers local accounts' actions towards remote accounts. */
export const delivery: Subscriber = {
  record: {
    async 'follow_request.created'(tx, { requestId, ...pair }) {
      await sendTo(tx, pair, (parties) => followOf(followUri(parties, requestId), parties))
    },
    'follow.created': (tx, { followId: id, uri, ...pair }) => acceptFollow(tx, pair, { id, uri }),
    'follow.removed': (tx, event) => sendEnd(tx, event.followId, event),
    'follow_request.removed': (tx, event) => sendEnd(tx, event.requestId, event),
    async 'block.created'(tx, { blockId, ...pair }) {
      await sendTo(tx, pair, (parties) => blockOf(blockUri(parties, blockId), parties))
    },
    async 'block.removed'(tx, { blockId, ...pair }) {
      await sendTo(tx, pair, (parties) =>
        undoOf(blockOf(blockUri(parties, blockId), parties), parties),
      )
    },
  },
}

/** Sends a remote follower an Accept of its Follow. */
export async function acceptFollow(tx: Tx, pair: Pair, follow: Answered): Promise<void> {
  await sendAnswer(tx, 'Accept', pair, follow)
}

/** Sends a Reject to a remote account that does not follow a local one. */
export async function rejectFollow(tx: Tx, pair: Pair, follow: Answered): Promise<void> {
  await sendAnswer(tx, 'Reject', pair, follow)
}

interface Answered {
  /** of the row, or a new one */
  id: string
  /** of the Follow */
  uri: string | null
}

function sendAnswer(tx: Tx, type: 'Accept' | 'Reject', pair: Pair, { id, uri }: Answered) {
  const back = { accountId: pair.targetId, targetId: pair.accountId }
  const answer = ({ actor, object }: Parties) =>
    answerOf(type, id, { uri, actor: object, object: actor })
  return sendTo(tx, back, answer, { despiteBlock: type === 'Reject' })
}

type Ended = EventOf<'follow.removed'> | EventOf<'follow_request.removed'>

/**
 * The account that ended the follow sends an Undo if it is the follower, a Reject if it is
 * followed. Servers that the staff blocks get it, too: otherwise their accounts could not follow
 * again after the block.
 */
async function sendEnd(tx: Tx, id: string, event: Ended): Promise<void> {
  const { accountId, targetId, uri, by } = event
  const pair = { accountId, targetId }
  if (by === targetId) return rejectFollow(tx, pair, { id, uri })
  if (by !== accountId) return
  const undo = (parties: Parties) =>
    undoOf(followOf(uri ?? followUri(parties, id), parties), parties)
  await sendTo(tx, pair, undo, { despiteBlock: true })
}

function followUri({ actor }: Parties, id: string): string {
  return activityUri(actor, 'follows', id)
}

function blockUri({ actor }: Parties, id: string): string {
  return activityUri(actor, 'blocks', id)
}

/** Sends an activity of a local account to a remote one; other pairs are ignored. */
async function sendTo(
  tx: Tx,
  { accountId, targetId }: Pair,
  activity: (parties: Parties) => Document,
  options: Pick<Outgoing, 'despiteBlock'> = {},
): Promise<void> {
  const accounts = await loadAddresses(tx.db, [accountId, targetId])
  const account = accounts.get(accountId)
  const target = accounts.get(targetId)
  if (account?.domain !== null || target?.inbox_uri == null) return
  const parties = { actor: account.uri, object: target.uri }
  await enqueueDelivery(tx, {
    senderId: accountId,
    activity: activity(parties),
    // not the shared inbox: the activity is for this account alone
    inboxes: [target.inbox_uri],
    ...options,
  })
}

async function loadAddresses(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('account')
    .leftJoin('remote_actor', 'remote_actor.account_id', 'account.id')
    .where(idIn(db, 'account.id', ids))
    .select(['account.id', 'account.domain', 'account.uri', 'remote_actor.inbox_uri'])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
