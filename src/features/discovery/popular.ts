import { DAY } from '../../kernel/base/durations.ts'
import { BEFORE_ALL_IDS, idAt } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { accountStays } from '../accounts/predicates.ts'
import { isDiscoverable } from './discoverable.ts'
import type { PopularitySource } from './tables.ts'

/** days of activity that count, of users and of interactions */
const DAYS = 30
/** maximum of stored accounts per source */
const KEPT = 200
/** users whose follows or favourites one query reads: other slow queries wait meanwhile */
const PEOPLE_AT_ONCE = 200
const SCANNED_AT_ONCE = 500

export const jobs: JobHandlers = {
  'discovery.count_popular': { every: DAY, maxAttempts: 3, run: countPopular },
}

/** Number of local users per target account. */
type Scores = Map<string, number>
type Scored = { id: string; people: number }[]
type Count = (db: Db, people: readonly string[], since: string) => Promise<Scored>

const COUNTS: Record<PopularitySource, readonly Count[]> = {
  most_followed: [countFollows],
  most_interactions: [countFavourites, countReblogs],
}

/**
 * Recomputes the accounts that local users follow most, and whose posts they favourite and reblog
 * most. Only local users count, each once: claims of other servers have no influence.
 */
async function countPopular(app: App): Promise<void> {
  for (const source of ['most_followed', 'most_interactions'] as const) {
    const scores = await scoresOf(app, COUNTS[source])
    const ids = await bestOf(app.slowDb, scores)
    await app.transact(async (tx) => {
      await tx.db.deleteFrom('popular_account').where('source', '=', source).execute()
      if (ids.length === 0) return
      const rows = ids.map((account_id, position) => ({ source, position, account_id }))
      await tx.db.insertInto('popular_account').values(rows).execute()
    })
  }
}

async function scoresOf(app: App, counts: readonly Count[]): Promise<Scores> {
  const since = app.clock() - DAYS * DAY
  const scores: Scores = new Map()
  let after = BEFORE_ALL_IDS
  for (;;) {
    const people = await activePeople(app.slowDb, Math.floor(since / DAY), after)
    for (const count of counts) {
      for (const { id, people: many } of await count(app.slowDb, people, idAt(since))) {
        scores.set(id, (scores.get(id) ?? 0) + many)
      }
    }
    if (people.length < PEOPLE_AT_ONCE) return scores
    after = people.at(-1)!
  }
}

async function activePeople(db: Db, sinceDay: number, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select('local_user.account_id')
    .where('local_user.account_id', '>', after)
    .where('local_user.last_active_day', '>=', sinceDay)
    .where(accountStays())
    .where('account.silenced_at', 'is', null)
    .orderBy('local_user.account_id')
    .limit(PEOPLE_AT_ONCE)
    .execute()
  return rows.map((row) => row.account_id)
}

function countFollows(db: Db, people: readonly string[]): Promise<Scored> {
  return db
    .selectFrom('follow')
    .where(idIn(db, 'follow.account_id', people))
    .groupBy('follow.target_id')
    .select((eb) => ['follow.target_id as id', eb.fn.countAll<number>().as('people')])
    .execute()
}

function countFavourites(db: Db, people: readonly string[], since: string): Promise<Scored> {
  return db
    .selectFrom('favourite')
    .innerJoin('status', 'status.id', 'favourite.status_id')
    .where(idIn(db, 'favourite.account_id', people))
    .where('favourite.id', '>', since)
    .whereRef('status.account_id', '<>', 'favourite.account_id')
    .groupBy('status.account_id')
    .select((eb) => [
      'status.account_id as id',
      eb.fn.count<number>('favourite.account_id').distinct().as('people'),
    ])
    .execute()
}

function countReblogs(db: Db, people: readonly string[], since: string): Promise<Scored> {
  return db
    .selectFrom('status as reblog')
    .innerJoin('status', 'status.id', 'reblog.reblog_of_id')
    .where(idIn(db, 'reblog.account_id', people))
    .where('reblog.id', '>', since)
    .where('reblog.deleted_at', 'is', null)
    .whereRef('status.account_id', '<>', 'reblog.account_id')
    .groupBy('status.account_id')
    .select((eb) => [
      'status.account_id as id',
      eb.fn.count<number>('reblog.account_id').distinct().as('people'),
    ])
    .execute()
}

/** The discoverable accounts with the highest scores. */
async function bestOf(db: Db, scores: Scores): Promise<string[]> {
  const ranked = [...scores].sort(([a, most], [b, more]) => more - most || (a < b ? 1 : -1))
  const best: string[] = []
  for (let at = 0; at < ranked.length && best.length < KEPT; at += SCANNED_AT_ONCE) {
    const ids = ranked.slice(at, at + SCANNED_AT_ONCE).map(([id]) => id)
    const rows = await db
      .selectFrom('account')
      .select('account.id')
      .where(idIn(db, 'account.id', ids))
      .where(isDiscoverable)
      .execute()
    const shown = new Set(rows.map((row) => row.id))
    best.push(...ids.filter((id) => shown.has(id)))
  }
  return best.slice(0, KEPT)
}
