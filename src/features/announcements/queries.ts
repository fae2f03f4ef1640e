import { type Selectable, sql } from 'kysely'
import { DAY } from '../../kernel/base/durations.ts'
import { NotFound } from '../../kernel/base/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { AnnouncementTable } from './tables.ts'

export type Announcement = Selectable<AnnouncementTable>

/** maximum of announcements shown at once */
const MOST = 100

export async function findAnnouncement(db: Db, id: string): Promise<Announcement | null> {
  const row = await db
    .selectFrom('announcement')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** @throws NotFound if there is none, or it is not published */
export async function getCurrent(db: Db, id: string, now: number): Promise<Announcement> {
  const row = await current(db, now).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** The published announcements, in the order of their events. */
export async function listCurrent(db: Db, now: number): Promise<Announcement[]> {
  const rows = await current(db, now)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  const timeOf = (row: Announcement) => row.starts_at ?? row.published_at ?? row.created_at
  return rows.reverse().sort((a, b) => timeOf(a) - timeOf(b))
}

function current(db: Db, now: number) {
  return db
    .selectFrom('announcement')
    .selectAll()
    .where('published_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('ends_at', 'is', null),
        eb('ends_at', '>', now),
        eb.and([eb('all_day', '=', sql.lit(true)), eb('ends_at', '>', now - DAY)]),
      ]),
    )
}

/** Ids of the announcements among these that the account has read. */
export async function findDismissed(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('announcement_dismissal')
    .select('announcement_id')
    .where('account_id', '=', accountId)
    .where(idIn(db, 'announcement_id', ids))
    .execute()
  return new Set(rows.map((row) => row.announcement_id))
}

/** All announcements for the operator, newest first, published or not. */
export async function listAll(db: Db): Promise<Announcement[]> {
  return db.selectFrom('announcement').selectAll().orderBy('id', 'desc').limit(MOST).execute()
}

/** The time at which an announcement ends: with `all_day` after the last day. */
export function endOf({ ends_at, all_day }: Pick<Announcement, 'ends_at' | 'all_day'>) {
  if (ends_at === null) return null
  return all_day ? ends_at + DAY : ends_at
}

/** The start of the day, in UTC. */
export function dayOf(at: number): number {
  return at - (((at % DAY) + DAY) % DAY)
}
