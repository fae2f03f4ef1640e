import { PUBLIC } from '../../../kernel/activitypub/as2.ts'
import { enqueueDelivery } from '../../../kernel/activitypub/delivery/enqueue.ts'
import { activityUri, followersUri } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { loadActor } from '../../accounts/actor-document.ts'
import { loadFollowerInboxes } from '../follower-inboxes.ts'
import * as removal from './removal-delivery.ts'

const UPDATE = 'accounts.send_update'
/** ms in which further changes join the first one: users save often */
const GATHER = 5_000

/** Delivers changes, moves and deletions of local accounts. */
export const subscriber: Subscriber = {
  record: {
    'account.updated': (tx, { accountId }) => enqueueUpdate(tx, accountId, GATHER),
    'account.suspended': (tx, { accountId }) => enqueueUpdate(tx, accountId, 0),
    'account.unsuspended': (tx, { accountId }) => enqueueUpdate(tx, accountId, 0),
    async 'account.moved'(tx, { accountId, targetId }) {
      await sendMove(tx, accountId, targetId)
      await enqueueUpdate(tx, accountId, 0)
    },
    async 'account.deleted'(tx, { accountId }) {
      const account = await findLocal(tx.db, accountId)
      if (account !== null) removal.enqueueDelete(tx, { accountId, after: '' })
    },
  },
}

export const jobs: JobHandlers = {
  [UPDATE]: { run: (app, { accountId }) => sendUpdate(app, String(accountId)) },
  ...removal.jobs,
}

const localById = prepared((db, p: { id: string }) =>
  db
    .selectFrom('account')
    .where('id', '=', p.id)
    .where('domain', 'is', null)
    .where('activated_at', 'is not', null)
    .select(['uri', 'deleted_at']),
)

async function findLocal(db: Db, id: string) {
  return (await localById(db, { id }))[0] ?? null
}

async function enqueueUpdate(tx: Tx, accountId: string, delay: number): Promise<void> {
  const account = await findLocal(tx.db, accountId)
  if (account === null || account.deleted_at !== null) return
  const uniqueKey = delay === 0 ? `${accountId} now` : accountId
  tx.enqueue({ kind: UPDATE, payload: { accountId }, uniqueKey, runAt: tx.now + delay })
}

async function sendUpdate(app: App, accountId: string): Promise<void> {
  const account = await findLocal(app.db, accountId)
  if (account === null || account.deleted_at !== null) return
  const object = await loadActor(app, accountId)
  if (object === null) return
  await app.transact(async (tx) => {
    const activity = {
      id: activityUri(account.uri, 'updates', tx.newId()),
      type: 'Update',
      actor: account.uri,
      to: [PUBLIC],
      object,
    }
    const inboxes = await loadFollowerInboxes(tx.db, accountId)
    await enqueueDelivery(tx, { senderId: accountId, activity, inboxes })
  })
}

/** Collects the recipients now, before the followers move away. */
async function sendMove(tx: Tx, accountId: string, targetId: string): Promise<void> {
  const account = await findLocal(tx.db, accountId)
  if (account === null) return
  const target = await tx.db
    .selectFrom('account')
    .select('uri')
    .where('id', '=', targetId)
    .executeTakeFirstOrThrow()
  const activity = {
    id: activityUri(account.uri, 'moves', tx.newId()),
    type: 'Move',
    actor: account.uri,
    to: [followersUri(account.uri)],
    object: account.uri,
    target: target.uri,
  }
  const inboxes = await loadFollowerInboxes(tx.db, accountId)
  await enqueueDelivery(tx, { senderId: accountId, activity, inboxes })
}
