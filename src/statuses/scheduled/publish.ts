import { getUserSettings } from '../../accounts/user-settings.ts'
import type { App } from '../../app.ts'
import { transactByRules } from '../../automod/matches.ts'
import { lockRow } from '../../db/expressions.ts'
import { DomainError, NotFound } from '../../errors.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import { freeMedia } from '../../media/attachments.ts'
import type { Tx } from '../../transact.ts'
import { getLocalAuthor } from '../author.ts'
import { createStatus } from '../create.ts'
import { meetMentioned } from '../federation/meet.ts'
import { KEY_AGE, rememberKeyDigest } from '../idempotency.ts'
import { type Screening, screeningHere } from '../screening/screening.ts'
import { MAIL, mailFailure } from './mail.ts'
import { scheduledStatusOf } from './params.ts'
import { findScheduled, type ScheduledStatus } from './queries.ts'
import { PUBLISH } from './schedule.ts'

const MOST_TRIES = 10
const TARGET_GONE = 'The post that it replies to or quotes is gone or cannot be seen any more'

/** The rows of jobs come and go with those of what they publish, so nothing is published twice. */
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
    await meetMentioned(app, row.params.text)
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

/** Why trying again would not help, in words for the author; null if it may. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof DomainError) || error.statusCode >= 500) return null
  return error instanceof NotFound ? TARGET_GONE : error.message
}

/** Whether it waits for this very moment: another job waits for what was moved. */
function isDue({ scheduled_at, failed_at }: ScheduledStatus, now: number): boolean {
  return scheduled_at <= now && failed_at === null
}

async function lockDue(tx: Tx, accountId: string, id: string): Promise<ScheduledStatus | null> {
  await lockRow(tx.db, 'account', accountId)
  const row = await findScheduled(tx.db, id)
  return row !== null && isDue(row, tx.now) ? row : null
}

/** Makes a status of a scheduled one, in the transaction that ends the latter: once, whoever else tries. */
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
  await tx.db.deleteFrom('scheduled_status').where('id', '=', id).execute()
  const status = scheduledStatusOf(row.params, {
    author,
    locale,
    settings: await getUserSettings(tx.db, accountId),
    applicationId: row.application_id,
    // the key answers for this one: another status that has it by now must not take its place
    idempotencyKey: null,
    screening,
  })
  const statusId = await createStatus(tx, status)
  const digest = row.key_digest
  if (digest !== null && row.created_at > tx.now - KEY_AGE) {
    await rememberKeyDigest(tx, { accountId, digest }, statusId)
  }
}

/** It stays with its media, for its author to move or delete. */
async function noteFailure(tx: Tx, accountId: string, id: string, error: string): Promise<void> {
  if ((await lockDue(tx, accountId, id)) === null) return
  await tx.db
    .updateTable('scheduled_status')
    .set({ failed_at: tx.now, error })
    .where('id', '=', id)
    .execute()
  tx.enqueue({ kind: MAIL, payload: { id } })
}
