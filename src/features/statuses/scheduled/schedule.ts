import { DAY } from '../../../kernel/base/durations.ts'
import { ValidationFailed } from '../../../kernel/base/errors.ts'
import { said } from '../../../kernel/base/translatable-text.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { claimMedia, freeMedia } from '../../media/attachments.ts'
import type { MediaAttachment } from '../../media/serializer.ts'
import { checkPoll } from '../../polls/create.ts'
import type { ScheduledParams } from '../tables.ts'
import { readContent } from '../write/content.ts'
import { checkNewStatus, type NewStatus } from '../write/create.ts'
import { findByIdempotencyKey, KEY_AGE, keyDigest } from '../write/idempotency.ts'
import { checkMentions } from '../write/unexpected-mentions.ts'
import { checkTime } from './params.ts'
import { countScheduled, findByKeyDigest, getOwnScheduled, getOwnThread } from './queries.ts'
import { leadOn, PUBLISH } from './threads.ts'

const MOST = 300
const MOST_IN_A_DAY = 25

/** A status as if published now, and what is stored of it. */
export interface Planned {
  status: NewStatus
  params: ScheduledParams
}

export interface ToSchedule {
  /** each answers the one before */
  posts: readonly [Planned, ...Planned[]]
  /** the application that sent them */
  applicationId: string | null
  /** ms since 1970 */
  at: number
}

/** The result of a request: a status itself if the key belongs to a published one. */
export type Scheduled = { scheduledId: string } | { statusId: string }

/**
 * Stores statuses of a local account until their time. They must pass the checks for publishing now.
 *
 * @returns the id of the first
 * @throws ValidationFailed, NotFound as `createStatus`, and if the time is too soon or the account has too many
 * @see https://docs.joinmastodon.org/methods/statuses/#create
 */
export async function scheduleStatuses(tx: Tx, input: ToSchedule): Promise<Scheduled> {
  const [{ status }] = input.posts
  const accountId = status.author.id
  await lockRow(tx.db, 'account', accountId)
  const digest = status.idempotencyKey === null ? null : keyDigest(status.idempotencyKey)
  const earlier = await findEarlier(tx, status, digest)
  if (earlier !== null) return earlier
  const scheduledId = tx.newId()
  await store(tx, { id: scheduledId, key_digest: digest, created_at: tx.now }, input)
  return { scheduledId }
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

interface First {
  id: string
  key_digest: string | null
  created_at: number
}

async function store(tx: Tx, first: First, { posts, applicationId, at }: ToSchedule) {
  const accountId = posts[0].status.author.id
  checkTime(at, tx.now)
  const media: MediaAttachment[][] = []
  for (const { status } of posts) media.push(await check(tx, status))
  await checkRoom(tx, accountId, at, posts.length)
  for (const [position, { params }] of posts.entries()) {
    const id = position === 0 ? first.id : tx.newId()
    await tx.db
      .insertInto('scheduled_status')
      .values({
        id,
        account_id: accountId,
        scheduled_at: at,
        params: JSON.stringify(params),
        application_id: applicationId,
        key_digest: position === 0 ? first.key_digest : null,
        thread_id: position === 0 ? null : first.id,
        position,
        failed_at: null,
        error: null,
        created_at: first.created_at,
      })
      .execute()
    await claimMedia(tx, id, media[position]!)
  }
  tx.enqueue({ kind: PUBLISH, payload: { id: first.id }, runAt: at })
}

/** @returns its media */
async function check(tx: Tx, status: NewStatus): Promise<MediaAttachment[]> {
  const { words, media } = await checkNewStatus(tx, status)
  const { allowedMentions: allowed = null } = status
  if (allowed !== null) checkMentions(allowed, await readContent(tx, status.author.id, words.text))
  if (status.poll !== null) checkPoll(tx, status.poll)
  return media
}

/** @throws ValidationFailed if there are too many, or the UTC day is full */
async function checkRoom(tx: Tx, accountId: string, at: number, count: number): Promise<void> {
  if ((await countScheduled(tx.db, accountId)) + count > MOST) {
    throw new ValidationFailed(
      said('You have exceeded the limit of {max} scheduled posts', { max: MOST }),
    )
  }
  await checkDay(tx, accountId, at, { count })
}

/** @throws ValidationFailed if the UTC day is full */
async function checkDay(
  tx: Tx,
  accountId: string,
  at: number,
  { count, except = null }: { count: number; except?: string | null },
): Promise<void> {
  const from = at - (at % DAY)
  const there = await countScheduled(tx.db, accountId, { from, before: from + DAY, except })
  if (there + count <= MOST_IN_A_DAY) return
  throw new ValidationFailed(
    said('You have exceeded the limit of {max} scheduled posts for today', {
      max: MOST_IN_A_DAY,
    }),
  )
}

interface Own {
  accountId: string
  /** of any status of the thread */
  id: string
}

/**
 * Writes a thread anew: texts, number of posts and time, all or nothing.
 * @throws NotFound if it is not the account's own, or was published
 * @throws ValidationFailed, NotFound as `scheduleStatuses`
 */
export async function replaceThread(
  tx: Tx,
  { accountId, id }: Own,
  input: ToSchedule,
): Promise<string> {
  await lockRow(tx.db, 'account', accountId)
  const first = await getOwnThread(tx.db, accountId, id)
  await removeThread(tx, first.id)
  await store(tx, first, input)
  return first.id
}

/**
 * Moves a scheduled status to another time, with its thread; a failed one is tried again then.
 *
 * @param at ms since 1970
 * @throws NotFound if it is not the account's own, or was published
 * @throws ValidationFailed if that is too soon, or the day is full
 */
export async function rescheduleStatus(tx: Tx, { accountId, id }: Own, at: number): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  const first = await getOwnThread(tx.db, accountId, id)
  checkTime(at, tx.now)
  const ids = await idsOfThread(tx, first.id)
  await checkDay(tx, accountId, at, { count: ids.length, except: first.id })
  await tx.db
    .updateTable('scheduled_status')
    .set({ scheduled_at: at, failed_at: null, error: null })
    .where((eb) => eb.or([eb('id', '=', first.id), eb('thread_id', '=', first.id)]))
    .execute()
  tx.enqueue({ kind: PUBLISH, payload: { id: first.id }, runAt: at })
}

/**
 * Deletes a scheduled status; its media can be used again. The others of its thread close up.
 * @throws NotFound if it is not the account's own, or was published
 */
export async function unscheduleStatus(tx: Tx, { accountId, id }: Own): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  const row = await getOwnScheduled(tx.db, accountId, id)
  await freeMedia(tx, id)
  await leadOn(tx, row, row.params.in_reply_to_id)
  await tx.db.deleteFrom('scheduled_status').where('id', '=', id).execute()
}

/** Deletes a whole thread. @throws NotFound as `unscheduleStatus` */
export async function unscheduleThread(tx: Tx, { accountId, id }: Own): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  const first = await getOwnThread(tx.db, accountId, id)
  await removeThread(tx, first.id)
}

async function removeThread(tx: Tx, firstId: string): Promise<void> {
  for (const id of await idsOfThread(tx, firstId)) await freeMedia(tx, id)
  // the others go with it
  await tx.db.deleteFrom('scheduled_status').where('id', '=', firstId).execute()
}

async function idsOfThread(tx: Tx, firstId: string): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('scheduled_status')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', firstId), eb('thread_id', '=', firstId)]))
    .execute()
  return rows.map(({ id }) => id)
}
