import { sql } from 'kysely'
import { DAY, MINUTE } from '../../kernel/base/durations.ts'
import { idAt } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { settings } from '../instance/settings.ts'
import { fetchCardJob } from '../statuses/cards/job.ts'
import { thresholdFor } from './scoring.ts'
import { scoreStatuses } from './status-scores.ts'
import { scoreUses } from './use-scores.ts'

/** maximum of statuses of a day that are read to count active accounts */
const MOST_SCANNED = 5000
/** days for which uses are stored; seven are shown */
const USES_KEPT = 8
/** days after which a link that never trended is removed */
const LINKS_KEPT = 30
const ROWS_AT_ONCE = 500

export const jobs: JobHandlers = {
  'trends.refresh': { every: 5 * MINUTE, run: refreshTrends },
  'trends.prune': { every: DAY, run: prune },
}

/** Recomputes the scores of tags, links and statuses; disabled ones are not computed. */
export async function refreshTrends(app: App): Promise<void> {
  const known = await app.cached.get(settings)
  if (!known['trends.enabled']) return
  const threshold = thresholdFor(await countActive(app))
  await scoreUses(app, 'tag', threshold)
  await scoreUses(app, 'link', threshold)
  await noteTrended(app)
  await suggestCards(app)
  await scoreStatuses(app, threshold)
}

/** Number of accounts that posted in the last day, among the authors of its newest statuses. */
async function countActive({ slowDb, clock }: App): Promise<number> {
  const latest = slowDb
    .selectFrom('status')
    .select('account_id')
    .where('id', '>', idAt(clock() - DAY))
    .orderBy('id', 'desc')
    .limit(MOST_SCANNED)
  const { active } = await slowDb
    .selectFrom(latest.as('latest'))
    .select((eb) => eb.fn.count<number>('account_id').distinct().as('active'))
    .executeTakeFirstOrThrow()
  return active
}

/** Marks links that have trended: they keep their timeline. */
async function noteTrended(app: App): Promise<void> {
  await app.transact((tx) =>
    tx.db
      .updateTable('shared_link')
      .set({ trended_at: tx.now })
      .where('trended_at', 'is', null)
      .where('id', 'in', tx.db.selectFrom('trend_link').select('id').where('score', '>', 0))
      .execute(),
  )
}

/** Enqueues the fetch of missing previews: a link without one cannot be shown. */
async function suggestCards(app: App): Promise<void> {
  const rows = await app.slowDb
    .selectFrom('trend_link')
    .innerJoin('shared_link', 'shared_link.id', 'trend_link.id')
    .select('shared_link.url')
    .where('trend_link.score', '>', 0)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('status_card')
          .select(sql.lit(1).as('one'))
          .whereRef('status_card.url', '=', 'shared_link.url')
          .where('status_card.state', '=', 'waiting'),
      ),
    )
    .execute()
  if (rows.length === 0) return
  await app.transact(async (tx) => {
    for (const { url } of rows) tx.enqueue(fetchCardJob(url, tx.now))
  })
}

async function prune(app: App): Promise<void> {
  const today = Math.floor(app.clock() / DAY)
  const oldUses = sql`delete from link_use where (link_id, day, account_id) in
    (select link_id, day, account_id from link_use where day < ${today - USES_KEPT}
      limit ${ROWS_AT_ONCE}) returning day`
  const oldLinks = sql`delete from shared_link where id in
    (select id from shared_link where last_used_day < ${today - LINKS_KEPT}
      and trended_at is null and trendable is null limit ${ROWS_AT_ONCE}) returning id`
  const oldRequests = sql`delete from trend_request where (kind, subject_id) in
    (select kind, subject_id from trend_request where asked_at < ${app.clock() - LINKS_KEPT * DAY}
      limit ${ROWS_AT_ONCE}) returning asked_at`
  for (const some of [oldUses, oldLinks, oldRequests]) {
    const removeSome = async () => (await app.transact((tx) => some.execute(tx.db))).rows.length
    while ((await removeSome()) === ROWS_AT_ONCE);
  }
}
