import { enqueueDelivery } from '../../../../kernel/activitypub/delivery/enqueue.ts'
import { rememberGone } from '../../../../kernel/activitypub/tombstones.ts'
import { activityUri, featuredUri } from '../../../../kernel/base/urls.ts'
import { isForAll } from '../../../../kernel/core/audience-rules.ts'
import type { EventOf } from '../../../../kernel/core/events.ts'
import type { Subscriber } from '../../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../../kernel/core/tx.ts'
import { loadInboxes } from '../../../accounts/inboxes.ts'
import { loadFollowerInboxes } from '../../../relationships/follower-inboxes.ts'
import { type CreatedStatus, findLiveStatus } from '../../write/created-status.ts'
import { undoOf } from '../presenting/activities.ts'
import { loadAnnounces } from '../presenting/announce.ts'
import { announceVotes, deliverVotes } from './poll-delivery.ts'
import { loadReblogInboxes } from './recipients.ts'
import { findFirstInboxes, findOriginal, isSent, sendFirst } from './send-new.ts'
import { findSentStatus, type SentStatus } from './sent-status.ts'

/** Delivers local accounts' activities about statuses to other servers. */
export const delivery: Subscriber = {
  preload: {
    async 'status.created'(tx, event) {
      const status = await findSentFirst(tx, event)
      if (status !== null) await firstInboxes(tx, status)
    },
  },
  record: {
    async 'status.created'(tx, event) {
      const status = await findSentFirst(tx, event)
      if (status !== null) await sendFirst(tx, status, await firstInboxes(tx, status))
    },
    async 'status.edited'(tx, { statusId }) {
      const status = await findSentStatus(tx.db, statusId)
      if (status !== null) {
        tx.enqueue({ kind: 'status.send_update', payload: { statusId }, uniqueKey: statusId })
      }
    },
    async 'status.deleted'(tx, { statusId }) {
      const status = await findSentStatus(tx.db, statusId)
      if (status === null) return
      if (status.reblog_of_id !== null) return undoAnnounce(tx, status)
      // its URL answers 410 from now on; for other visibilities not even that is disclosed
      if (isForAll(status)) await rememberGone(tx, status.uri, status.account_uri)
      tx.enqueue({ kind: 'status.send_delete', payload: { statusId }, uniqueKey: statusId })
    },
    'status.favourited': (tx, { favouriteId, ...like }) => sendLike(tx, like, favouriteId, 'given'),
    'status.unfavourited': (tx, { favouriteId, ...like }) =>
      sendLike(tx, like, favouriteId, 'taken back'),
    'status.pinned': (tx, { statusId }) => sendPin(tx, statusId, 'Add'),
    'status.unpinned': (tx, { statusId }) => sendPin(tx, statusId, 'Remove'),
    async 'poll.voted'(tx, vote) {
      await deliverVotes(tx, vote)
      await announceVotes(tx, vote.pollId)
    },
    async 'poll.expired'(tx, { statusId }) {
      const status = await findSentStatus(tx.db, statusId)
      if (status === null) return
      const uniqueKey = `${statusId} end`
      tx.enqueue({ kind: 'poll.send_figures', payload: { statusId }, uniqueKey })
    },
  },
}

async function findSentFirst(tx: Tx, event: EventOf<'status.created'>) {
  const status = await findLiveStatus(tx, event)
  return status !== null && isSent(status) ? status : null
}

function firstInboxes(tx: Tx, status: CreatedStatus) {
  return tx.recall(`first inboxes ${status.id}`, () => findFirstInboxes(tx.db, status))
}

/** The Delete of a local original also reaches the servers that got its reblogs. */
async function undoAnnounce(tx: Tx, reblog: SentStatus): Promise<void> {
  const original = await findOriginal(tx.db, reblog)
  if (original === null || (original.local && original.deleted_at !== null)) return
  const inboxes = await loadReblogInboxes(tx.db, reblog, original.account_id)
  if (inboxes.length === 0) return
  const announce = (await loadAnnounces(tx.db, tx.config, [reblog.id], tx.now)).get(reblog.id)
  if (announce === undefined) return
  const activity = undoOf({ ...announce, object: original.uri })
  await enqueueDelivery(tx, { senderId: reblog.account_id, activity, inboxes, statusId: reblog.id })
}

async function sendLike(
  tx: Tx,
  { accountId, statusId }: { accountId: string; statusId: string },
  favouriteId: string,
  what: 'given' | 'taken back',
): Promise<void> {
  const liked = await tx.db
    .selectFrom('status')
    .innerJoin('account as author', 'author.id', 'status.account_id')
    .innerJoin('account', (join) => join.on('account.id', '=', accountId))
    .select(['status.uri', 'status.account_id', 'author.domain', 'account.uri as actor_uri'])
    .where('status.id', '=', statusId)
    .where('author.domain', 'is not', null)
    .where('account.domain', 'is', null)
    .executeTakeFirst()
  if (liked === undefined) return
  const { actor_uri: actor, uri: object } = liked
  const like = { id: activityUri(actor, 'likes', favouriteId), type: 'Like', actor, object }
  await enqueueDelivery(tx, {
    senderId: accountId,
    activity: what === 'given' ? like : undoOf(like),
    inboxes: await loadInboxes(tx.db, [liked.account_id]),
    statusId,
  })
}

/** S-504 */
async function sendPin(tx: Tx, statusId: string, type: 'Add' | 'Remove'): Promise<void> {
  const status = await findSentStatus(tx.db, statusId)
  if (status === null) return
  const { account_id: senderId, account_uri: actor, uri: object } = status
  await enqueueDelivery(tx, {
    senderId,
    activity: {
      id: activityUri(actor, type === 'Add' ? 'pins' : 'unpins', tx.newId()),
      type,
      actor,
      object,
      target: featuredUri(actor),
    },
    inboxes: await loadFollowerInboxes(tx.db, senderId),
    statusId,
  })
}
