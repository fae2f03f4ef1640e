import { sql } from 'kysely'
import { DAY } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { accountStays } from '../accounts/predicates.ts'
import { floorFor, HALF_LIFE, riseOf, type Trend, trendOf } from './scoring.ts'

/** maximum of today's most used ones that are scored */
const MOST_SCANNED = 300
/** maximum of stored ones, including those with a stored peak */
const MOST_KEPT = 500

/** Tables with uses by day and account, and tables with scores. */
const SUBJECTS = {
  tag: { uses: 'tag_use', key: 'tag_id', scores: 'trend_tag' },
  link: { uses: 'link_use', key: 'link_id', scores: 'trend_link' },
} as const

type Subject = keyof typeof SUBJECTS
type Scored = Trend & { id: string }

/**
 * Recomputes the scores of tags or links: scans the index of a day's uses once, then a few hundred
 * of them.
 */
export async function scoreUses(app: App, subject: Subject, threshold: number): Promise<void> {
  const now = app.clock()
  const day = Math.floor(now / DAY)
  const before = await app.slowDb.selectFrom(SUBJECTS[subject].scores).selectAll().execute()
  const known = new Map(before.map((row) => [row.id, row]))
  const used = await mostUsed(app.slowDb, subject, day, threshold)
  const ids = [...new Set([...used, ...known.keys()])]
  const counts = await usersByDay(app.slowDb, subject, ids, day)
  const measure = { halfLife: HALF_LIFE[subject], floor: floorFor(threshold), now }
  const scored = ids.flatMap((id): Scored[] => {
    const rise = riseOf(
      counts.get(`${id}/${day}`) ?? 0,
      counts.get(`${id}/${day - 1}`) ?? 0,
      threshold,
    )
    const trend = trendOf({ ...measure, rise, before: known.get(id) })
    return trend === null ? [] : [{ id, ...trend }]
  })
  scored.sort((a, b) => b.score - a.score || b.peak - a.peak)
  await app.transact((tx) => replaceScores(tx, subject, scored.slice(0, MOST_KEPT)))
}

async function mostUsed(db: Db, subject: Subject, day: number, threshold: number) {
  const { uses, key } = SUBJECTS[subject]
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(key)} as id from ${sql.table(uses)} where day = ${day}
    group by ${sql.ref(key)} having count(*) >= ${threshold}
    order by count(*) desc, ${sql.ref(key)} limit ${MOST_SCANNED}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Number of accounts that used each, by `id/day`; limited accounts do not count. */
async function usersByDay(db: Db, subject: Subject, ids: readonly string[], day: number) {
  const { uses, key } = SUBJECTS[subject]
  const { rows } = await sql<{ id: string; day: number; users: number }>`
    select used.id, used.day, count(*) as users
    from (select ${sql.ref(key)} as id, day, account_id from ${sql.table(uses)}
      where ${idIn(db, key, ids)} and day in (${day}, ${day - 1})) as used
    inner join account on account.id = used.account_id
    where account.silenced_at is null and ${accountStays()}
    group by used.id, used.day`.execute(db)
  return new Map(rows.map((row) => [`${row.id}/${row.day}`, row.users]))
}

async function replaceScores(tx: Tx, subject: Subject, scored: readonly Scored[]): Promise<void> {
  const { scores } = SUBJECTS[subject]
  await tx.db.deleteFrom(scores).execute()
  if (scored.length > 0)
    await tx.db
      .insertInto(scores)
      .values([...scored])
      .execute()
}
