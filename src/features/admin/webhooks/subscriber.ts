import { isForAll } from '../../../kernel/core/audience-rules.ts'
import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import { findCreatedStatus } from '../../statuses/write/created-status.ts'
import type { WebhookEvent } from './events.ts'
import { SEND, type WebhookJob } from './jobs.ts'

const enabledWebhooks = prepared((db) =>
  db.selectFrom('webhook').where('enabled', '=', true).select(['id', 'events']),
)

/** Sends webhooks events about local accounts, their public and unlisted posts, and reports. */
export const subscriber: Subscriber = {
  preload: {
    async 'status.created'(tx, { live }) {
      if (live) await loadEnabled(tx)
    },
  },
  record: {
    'account.created': (tx, { accountId }) => tell(tx, 'account.created', accountId),
    'account.activated': (tx, { accountId }) => tell(tx, 'account.approved', accountId),
    async 'account.updated'(tx, { accountId }) {
      await tell(tx, 'account.updated', accountId, () => isLocal(tx, accountId))
    },
    'report.created': (tx, { reportId }) => tell(tx, 'report.created', reportId),
    'report.updated': (tx, { reportId }) => tell(tx, 'report.updated', reportId),
    async 'status.created'(tx, { statusId, live }) {
      if (live) await tell(tx, 'status.created', statusId, () => isForEverybody(tx, statusId))
    },
    async 'status.edited'(tx, { statusId }) {
      await tell(tx, 'status.updated', statusId, () => isForEverybody(tx, statusId))
    },
  },
}

function loadEnabled(tx: Tx) {
  return tx.recall('webhooks', () => enabledWebhooks(tx.db, {}))
}

async function tell(
  tx: Tx,
  event: WebhookEvent,
  objectId: string,
  isWanted: () => Promise<boolean> = async () => true,
): Promise<void> {
  const webhooks = await loadEnabled(tx)
  const listening = webhooks.filter(({ events }) => events.includes(event))
  if (listening.length === 0 || !(await isWanted())) return
  for (const { id: webhookId } of listening) {
    const payload: WebhookJob = { webhookId, event, objectId, at: tx.now }
    const uniqueKey = `${webhookId} ${event} ${objectId}`
    tx.enqueue({ kind: SEND, payload: { ...payload }, uniqueKey })
  }
}

async function isLocal(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('domain', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

async function isForEverybody(tx: Tx, statusId: string): Promise<boolean> {
  const status = await findCreatedStatus(tx, statusId)
  if (status?.local !== true || status.reblog_of_id !== null) return false
  return isForAll(status)
}
