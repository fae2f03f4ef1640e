import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { activeByDay, activeWithin, type DaySpan } from '../../identity/active-days.ts'
import { type Counted, countAll, countByDay, domainIs } from './counts.ts'
import { before, daysIn, dayText } from './span.ts'
import { bytesText } from './units.ts'

/** The subject of some measures. */
export interface Subject {
  /** id of a tag */
  id: string
  domain: string
  withSubdomains: boolean
}

interface Measure {
  /** the required parameter */
  of?: 'id' | 'domain'
  unit?: 'bytes'
  /** false: the total is of all time, so there is no previous value */
  inSpan?: false
  daily(db: Db, span: DaySpan, subject: Subject): Promise<Map<number, number>>
  /** default: the sum of the days */
  total?(db: Db, span: DaySpan, subject: Subject): Promise<number>
}

/** https://docs.joinmastodon.org/entities/Admin_Measure/ ; numbers are strings (S-213) */
export interface MeasureEntity {
  key: string
  unit: string | null
  total: string
  human_value?: string
  previous_total?: string
  data: { date: string; value: string }[]
}

function counting(counted: (subject: Subject) => Counted): Measure['daily'] {
  return (db, span, subject) => countByDay(db, counted(subject), span)
}

/** Measure of a domain: the current total, and the numbers by day of creation. */
function ofDomain(counted: (subject: Subject) => Counted): Measure {
  return {
    of: 'domain',
    inSpan: false,
    daily: counting(counted),
    total: (db, _span, subject) => countAll(db, counted(subject), null),
  }
}

const domainOf = (subject: Subject) => domainIs(sql.ref('account.domain'), subject)

const favourites: Counted = {
  source: sql`from favourite join status on status.id = favourite.status_id where status.local`,
  at: sql.ref('favourite.created_at'),
  id: sql.ref('favourite.id'),
}
const reblogs: Counted = {
  source: sql`from status join status as original on original.id = status.reblog_of_id
    where original.local and status.deleted_at is null`,
  at: sql.ref('status.created_at'),
  id: sql.ref('status.id'),
}
const replies: Counted = {
  source: sql`from status join status as parent on parent.id = status.in_reply_to_id
    where parent.local and parent.account_id <> status.account_id and status.deleted_at is null`,
  at: sql.ref('status.created_at'),
  id: sql.ref('status.id'),
}

/** Uses of a tag, whose rows store the day. */
function ofTag(value: ReturnType<typeof sql>): Pick<Measure, 'daily' | 'total'> {
  const source = (id: string, { from, to }: DaySpan) => sql`
    from tag_use join account on account.id = tag_use.account_id
    where tag_id = ${id} and day >= ${from} and day <= ${to}`
  return {
    async daily(db, span, { id }) {
      const { rows } = await sql<{ day: number; value: number | string }>`
        select day, ${value} as value ${source(id, span)} group by day`.execute(db)
      return new Map(rows.map((row) => [row.day, Number(row.value)]))
    },
    async total(db, span, { id }) {
      const { rows } = await sql<{ value: number | string | null }>`
        select ${value} as value ${source(id, span)}`.execute(db)
      return Number(rows[0]?.value ?? 0)
    },
  }
}

/** By key, as Mastodon names them (S-213). */
const MEASURES: Readonly<Record<string, Measure>> = {
  active_users: {
    daily: activeByDay,
    async total(db, span) {
      const { rows } = await sql<{ value: number | string }>`
        select count(distinct user_id) as value from user_activity
        where ${activeWithin(span)}`.execute(db)
      return Number(rows[0]?.value ?? 0)
    },
  },
  new_users: {
    daily: counting(() => ({
      source: sql`from local_user where true`,
      at: sql.ref('local_user.created_at'),
    })),
  },
  interactions: {
    async daily(db, span) {
      const sums = new Map<number, number>()
      for (const counted of [favourites, reblogs, replies]) {
        for (const [day, value] of await countByDay(db, counted, span)) {
          sums.set(day, (sums.get(day) ?? 0) + value)
        }
      }
      return sums
    },
  },
  opened_reports: {
    daily: counting(() => ({
      source: sql`from report where true`,
      at: sql.ref('report.created_at'),
    })),
  },
  resolved_reports: {
    daily: counting(() => ({
      source: sql`from report where action_taken_at is not null`,
      at: sql.ref('report.action_taken_at'),
    })),
  },
  tag_accounts: { of: 'id', ...ofTag(sql`count(distinct tag_use.account_id)`) },
  tag_uses: { of: 'id', ...ofTag(sql`sum(tag_use.uses)`) },
  tag_servers: { of: 'id', ...ofTag(sql`count(distinct coalesce(account.domain, ''))`) },
  instance_accounts: ofDomain((subject) => ({
    source: sql`from account where ${domainOf(subject)}`,
    // `created_at` is the time of creation on the origin server
    at: sql`cast(account.id as bigint) / 65536`,
  })),
  instance_media_attachments: {
    ...ofDomain((subject) => ({
      source: sql`from media_attachment
        join account on account.id = media_attachment.account_id
        join media_cache on media_cache.id in
          ('media/' || proxy_name || '/original', 'media/' || proxy_name || '/small')
        where ${domainOf(subject)}`,
      at: sql.ref('media_cache.created_at'),
      value: sql`sum(media_cache.bytes)`,
    })),
    unit: 'bytes',
  },
  instance_reports: ofDomain((subject) => ({
    source: sql`from report join account on account.id = report.target_account_id
      where ${domainOf(subject)}`,
    at: sql.ref('report.created_at'),
  })),
  instance_statuses: ofDomain((subject) => ({
    source: sql`from status join account on account.id = status.account_id
      where ${domainOf(subject)} and status.deleted_at is null`,
    at: sql.ref('status.created_at'),
  })),
  instance_follows: ofDomain((subject) => ({
    source: sql`from follow join account on account.id = follow.target_id
      where ${domainOf(subject)}`,
    at: sql.ref('follow.created_at'),
  })),
  instance_followers: ofDomain((subject) => ({
    source: sql`from follow join account on account.id = follow.account_id
      where ${domainOf(subject)}`,
    at: sql.ref('follow.created_at'),
  })),
}

export const MEASURE_SUBJECTS: Readonly<Record<string, 'id' | 'domain' | undefined>> =
  Object.fromEntries(Object.entries(MEASURES).map(([key, { of }]) => [key, of]))

/** The value of a measure over a span of days; null if there is no such measure. */
export async function measure(
  db: Db,
  key: string,
  span: DaySpan,
  subject: Subject,
): Promise<MeasureEntity | null> {
  const known = Object.hasOwn(MEASURES, key) ? MEASURES[key] : undefined
  if (known === undefined) return null
  const { daily, total = sumOf(daily), unit, inSpan = true } = known
  const values = await daily(db, span, subject)
  const sum = await total(db, span, subject)
  return {
    key,
    unit: unit ?? null,
    total: String(sum),
    ...(unit === 'bytes' ? { human_value: bytesText(sum) } : {}),
    ...(inSpan ? { previous_total: String(await total(db, before(span), subject)) } : {}),
    data: daysIn(span).map((day) => ({
      date: dayText(day),
      value: String(values.get(day) ?? 0),
    })),
  }
}

function sumOf(daily: Measure['daily']): NonNullable<Measure['total']> {
  return async (db, span, subject) => {
    const values = await daily(db, span, subject)
    return [...values.values()].reduce((sum, value) => sum + value, 0)
  }
}
