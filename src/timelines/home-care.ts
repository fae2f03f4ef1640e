import { LRUCache } from 'lru-cache'
import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Tx } from '../transact.ts'
import { selectDelivered } from './delivered.ts'
import { followedPage, insertEntries, mergeInto } from './merge.ts'

const DAY = 86_400_000
/** Entries kept per account (S-321). */
const KEPT = 10_000
/** Days without any use after which a home timeline is dropped until its owner returns. */
const DAYS_AWAY = 30
const ROWS_AT_ONCE = 500
const ACCOUNTS_AT_ONCE = 100
const FOLLOWED_AT_ONCE = 20
/** ms after which a rebuilding that did not end is begun again */
const REBUILD_TIME = 3_600_000

const pauseOf = prepared((db, p: { accountId: string }) =>
  db.selectFrom('home_pause').select('rebuilding_since').where('account_id', '=', p.accountId),
)

/** Accounts known to be in use; the oldest is asked about again. */
const KNOWN_IN_USE = 10_000

/**
 * Makes the function that says whether a home timeline is whole; somebody who returns starts its
 * rebuilding. Who has used it today is not asked about again for a day: only people who have been
 * away for a month lose theirs.
 */
export function createHomeCheck(app: App): (accountId: string) => Promise<boolean> {
  const inUse = new LRUCache<string, number>({ max: KNOWN_IN_USE })
  return async (accountId) => {
    const today = Math.floor(app.clock() / DAY)
    if (inUse.get(accountId) === today) return true
    const [pause] = await pauseOf(app.db, { accountId })
    if (pause === undefined) inUse.set(accountId, today)
    else if ((pause.rebuilding_since ?? 0) < app.clock() - REBUILD_TIME) {
      await app.transact((tx) => startRebuild(tx, accountId))
    }
    return pause === undefined
  }
}

/** Of calls at the same time one starts it. */
async function startRebuild(tx: Tx, accountId: string): Promise<void> {
  const started = await tx.db
    .updateTable('home_pause')
    .set({ rebuilding_since: tx.now })
    .where('account_id', '=', accountId)
    .where((eb) => eb(eb.fn.coalesce('rebuilding_since', eb.lit(0)), '<', tx.now - REBUILD_TIME))
    .returning('account_id')
    .executeTakeFirst()
  if (started !== undefined) enqueueRebuild(tx, accountId, null)
}

function enqueueRebuild(tx: Tx, accountId: string, after: string | null): void {
  tx.enqueue({ kind: 'home.rebuild', payload: { accountId, after } })
}

export const jobs: JobHandlers = {
  'home.rebuild': {
    async run(app, payload) {
      const accountId = String(payload.accountId)
      const after = payload.after === null ? null : String(payload.after)
      await app.transact((tx) => rebuildSome(tx, accountId, after))
    },
  },
  'home.trim': {
    every: DAY,
    async run(app) {
      await pauseAway(app)
      await forEachHome(app.db, (accountId) => trim(app, accountId))
    },
  },
}

/** Merges a few of the accounts that are followed; the last part ends the pause. */
async function rebuildSome(tx: Tx, accountId: string, after: string | null): Promise<void> {
  const followed = await followedPage(tx.db, accountId, after, FOLLOWED_AT_ONCE)
  for (const targetId of followed) await mergeInto(tx, accountId, targetId)
  if (followed.length === FOLLOWED_AT_ONCE) {
    enqueueRebuild(tx, accountId, followed.at(-1) ?? null)
    return
  }
  await mergeOwn(tx, accountId)
  await tx.db.deleteFrom('home_pause').where('account_id', '=', accountId).execute()
}

async function mergeOwn(tx: Tx, accountId: string): Promise<void> {
  const own = await selectDelivered(tx.db)
    .where('status.account_id', '=', accountId)
    .orderBy('status.id', 'desc')
    .limit(ROWS_AT_ONCE)
    .execute()
  await insertEntries(tx.db, accountId, own)
}

/** Drops the home timelines of people who have been away for long. */
async function pauseAway(app: App): Promise<void> {
  const lastDay = Math.floor(app.clock() / DAY) - DAYS_AWAY
  for (;;) {
    const away = await app.db
      .selectFrom('local_user')
      .leftJoin('home_pause', 'home_pause.account_id', 'local_user.account_id')
      .select('local_user.account_id')
      .where('home_pause.account_id', 'is', null)
      .where((eb) => eb(eb.fn.coalesce('local_user.last_active_day', eb.lit(0)), '<', lastDay))
      .where('local_user.created_at', '<', lastDay * DAY)
      .limit(ACCOUNTS_AT_ONCE)
      .execute()
    for (const { account_id } of away) {
      await app.transact(async (tx) => {
        await tx.db
          .insertInto('home_pause')
          .values({ account_id, rebuilding_since: null, paused_at: tx.now })
          .onConflict((conflict) => conflict.column('account_id').doNothing())
          .execute()
      })
      await removeBefore(app, account_id, '9'.repeat(18))
    }
    if (away.length < ACCOUNTS_AT_ONCE) return
  }
}

async function forEachHome(db: Db, work: (accountId: string) => Promise<void>): Promise<void> {
  let after = '0'
  for (;;) {
    const rows = await db
      .selectFrom('local_user')
      .select('account_id')
      .where('account_id', '>', after)
      .orderBy('account_id')
      .limit(ACCOUNTS_AT_ONCE)
      .execute()
    for (const row of rows) await work(row.account_id)
    if (rows.length < ACCOUNTS_AT_ONCE) return
    after = rows.at(-1)!.account_id
  }
}

async function trim(app: App, accountId: string): Promise<void> {
  const oldest = await app.db
    .selectFrom('home_entry')
    .select('status_id')
    .where('account_id', '=', accountId)
    .orderBy('status_id', 'desc')
    .offset(KEPT - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest !== undefined) await removeBefore(app, accountId, oldest.status_id)
}

async function removeBefore(app: App, accountId: string, statusId: string): Promise<void> {
  for (;;) {
    const removed = await app.transact(async (tx) => {
      const rows = await tx.db
        .selectFrom('home_entry')
        .select('status_id')
        .where('account_id', '=', accountId)
        .where('status_id', '<', statusId)
        .limit(ROWS_AT_ONCE)
        .execute()
      const ids = rows.map((row) => row.status_id)
      await tx.db
        .deleteFrom('home_entry')
        .where('account_id', '=', accountId)
        .where(idIn(tx.db, 'status_id', ids))
        .execute()
      return ids.length
    })
    if (removed < ROWS_AT_ONCE) return
  }
}
