import {
  findById,
  markFailing,
  removeSubscription,
  type Subscription,
} from '../../features/notifications/push-subscriptions.ts'
import { findNotification, type Notification } from '../../features/notifications/queries.ts'
import { loadHolders } from '../../features/oauth/authenticate.ts'
import { findFollow } from '../../features/relationships/queries.ts'
import { waitOf } from '../../kernel/activitypub/delivery/retry.ts'
import { DAY } from '../../kernel/base/durations.ts'
import { shownId } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { NewJob, Tx } from '../../kernel/core/tx.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { retryDelay } from '../../kernel/jobs/retry.ts'
import { EgressFailed, EgressRefused } from '../../kernel/net/errors.ts'
import { payloadOf } from './payload.ts'
import { requestFor } from './send.ts'

/** ms after which a notification is too old to push (S-495) */
const OLDEST = 2 * DAY
/** ms of failures only, after which a subscription is removed */
const GIVE_UP = 7 * DAY
const MOST_TRIES = 8

/** Payload of the job that delivers one notification to one subscription. */
export interface PushJob {
  notificationId: string
  subscriptionId: string
  /** failed attempts so far */
  tries: number
}

/**
 * The job that pushes a notification. A subscription whose last delivery failed has a job kind of its own, with its
 * own concurrency, so that push services which hang do not delay the others.
 */
export function pushJob(job: PushJob, failing: boolean, runAt?: number): NewJob {
  const kind = failing ? 'push.retry' : 'push.send'
  const uniqueKey = `${job.subscriptionId} ${job.notificationId}`
  return { kind, payload: { ...job }, uniqueKey, ...(runAt === undefined ? {} : { runAt }) }
}

export const jobs: JobHandlers = {
  'push.send': { concurrency: 32, run: (app, payload) => push(app, payload as never) },
  'push.retry': { concurrency: 8, run: (app, payload) => push(app, payload as never) },
}

async function push(app: App, job: PushJob): Promise<void> {
  const subscription = await findById(app.db, job.subscriptionId)
  if (subscription === null) return
  const { account_id: accountId } = subscription
  const notification = await findNotification(app.db, accountId, job.notificationId)
  if (notification === null || !(await isWanted(app, subscription, notification))) return
  const viewer = await holderOf(app, subscription)
  if (viewer === null) return
  const plain = await payloadOf(app, viewer, subscription, notification)
  if (plain === null) return
  const outcome = await handOver(app, subscription, { plain, topic: shownId(notification.id) })
  await settle(app, { job, subscription, outcome })
}

/** Whether the subscription still wants the notification: policy, follows and age can change while the job waits. */
async function isWanted(
  app: App,
  { account_id: accountId, alerts, policy }: Subscription,
  { type, filtered, created_at, from_account_id: fromId }: Notification,
): Promise<boolean> {
  if (filtered || alerts[type] !== true || created_at + OLDEST <= app.clock()) return false
  if (policy === 'all') return true
  if (policy === 'none') return false
  const pair =
    policy === 'followed'
      ? { accountId, targetId: fromId }
      : { accountId: fromId, targetId: accountId }
  return (await findFollow(app.db, 'follow', pair)) !== null
}

/** @returns null if the token or session is void, or its user may not use the API at present */
async function holderOf(app: App, subscription: Subscription) {
  const { access_token_id: tokenId, session_id: sessionId } = subscription
  const [kind, id] =
    tokenId === null ? (['session', sessionId] as const) : (['token', tokenId] as const)
  const viewer = (await loadHolders(app, kind, [id ?? ''])).get(id ?? '')
  return viewer === undefined || viewer.barred !== null ? null : viewer
}

/** `wait`: ms that the push service asks to wait */
type Outcome = { type: 'taken' | 'gone' | 'refused' } | { type: 'failed'; wait: number }

async function handOver(
  app: App,
  subscription: Subscription,
  message: { plain: Buffer; topic: string },
): Promise<Outcome> {
  const request = await requestFor(app, subscription, message)
  try {
    const { status, headers } = await app.egress.fetch(request)
    if (status >= 200 && status < 300) return { type: 'taken' }
    const passing = status === 408 || status === 429
    if (status >= 400 && status < 500 && !passing) return { type: 'gone' }
    return { type: 'failed', wait: waitOf(headers['retry-after'], app.clock()) ?? 0 }
  } catch (error) {
    if (error instanceof EgressRefused) return { type: 'refused' }
    if (error instanceof EgressFailed) return { type: 'failed', wait: 0 }
    throw error
  }
}

interface Result {
  job: PushJob
  subscription: Subscription
  outcome: Outcome
}

async function settle(app: App, result: Result): Promise<void> {
  const { subscription, outcome } = result
  const { id, failing_since: failingSince } = subscription
  if (outcome.type === 'taken') {
    if (failingSince !== null) await app.transact((tx) => markFailing(tx, id, null))
    return
  }
  await app.transact(async (tx) => {
    if (outcome.type === 'gone' || tx.now - (failingSince ?? tx.now) >= GIVE_UP) {
      await removeSubscription(tx, id)
      return
    }
    if (failingSince === null) await markFailing(tx, id, tx.now)
    if (outcome.type === 'failed') tryAgain(tx, result.job, outcome.wait)
  })
}

function tryAgain(tx: Tx, job: PushJob, wait: number): void {
  const tries = job.tries + 1
  if (tries >= MOST_TRIES) return
  const delay = Math.max(wait, retryDelay(tries, Math.random()))
  tx.enqueue(pushJob({ ...job, tries }, true, tx.now + delay))
}
