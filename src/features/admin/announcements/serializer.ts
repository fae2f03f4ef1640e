import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import type { Announcement } from '../../announcements/queries.ts'

/** All announcements, published or not, newest first. */
export function pageOfAnnouncements(db: Db, page: Page): Promise<Announcement[]> {
  return fetchPage(db.selectFrom('announcement').selectAll(), 'announcement.id', page)
}

/** Announcements for the staff; the number of queries does not depend on their number. */
export async function renderForStaff({ db }: App, rows: readonly Announcement[]) {
  const counts = await countReactions(
    db,
    rows.map(({ id }) => id),
  )
  const time = (at: number | null) => (at === null ? null : isoTime(at))
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    content: row.content,
    starts_at: time(row.starts_at),
    ends_at: time(row.ends_at),
    all_day: row.all_day,
    scheduled_at: time(row.scheduled_at),
    published: row.published_at !== null,
    published_at: time(row.published_at),
    ended_at: time(row.ended_at),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    reactions_count: counts.get(row.id) ?? 0,
  }))
}

async function countReactions(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('announcement_reaction')
    .select((eb) => ['announcement_id', eb.fn.countAll<number>().as('count')])
    .where(idIn(db, 'announcement_id', ids))
    .groupBy('announcement_id')
    .execute()
  return new Map(rows.map(({ announcement_id, count }) => [announcement_id, Number(count)]))
}
