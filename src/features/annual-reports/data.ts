import { sql } from 'kysely'
import { idAt } from '../../kernel/base/ids.ts'
import { FOR_ALL } from '../../kernel/core/audience-rules.ts'
import type { Db } from '../../kernel/db/database.ts'

/** Version of `data`, as in Mastodon 4.6. */
export const SCHEMA_VERSION = 2

/** maximum of hashtags in a report, each used more than once */
const MOST_HASHTAGS = 40
/** posts in a year below which an account counts as a reader (Mastodon's average of 2023) */
const FEW_POSTS = 113

export interface Year {
  accountId: string
  year: number
}

/**
 * An account's activity in a year, as far as it is stored.
 *
 * @param db for slow queries
 * @see https://docs.joinmastodon.org/entities/AnnualReport/
 */
export async function gatherYear(db: Db, of: Year): Promise<Record<string, unknown>> {
  const [counts, months, hashtags, best] = await Promise.all([
    countKinds(db, of),
    countMonths(db, of),
    topHashtags(db, of),
    mostReblogged(db, of),
  ])
  return {
    archetype: archetypeOf(counts),
    time_series: months,
    top_hashtags: hashtags,
    top_statuses: { by_reblogs: best, by_replies: null, by_favourites: null },
  }
}

/** Whether a report is possible: the account has a public or unlisted status in that year. */
export async function isEligible(db: Db, of: Year): Promise<boolean> {
  const row = await statusesOf(db, of)
    .where('status.reblog_of_id', 'is', null)
    .where('status.visibility', 'in', FOR_ALL)
    .select('status.id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function statusesOf(db: Db, { accountId, year }: Year) {
  const [from, to] = boundsOf(year)
  return db
    .selectFrom('status')
    .where('status.account_id', '=', accountId)
    .where('status.deleted_at', 'is', null)
    .where('status.id', '>=', idAt(from))
    .where('status.id', '<', idAt(to))
}

/** start and end in ms since 1970 */
function boundsOf(year: number): [number, number] {
  return [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
}

interface Kinds {
  standalone: number
  replies: number
  reblogs: number
  polls: number
}

async function countKinds(db: Db, of: Year): Promise<Kinds> {
  const isReblog = sql`status.reblog_of_id is not null`
  const isReply = sql`status.in_reply_to_account_id is not null and status.in_reply_to_account_id <> status.account_id`
  const sum = (condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`
  const row = await statusesOf(db, of)
    .select([
      sum(isReblog).as('reblogs'),
      sum(isReply).as('replies'),
      sum(sql`status.poll_id is not null`).as('polls'),
      sum(sql`status.reblog_of_id is null and status.in_reply_to_id is null`).as('standalone'),
    ])
    .executeTakeFirstOrThrow()
  const { reblogs, replies, polls, standalone } = row
  return {
    reblogs: Number(reblogs),
    replies: Number(replies),
    polls: Number(polls),
    standalone: Number(standalone),
  }
}

function archetypeOf({ standalone, replies, reblogs, polls }: Kinds): string {
  if (standalone + replies + reblogs < FEW_POSTS) return 'lurker'
  if (reblogs > standalone * 2) return 'booster'
  if (polls > standalone / 10) return 'pollster'
  return replies > standalone * 2 ? 'replier' : 'oracle'
}

/** Posts and new followers by month. */
async function countMonths(db: Db, of: Year) {
  const starts = Array.from({ length: 13 }, (_, month) => Date.UTC(of.year, month, 1))
  const [from, to] = boundsOf(of.year)
  const month = (time: ReturnType<typeof sql>) =>
    sql<number>`(case ${sql.join(
      starts.slice(1).map((end, at) => sql`when ${time} < ${sql.lit(end)} then ${sql.lit(at + 1)}`),
      sql` `,
    )} end)`
  const statuses = await statusesOf(db, of)
    .select((eb) => [
      month(sql`status.created_at`).as('month'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy('month')
    .execute()
  const followers = await db
    .selectFrom('follow')
    .where('target_id', '=', of.accountId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .select((eb) => [month(sql`created_at`).as('month'), eb.fn.countAll<number>().as('count')])
    .groupBy('month')
    .execute()
  const countIn = (rows: { month: number; count: number }[], at: number) =>
    Number(rows.find((row) => Number(row.month) === at)?.count ?? 0)
  return starts.slice(1).map((_, at) => ({
    month: at + 1,
    statuses: countIn(statuses, at + 1),
    followers: countIn(followers, at + 1),
  }))
}

async function topHashtags(db: Db, of: Year): Promise<{ name: string; count: number }[]> {
  const rows = await statusesOf(db, of)
    .innerJoin('status_tag', 'status_tag.status_id', 'status.id')
    .innerJoin('tag', 'tag.id', 'status_tag.tag_id')
    .select((eb) => ['tag.display_name as name', eb.fn.countAll<number>().as('count')])
    .groupBy(['tag.id', 'tag.display_name'])
    .having((eb) => eb.fn.countAll<number>(), '>', 1)
    .orderBy('count', 'desc')
    .orderBy('tag.id')
    .limit(MOST_HASHTAGS)
    .execute()
  return rows.map(({ name, count }) => ({ name, count: Number(count) }))
}

/** @returns id of the most reblogged public or unlisted status; null if none was reblogged */
async function mostReblogged(db: Db, of: Year): Promise<string | null> {
  const row = await statusesOf(db, of)
    .innerJoin('status_stats', 'status_stats.status_id', 'status.id')
    .where('status.reblog_of_id', 'is', null)
    .where('status.visibility', 'in', FOR_ALL)
    .where('status_stats.reblogs_count', '>', 0)
    .orderBy('status_stats.reblogs_count', 'desc')
    .orderBy('status.id')
    .select('status.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
