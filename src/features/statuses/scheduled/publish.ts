import { DomainError, NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { getUserSettings } from '../../accounts/user-settings.ts'
import { transactByRules } from '../../automod/matches.ts'
import { freeMedia } from '../../media/attachments.ts'
import { resolveMentioned } from '../federation/resolve-mentions.ts'
import { type Screening, screeningHere } from '../screening/screening.ts'
import { getLocalAuthor } from '../write/author.ts'
import { createStatus } from '../write/create.ts'
import { KEY_AGE, rememberKeyDigest } from '../write/idempotency.ts'
import { MAIL, mailFailure } from './mail.ts'
import { scheduledStatusOf } from './params.ts'
import { findScheduled, type ScheduledStatus } from './queries.ts'
import { leadOn, PUBLISH } from './threads.ts'

const MOST_TRIES = 10
const TARGET_GONE = 'The post that it replies to or quotes is gone or cannot be seen any more'

/**
 * Job rows are written and removed in the same transactions as the scheduled statuses, so nothing
 * is published twice.
 */
export const jobs: JobHandlers = {
  [PUBLISH]: {
    maxAttempts: MOST_TRIES,
    concurrency: 2,
    run: (app, { id }, attempt) => publishDue(app, String(id), attempt),
  },
  [MAIL]: { run: (app, { id }) => mailFailure(app, String(id)) },
}

async function publishDue(app: App, id: string, attempt: number): Promise<void> {
  const row = await findScheduled(app.db, id)
  if (row === null || !isDue(row, app.clock())) return
  try {
    await resolveMentioned(app, row.params.text)
    const screening = await screeningHere(app, row.params.media_ids ?? [])
    await transactByRules(app, (tx) => publishScheduled(tx, row.account_id, id, screening))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null && attempt < MOST_TRIES) throw error
    const shown = reason ?? 'The server could not publish it'
    await app.transact((tx) => noteFailure(tx, row.account_id, id, shown))
    if (reason === null) throw error
  }
}

/** The reason, worded for the author, why a retry cannot succeed; null if it may. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof DomainError) || error.statusCode >= 500) return null
  return error instanceof NotFound ? TARGET_GONE : error.message
}

/** Whether it is due now: a moved status has another job, and what follows others waits for them. */
function isDue({ scheduled_at, failed_at, thread_id }: ScheduledStatus, now: number): boolean {
  return scheduled_at <= now && failed_at === null && thread_id === null
}

async function lockDue(tx: Tx, accountId: string, id: string): Promise<ScheduledStatus | null> {
  await lockRow(tx.db, 'account', accountId)
  const row = await findScheduled(tx.db, id)
  return row !== null && isDue(row, tx.now) ? row : null
}

/**
 * Publishes a scheduled status and removes its row in one transaction, so only once. The next of its thread, which
 * answers it, takes its place there and has a job of its own.
 */
async function publishScheduled(
  tx: Tx,
  accountId: string,
  id: string,
  screening: Screening,
): Promise<void> {
  const row = await lockDue(tx, accountId, id)
  if (row === null) return
  const { author, locale } = await getLocalAuthor(tx, accountId)
  await freeMedia(tx, id)
  const status = scheduledStatusOf(row.params, {
    author,
    locale,
    settings: await getUserSettings(tx.db, accountId),
    applicationId: row.application_id,
    // a later status with the same key must not take this one's place
    idempotencyKey: null,
    screening,
  })
  const statusId = await createStatus(tx, status)
  await leadOn(tx, row, statusId)
  await tx.db.deleteFrom('scheduled_status').where('id', '=', id).execute()
  const digest = row.key_digest
  if (digest !== null && row.created_at > tx.now - KEY_AGE) {
    await rememberKeyDigest(tx, { accountId, digest }, statusId)
  }
}

/** The scheduled status and its media stay, for the author to move or delete. */
async function noteFailure(tx: Tx, accountId: string, id: string, error: string): Promise<void> {
  if ((await lockDue(tx, accountId, id)) === null) return
  await tx.db
    .updateTable('scheduled_status')
    .set({ failed_at: tx.now, error })
    .where('id', '=', id)
    .execute()
  tx.enqueue({ kind: MAIL, payload: { id } })
}
