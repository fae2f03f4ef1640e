import type { App } from '../../app.ts'
import { Unreachable } from '../../errors.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import { isoTime } from '../../json.ts'
import type { WebhookEvent } from './events.ts'
import { objectOf } from './objects.ts'
import { noteSent, sendTo } from './send.ts'
import { findWebhook } from './webhooks.ts'

/** tries, over some six hours */
const MOST_TRIES = 11

/** One event on its way to one webhook. */
export interface WebhookJob {
  webhookId: string
  event: WebhookEvent
  /** of the account, report or status */
  objectId: string
  /** ms since 1970: when it happened */
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

/** @throws Unreachable to be tried again later; after the last try it is let go, as the webhook tells why */
async function send(app: App, job: WebhookJob, attempt: number): Promise<void> {
  const webhook = await findWebhook(app.db, job.webhookId)
  if (webhook?.enabled !== true) return
  const object = await objectOf(app, job.event, job.objectId)
  if (object === null) return
  const { event, at } = job
  const payload = { event, created_at: isoTime(at), object: JSON.parse(object) as unknown }
  const sent = await sendTo(app, webhook, payload)
  const known = webhook.last_status === sent.status && webhook.failing_since === null
  // what goes well again and again is noted once a minute
  if (sent.result === 'taken' && known && app.clock() - (webhook.last_at ?? 0) < 60_000) return
  await app.transact((tx) => noteSent(tx, webhook, sent))
  if (sent.result === 'later' && attempt < MOST_TRIES) {
    throw new Unreachable(`The webhook was not taken: ${sent.error}`)
  }
}
