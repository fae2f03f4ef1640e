import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { extractEntities } from '../../kernel/text/extract.ts'
import { findOwnByAddress, findStatusByUri } from '../statuses/federation/queries.ts'
import { visibleTo } from '../statuses/read/visibility.ts'
import { readContent } from '../statuses/write/content.ts'
import { dayOf, endOf } from './queries.ts'

export const PUBLISH = 'announcement.publish'
export const END = 'announcement.end'
export const TELL_REMOVED = 'announcement.tell_removed'

/** maximum of characters, and of linked statuses */
const MOST_CHARACTERS = 5000
const MOST_STATUSES = 20

export interface NewAnnouncement {
  text: string
  /** ms since 1970, of the announced event; both or neither */
  startsAt: number | null
  endsAt: number | null
  /** only the days of these two count */
  allDay: boolean
  /** ms since 1970; null: at once */
  publishAt: number | null
  /** not published until the staff publishes it */
  draft?: boolean
}

/**
 * Creates an announcement for all users. A job announces it to streams, which may be connected to
 * another process.
 *
 * @returns its id
 * @throws ValidationFailed for invalid times, and if the text is empty or too long
 * @see https://docs.joinmastodon.org/entities/Announcement/
 */
export async function createAnnouncement(tx: Tx, input: NewAnnouncement): Promise<string> {
  const times = timesOf(tx, input)
  const id = tx.newId()
  const isLater = input.publishAt !== null && input.publishAt > tx.now
  const isShown = !isLater && input.draft !== true
  await tx.db
    .insertInto('announcement')
    .values({
      id,
      ...(await readText(tx, input.text)),
      ...times,
      scheduled_at: isLater ? input.publishAt : null,
      published_at: isShown ? tx.now : null,
      ended_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .execute()
  if (isShown) tx.enqueue({ kind: PUBLISH, payload: { id } })
  else if (isLater) tx.enqueue({ kind: PUBLISH, payload: { id }, runAt: input.publishAt! })
  enqueueEnd(tx, id, times)
  return id
}

/** Enqueues the job that withdraws an announcement at its end. */
export function enqueueEnd(tx: Tx, id: string, times: Parameters<typeof endOf>[0]): void {
  const end = endOf(times)
  if (end !== null) tx.enqueue({ kind: END, payload: { id }, runAt: end })
}

/**
 * The columns derived from an announcement's text.
 * @throws ValidationFailed if it is empty or too long
 */
export async function readText(tx: Tx, given: string) {
  const text = given.trim()
  if (text === '') throw new ValidationFailed("Text can't be blank")
  if (text.length > MOST_CHARACTERS) throw new ValidationFailed('Text is too long')
  const { html, mentioned, tagNames } = await readContent(tx, null, text)
  return {
    text,
    content: html,
    account_ids: JSON.stringify(mentioned.map((account) => account.id)),
    tag_names: JSON.stringify(tagNames.map(({ name }) => name)),
    status_ids: JSON.stringify(await linkedStatuses(tx, text)),
  }
}

/**
 * The start and the end of the announced event.
 * @throws ValidationFailed for invalid times
 */
export function timesOf(
  tx: Tx,
  given: Pick<NewAnnouncement, 'startsAt' | 'endsAt' | 'allDay' | 'publishAt'>,
) {
  const { startsAt, endsAt, allDay, publishAt } = given
  if (startsAt === null && endsAt === null) {
    return { starts_at: null, ends_at: null, all_day: false }
  }
  if (startsAt === null) throw new ValidationFailed("Starts at can't be blank")
  if (endsAt === null) throw new ValidationFailed("Ends at can't be blank")
  const day = (at: number) => (allDay ? dayOf(at) : at)
  const times = { starts_at: day(startsAt), ends_at: day(endsAt), all_day: allDay }
  if (times.ends_at < times.starts_at) throw new ValidationFailed('Ends at is before its start')
  if (endOf(times)! <= Math.max(tx.now, publishAt ?? 0)) {
    throw new ValidationFailed('Ends at is over before it is published')
  }
  return times
}

/** Public and unlisted statuses that the text links to. */
async function linkedStatuses(tx: Tx, text: string): Promise<string[]> {
  const ids = new Set<string>()
  for (const entity of extractEntities(text)) {
    if (entity.kind !== 'url' || ids.size === MOST_STATUSES) continue
    const status =
      (await findOwnByAddress(tx.db, tx.config, entity.url)) ??
      (await findStatusByUri(tx.db, entity.url))
    if (status !== null) ids.add(status.id)
  }
  return visibleToAll(tx.db, [...ids])
}

async function visibleToAll(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .select('status.id')
    .where(idIn(db, 'status.id', ids))
    .where((eb) => visibleTo(eb, null))
    .execute()
  const seen = new Set(rows.map((row) => row.id))
  return ids.filter((id) => seen.has(id))
}

/** @throws NotFound if there is none */
export async function deleteAnnouncement(tx: Tx, id: string): Promise<void> {
  const gone = await tx.db
    .deleteFrom('announcement')
    .where('id', '=', id)
    .returning('published_at')
    .executeTakeFirst()
  if (gone === undefined) throw new NotFound('There is no such announcement')
  if (gone.published_at !== null) tx.enqueue({ kind: TELL_REMOVED, payload: { id } })
}

/** Marks an announcement as read; doing it again changes nothing. */
export async function dismissAnnouncement(
  tx: Tx,
  input: { announcementId: string; accountId: string },
): Promise<void> {
  await tx.db
    .insertInto('announcement_dismissal')
    .values({
      announcement_id: input.announcementId,
      account_id: input.accountId,
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
