import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import {
  enqueueEnd,
  type NewAnnouncement,
  PUBLISH,
  readText,
  TELL_REMOVED,
  timesOf,
} from './announcements.ts'
import { type Announcement, endOf, findAnnouncement } from './queries.ts'

/** Changeable parts; `publishAt` only of an unpublished announcement, null making it a draft. */
export type AnnouncementChange = Partial<Omit<NewAnnouncement, 'draft'>>

/**
 * Changes the given parts of an announcement. Clients that show it get the new version at once.
 *
 * @returns names of the changed parts
 * @throws NotFound
 * @throws ValidationFailed as `createAnnouncement`, and for scheduling a published announcement
 */
export async function updateAnnouncement(
  tx: Tx,
  id: string,
  change: AnnouncementChange,
): Promise<string[]> {
  const before = await lockedAnnouncement(tx, id)
  const columns = { ...(await newText(tx, before, change)), ...newTimes(tx, before, change) }
  const after = { ...columns, ...newSchedule(tx, before, change) }
  const names = Object.keys(after).filter(
    (name) => !ALONG.includes(name) && differs(before, after, name),
  )
  if (names.length === 0) return []
  const timesMoved = names.some((name) => TIMES.includes(name))
  await tx.db
    .updateTable('announcement')
    .set({ ...after, ...(timesMoved ? { ended_at: null } : {}), updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  if (timesMoved) enqueueEnd(tx, id, { ...before, ...columns })
  const publishAt = after.scheduled_at ?? null
  if (publishAt !== null) tx.enqueue({ kind: PUBLISH, payload: { id }, runAt: publishAt })
  else if (before.published_at !== null) tx.enqueue({ kind: PUBLISH, payload: { id } })
  return names
}

const TIMES = ['starts_at', 'ends_at', 'all_day']
/** parts that follow from the text */
const ALONG = ['content', 'account_ids', 'tag_names', 'status_ids']

function differs(before: Announcement, after: object, name: string): boolean {
  return before[name as keyof Announcement] !== after[name as keyof typeof after]
}

async function newText(tx: Tx, before: Announcement, { text }: AnnouncementChange) {
  return text === undefined || text.trim() === before.text ? {} : readText(tx, text)
}

function newTimes(tx: Tx, before: Announcement, change: AnnouncementChange) {
  const { startsAt, endsAt, allDay } = change
  if (startsAt === undefined && endsAt === undefined && allDay === undefined) return {}
  const times = {
    startsAt: startsAt === undefined ? before.starts_at : startsAt,
    endsAt: endsAt === undefined ? before.ends_at : endsAt,
    allDay: allDay ?? before.all_day,
  }
  return timesOf(tx, { ...times, publishAt: change.publishAt ?? before.scheduled_at })
}

function newSchedule(
  tx: Tx,
  before: Announcement,
  { publishAt }: AnnouncementChange,
): { scheduled_at?: number | null } {
  if (publishAt === undefined || publishAt === before.scheduled_at) return {}
  if (publishAt === null) return { scheduled_at: null }
  if (before.published_at !== null) {
    throw new ValidationFailed('Scheduled at makes no sense: it is published already')
  }
  if (publishAt <= tx.now) throw new ValidationFailed('Scheduled at must be in the future')
  return { scheduled_at: publishAt }
}

/**
 * Publishes an announcement now.
 *
 * @returns whether it was not published before
 * @throws NotFound
 * @throws ValidationFailed if its event is over
 */
export async function publishAnnouncement(tx: Tx, id: string): Promise<boolean> {
  const row = await lockedAnnouncement(tx, id)
  const end = endOf(row)
  if (end !== null && end <= tx.now) throw new ValidationFailed('Ends at is over')
  if (row.published_at !== null) return false
  const shown = { published_at: tx.now, scheduled_at: null, ended_at: null, updated_at: tx.now }
  await tx.db.updateTable('announcement').set(shown).where('id', '=', id).execute()
  tx.enqueue({ kind: PUBLISH, payload: { id } })
  return true
}

/**
 * Withdraws an announcement; a scheduled one becomes a draft.
 *
 * @returns whether that changes anything
 * @throws NotFound
 */
export async function unpublishAnnouncement(tx: Tx, id: string): Promise<boolean> {
  const row = await lockedAnnouncement(tx, id)
  if (row.published_at === null && row.scheduled_at === null) return false
  const hidden = { published_at: null, scheduled_at: null, updated_at: tx.now }
  await tx.db.updateTable('announcement').set(hidden).where('id', '=', id).execute()
  if (row.published_at !== null) tx.enqueue({ kind: TELL_REMOVED, payload: { id } })
  return true
}

async function lockedAnnouncement(tx: Tx, id: string): Promise<Announcement> {
  await lockRow(tx.db, 'announcement', id)
  return getAnnouncement(tx.db, id)
}

/** @throws NotFound */
export async function getAnnouncement(db: Db, id: string): Promise<Announcement> {
  const row = await findAnnouncement(db, id)
  if (row === null) throw new NotFound()
  return row
}
