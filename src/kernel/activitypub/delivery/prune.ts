import { sql } from 'kysely'
import { DAY } from '../../base/durations.ts'
import { BEFORE_ALL_IDS, idAt } from '../../base/ids.ts'
import type { App } from '../../core/app.ts'
import type { Db } from '../../db/database.ts'
import { idIn } from '../../db/id-in.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'

/** ms for which the delivery report keeps a finished delivery */
const REPORTED = 7 * DAY
/** ms after which a host without deliveries or answers is deleted */
const REMEMBERED = 90 * DAY
const ROWS_AT_ONCE = 500
const ACTIVITIES_AT_ONCE = 20

export const jobs: JobHandlers = {
  'delivery.prune': {
    every: DAY,
    async run(app) {
      await pruneActivities(app)
      await pruneHosts(app)
    },
  },
}

/** Deletes activities all of whose deliveries ended a week ago. */
async function pruneActivities(app: App): Promise<void> {
  const endedBefore = app.clock() - REPORTED
  const madeBefore = idAt(endedBefore)
  let after = BEFORE_ALL_IDS
  for (;;) {
    const page = await app.db
      .selectFrom('outgoing_activity')
      .select('id')
      .where('id', '>', after)
      .where('id', '<', madeBefore)
      .orderBy('id')
      .limit(ACTIVITIES_AT_ONCE)
      .execute()
    const last = page.at(-1)
    if (last === undefined) return
    after = last.id
    const ids = page.map(({ id }) => id)
    const ended = await endedActivities(app.db, ids, endedBefore)
    await removeActivities(app, ended)
  }
}

async function endedActivities(
  db: Db,
  ids: readonly string[],
  endedBefore: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('outgoing_activity')
    .select('id')
    .where(idIn(db, 'id', ids))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('delivery')
            .select(sql.lit(1).as('one'))
            .whereRef('delivery.activity_id', '=', 'outgoing_activity.id')
            .where((row) =>
              row.or([row('state', '=', 'waiting'), row('updated_at', '>=', endedBefore)]),
            ),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

async function removeActivities({ database }: App, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  for (;;) {
    const removed = await database.transaction((db) => removeDeliveries(db, ids))
    if (removed < ROWS_AT_ONCE) break
  }
  await database.transaction((db) =>
    db
      .deleteFrom('outgoing_activity')
      .where(idIn(db, 'id', ids))
      .execute(),
  )
}

async function removeDeliveries(db: Db, activityIds: readonly string[]): Promise<number> {
  const removed = await db
    .deleteFrom('delivery')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('delivery')
        .select('id')
        .where(idIn(db, 'activity_id', activityIds))
        .limit(ROWS_AT_ONCE),
    )
    .returning('id')
    .execute()
  return removed.length
}

/** Deletes hosts without deliveries that have not answered for three months. */
async function pruneHosts({ database, clock }: App): Promise<void> {
  const before = clock() - REMEMBERED
  const lastHeardOf = sql<number>`coalesce(last_success_at, failing_since, 0)`
  const removeSome = (db: Db) =>
    db
      .deleteFrom('peer_host')
      .where('host', 'in', (eb) =>
        eb
          .selectFrom('peer_host')
          .select('host')
          .where('due_at', 'is', null)
          .where(lastHeardOf, '<', before)
          .limit(ROWS_AT_ONCE),
      )
      .where('due_at', 'is', null)
      .returning('host')
      .execute()
  for (;;) {
    const removed = await database.transaction(removeSome)
    if (removed.length < ROWS_AT_ONCE) return
  }
}
