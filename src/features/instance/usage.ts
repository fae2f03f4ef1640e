import { DAY, MINUTE } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type Recent, recent } from './periodic-value.ts'

/** The counters of NodeInfo and the instance documents (S-079). */
export interface Usage {
  /** confirmed local users whose accounts are not suspended */
  users: number
  /** among them, users active in the last 30 and 180 days */
  activeMonth: number
  activeHalfYear: number
  /** statuses of local accounts */
  statuses: number
  /** known other servers */
  domains: number
}

/** Counts at most once a minute. */
export function createUsage(app: Pick<App, 'clock' | 'slowDb'>): Recent<Usage> {
  return recent(app.clock, MINUTE, () => countUsage(app.slowDb, app.clock()))
}

async function countUsage(db: Db, now: number): Promise<Usage> {
  const today = Math.floor(now / DAY)
  const users = await db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .where('local_user.confirmed_at', 'is not', null)
    .where('account.suspended_at', 'is', null)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn
        .countAll<number>()
        .filterWhere('last_active_day', '>', today - 30)
        .as('month'),
      eb.fn
        .countAll<number>()
        .filterWhere('last_active_day', '>', today - 180)
        .as('half_year'),
    ])
    .executeTakeFirstOrThrow()
  const { statuses } = await db
    .selectFrom('account_stats')
    .innerJoin('account', 'account.id', 'account_stats.account_id')
    .where('account.domain', 'is', null)
    .select((eb) => eb.fn.sum<number | null>('account_stats.statuses_count').as('statuses'))
    .executeTakeFirstOrThrow()
  const { domains } = await db
    .selectFrom('domain_host')
    .select((eb) => eb.fn.count<number>('domain').distinct().as('domains'))
    .executeTakeFirstOrThrow()
  return {
    users: users.total,
    activeMonth: users.month,
    activeHalfYear: users.half_year,
    statuses: statuses ?? 0,
    domains,
  }
}
