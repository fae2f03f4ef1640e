import { MINUTE } from '../base/durations.ts'
import type { App } from '../core/app.ts'
import type { Tx } from '../core/tx.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { JobHandlers } from '../jobs/handlers.ts'

/** tombstones of a registrable domain, and of all other servers */
const OF_DOMAIN = 10_000
const OF_ALL = 200_000
const ROWS_AT_ONCE = 500

/**
 * The place of a domain's next tombstone. Places count up, so that the oldest rows beyond the budget are found
 * without counting the others (A118).
 */
export async function nextPlace(db: Db, domain: string): Promise<number> {
  const [last] = await lastPlace(db, { domain })
  return (last?.place ?? 0) + 1
}

const lastPlace = prepared((db, p: { domain: string }) =>
  db
    .selectFrom('tombstone')
    .select('place')
    .where('from_domain', '=', p.domain)
    .orderBy('place', 'desc')
    .limit(1),
)

/** Removes the oldest tombstones of a domain that has more than its budget. @param place of the newest */
export async function keepWithinBudget(db: Db, domain: string, place: number): Promise<void> {
  await removeUpTo(db, { domain, place: place - OF_DOMAIN })
}

const removeUpTo = prepared((db, p: { domain: string; place: number }) =>
  db.deleteFrom('tombstone').where('from_domain', '=', p.domain).where('place', '<=', p.place),
)

export const jobs: JobHandlers = {
  'federation.limit_tombstones': { every: 10 * MINUTE, run: (app) => limitTombstones(app, OF_ALL) },
}

/**
 * Removes the oldest tombstones of the domains that have most, until all domains together have `most`: a
 * flood from many domains removes none of a domain that has less than its share.
 */
export async function limitTombstones(app: App, most: number): Promise<void> {
  const domains = await app.slowDb
    .selectFrom('tombstone')
    .select((eb) => ['from_domain as domain', eb.fn.countAll<number>().as('rows')])
    .where('from_domain', 'is not', null)
    .groupBy('from_domain')
    .execute()
  const share = fairShare(
    domains.map(({ rows }) => rows),
    most,
  )
  for (const { domain, rows } of domains) {
    for (let left = rows - share; left > 0; left -= ROWS_AT_ONCE) {
      const count = Math.min(left, ROWS_AT_ONCE)
      await app.transact((tx) => removeOldest(tx, domain!, count))
    }
  }
}

/** The largest limit of rows for each under which all fit into `most`; no limit if they do anyway. */
export function fairShare(rows: readonly number[], most: number): number {
  let left = most
  for (const [at, count] of rows.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (rows.length - at))
    if (count > share) return share
    left -= count
  }
  return Number.POSITIVE_INFINITY
}

async function removeOldest(tx: Tx, domain: string, count: number): Promise<void> {
  const last = await tx.db
    .selectFrom('tombstone')
    .select('place')
    .where('from_domain', '=', domain)
    .orderBy('place')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  if (last?.place != null) await removeUpTo(tx.db, { domain, place: last.place })
}
