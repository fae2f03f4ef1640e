import { Unreachable } from '../../../kernel/base/errors.ts'
import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import type { WebhookEvent } from './events.ts'
import { objectOf } from './objects.ts'
import { noteSent, sendTo } from './send.ts'
import { findWebhook } from './webhooks.ts'

/** attempts, over some six hours */
const MOST_TRIES = 11

/** The delivery of one event to one webhook. */
export interface WebhookJob {
  webhookId: string
  event: WebhookEvent
  /** id of the account, report or status */
  objectId: string
  /** time of the event, ms since 1970 */
  at: number
}

export const SEND = 'webhook.send'

export const jobs: JobHandlers = {
  [SEND]: {
    concurrency: 8,
    maxAttempts: MOST_TRIES,
    run: (app, payload, attempt) => send(app, payload as unknown as WebhookJob, attempt),
  },
}

/**
 * @throws Unreachable for a retry; after the last attempt the job ends, as the webhook's row has
 * the error
 */
async function send(app: App, job: WebhookJob, attempt: number): Promise<void> {
  const webhook = await findWebhook(app.db, job.webhookId)
  if (webhook?.enabled !== true) return
  const object = await objectOf(app, job.event, job.objectId)
  if (object === null) return
  const { event, at } = job
  const payload = { event, created_at: isoTime(at), object: JSON.parse(object) as unknown }
  const sent = await sendTo(app, webhook, payload)
  const known = webhook.last_status === sent.status && webhook.failing_since === null
  // repeated successes are recorded once a minute
  if (sent.result === 'taken' && known && app.clock() - (webhook.last_at ?? 0) < 60_000) return
  await app.transact((tx) => noteSent(tx, webhook, sent))
  if (sent.result === 'later' && attempt < MOST_TRIES) {
    throw new Unreachable(`The webhook was not taken: ${sent.error}`)
  }
}
