import { DAY } from '../../kernel/base/durations.ts'
import { AFTER_ALL_IDS } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { type FeedTable, HOME, LIST } from './feeds.ts'

/** Maximum of entries per timeline (S-321). */
const KEPT = 10_000
/** Days without use after which an account's timelines are removed until it returns. */
const DAYS_AWAY = 30
const ROWS_AT_ONCE = 500
const ACCOUNTS_AT_ONCE = 100

export const jobs: JobHandlers = {
  'home.trim': {
    every: DAY,
    async run(app) {
      await pauseAway(app)
      await trimAll(app, HOME)
      await trimAll(app, LIST)
    },
  },
}

/** Removes the timelines of accounts that were not used for `DAYS_AWAY` days. */
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
    for (const { account_id } of away) await pause(app, account_id)
    if (away.length < ACCOUNTS_AT_ONCE) return
  }
}

async function pause(app: App, accountId: string): Promise<void> {
  await app.transact(async (tx) => {
    await tx.db
      .insertInto('home_pause')
      .values({ account_id: accountId, rebuilding_since: null, paused_at: tx.now })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute()
  })
  await removeBefore(app, HOME, accountId, AFTER_ALL_IDS)
  const lists = await app.db
    .selectFrom('list')
    .select('id')
    .where('account_id', '=', accountId)
    .execute()
  for (const { id } of lists) await removeBefore(app, LIST, id, AFTER_ALL_IDS)
}

/** Trims every timeline of a table. */
async function trimAll(app: App, kept: FeedTable): Promise<void> {
  const feeds =
    kept === HOME
      ? app.db.selectFrom('local_user').select('account_id as id')
      : app.db.selectFrom('list').select('id')
  let after = '0'
  for (;;) {
    const rows = await app.db
      .selectFrom(feeds.as('feed'))
      .select('feed.id')
      .where('feed.id', '>', after)
      .orderBy('feed.id')
      .limit(ACCOUNTS_AT_ONCE)
      .execute()
    for (const { id } of rows) await trim(app, kept, id)
    if (rows.length < ACCOUNTS_AT_ONCE) return
    after = rows.at(-1)!.id
  }
}

async function trim(app: App, kept: FeedTable, id: string): Promise<void> {
  const oldest = await app.db
    .selectFrom(kept.table)
    .select('status_id')
    .where(kept.owner, '=', id)
    .orderBy('status_id', 'desc')
    .offset(KEPT - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest !== undefined) await removeBefore(app, kept, id, oldest.status_id)
}

/** Removes the entries of a timeline that are older than a status. */
async function removeBefore(
  app: App,
  { table, owner }: FeedTable,
  id: string,
  statusId: string,
): Promise<void> {
  for (;;) {
    const removed = await app.transact(async (tx) => {
      const rows = await tx.db
        .selectFrom(table)
        .select('status_id')
        .where(owner, '=', id)
        .where('status_id', '<', statusId)
        .limit(ROWS_AT_ONCE)
        .execute()
      const ids = rows.map((row) => row.status_id)
      await tx.db
        .deleteFrom(table)
        .where(owner, '=', id)
        .where(idIn(tx.db, 'status_id', ids))
        .execute()
      return ids.length
    })
    if (removed < ROWS_AT_ONCE) return
  }
}
