import { lockRow } from '../../db/expressions.ts'
import type { ScheduledParams } from '../../db/schema.ts'
import { ValidationFailed } from '../../errors.ts'
import { claimMedia, freeMedia } from '../../media/attachments.ts'
import { checkPoll } from '../../polls/create.ts'
import { said } from '../../text/said.ts'
import type { Tx } from '../../transact.ts'
import { readContent } from '../content.ts'
import { checkNewStatus, type NewStatus } from '../create.ts'
import { findByIdempotencyKey, KEY_AGE, keyDigest } from '../idempotency.ts'
import { checkMentions } from '../unexpected-mentions.ts'
import { checkTime } from './params.ts'
import { countScheduled, findByKeyDigest, getOwnScheduled } from './queries.ts'

export const PUBLISH = 'scheduled_status.publish'

const MOST = 300
const MOST_IN_A_DAY = 25
const DAY = 86_400_000

export interface ToSchedule {
  /** as it would be if it were published now */
  status: NewStatus
  params: ScheduledParams
  /** what it was written with */
  applicationId: string | null
  /** ms since 1970 */
  at: number
}

/** What a request led to: the status itself where its key was used for one that is published. */
export type Scheduled = { scheduledId: string } | { statusId: string }

/**
 * Keeps a status of a local account until its time. It must be one that could be published now.
 *
 * @throws ValidationFailed, NotFound as `createStatus`, and if the account has too many
 * @see https://docs.joinmastodon.org/methods/statuses/#create
 */
export async function scheduleStatus(tx: Tx, input: ToSchedule): Promise<Scheduled> {
  const { status, params, at } = input
  const accountId = status.author.id
  await lockRow(tx.db, 'account', accountId)
  const digest = status.idempotencyKey === null ? null : keyDigest(status.idempotencyKey)
  const earlier = await findEarlier(tx, status, digest)
  if (earlier !== null) return earlier
  const { words, media } = await checkNewStatus(tx, status)
  const { allowedMentions: allowed = null } = status
  if (allowed !== null) checkMentions(allowed, await readContent(tx, accountId, words.text))
  if (status.poll !== null) checkPoll(tx, status.poll)
  if ((await countScheduled(tx.db, accountId)) >= MOST) {
    throw new ValidationFailed(
      said('You have exceeded the limit of {max} scheduled posts', { max: MOST }),
    )
  }
  await checkDay(tx, accountId, at)
  const id = tx.newId()
  await tx.db
    .insertInto('scheduled_status')
    .values({
      id,
      account_id: accountId,
      scheduled_at: at,
      params: JSON.stringify(params),
      application_id: input.applicationId,
      key_digest: digest,
      failed_at: null,
      error: null,
      created_at: tx.now,
    })
    .execute()
  await claimMedia(tx, id, media)
  tx.enqueue({ kind: PUBLISH, payload: { id }, runAt: at })
  return { scheduledId: id }
}

async function findEarlier(
  tx: Tx,
  { author, idempotencyKey: key }: NewStatus,
  digest: string | null,
): Promise<Scheduled | null> {
  if (digest === null) return null
  const accountId = author.id
  const use = { accountId, digest, since: tx.now - KEY_AGE }
  const scheduledId = await findByKeyDigest(tx.db, use)
  if (scheduledId !== null) return { scheduledId }
  const statusId = await findByIdempotencyKey(tx, { accountId, key })
  return statusId === null ? null : { statusId }
}

/** @throws ValidationFailed if the day, of UTC, is full */
async function checkDay(
  tx: Tx,
  accountId: string,
  at: number,
  except: string | null = null,
): Promise<void> {
  const from = at - (at % DAY)
  const count = await countScheduled(tx.db, accountId, { from, before: from + DAY, except })
  if (count < MOST_IN_A_DAY) return
  throw new ValidationFailed(
    said('You have exceeded the limit of {max} scheduled posts for that day', {
      max: MOST_IN_A_DAY,
    }),
  )
}

interface Own {
  accountId: string
  id: string
}

/**
 * Gives a scheduled status another time; one that could not be published is tried again then.
 *
 * @param at ms since 1970
 * @throws NotFound if it is not the account's own, or was published
 * @throws ValidationFailed if that is too soon, or the day is full
 */
export async function rescheduleStatus(tx: Tx, { accountId, id }: Own, at: number): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  await getOwnScheduled(tx.db, accountId, id)
  checkTime(at, tx.now)
  await checkDay(tx, accountId, at, id)
  await tx.db
    .updateTable('scheduled_status')
    .set({ scheduled_at: at, failed_at: null, error: null })
    .where('id', '=', id)
    .execute()
  tx.enqueue({ kind: PUBLISH, payload: { id }, runAt: at })
}

/**
 * Gives a scheduled status up; its media can be used again.
 * @throws NotFound if it is not the account's own, or was published
 */
export async function unscheduleStatus(tx: Tx, { accountId, id }: Own): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  await getOwnScheduled(tx.db, accountId, id)
  await freeMedia(tx, id)
  await tx.db.deleteFrom('scheduled_status').where('id', '=', id).execute()
}
