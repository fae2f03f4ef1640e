import { sql } from 'kysely'
import type { App } from '../../kernel/core/app.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { countMutes } from '../relationships/predicates.ts'
import { refusedBy } from './blocked-authors.ts'
import { type Feed, feedsWithEach } from './feeds.ts'
import { insertRows, isChosen } from './merge.ts'
import { POSITIONS, type PulledStatus, selectPulled } from './pulled-statuses.ts'
import { repliesShownBy } from './replies.ts'

/** Statuses pulled in one transaction. */
const PULLED_AT_ONCE = 500

/**
 * Timelines pull before the follows, blocks, mutes or lists of their owners change: so each status is judged
 * by what held when it was posted.
 */
export const subscriber: Subscriber = {
  async prepare(tx, accountIds) {
    if (!(await areThereAny(tx.db))) return
    for (const accountId of [...new Set(accountIds)].sort()) {
      while (!(await pullSome(tx, accountId)));
    }
  },
}

/** Writes the pulled statuses that an account's timelines lack. */
export async function pullMissing(app: App, accountId: string): Promise<void> {
  while (!(await app.transact((tx) => pullSome(tx, accountId))));
}

const position = prepared((db, _: Record<string, never>) =>
  db.selectFrom('series').select('last').where('name', '=', POSITIONS),
)

/** Whether statuses are pulled on this server at all; where not, one query answers for any number of accounts. */
async function areThereAny(db: Db): Promise<boolean> {
  return (await position(db, {})).length > 0
}

const placeOf = prepared((db, p: { accountId: string }) =>
  db
    .selectFrom('series')
    .select((eb) => [
      'last',
      eb
        .selectFrom('home_pull')
        .select('position')
        .where('account_id', '=', p.accountId)
        .as('position'),
    ])
    .where('name', '=', POSITIONS),
)

/** @returns whether the timelines have everything now */
async function pullSome(tx: Tx, accountId: string): Promise<boolean> {
  const [before] = await placeOf(tx.db, { accountId })
  if (before === undefined || before.position === before.last) return true
  const after = await lockPlace(tx.db, accountId)
  if (after === null || after >= before.last) return true
  const pending = await pendingFor(tx.db, { accountId, after, last: before.last })
  await writePulled(tx, accountId, pending)
  const isDone = pending.length < PULLED_AT_ONCE
  await setPlace(tx.db, { accountId, position: isDone ? before.last : pending.at(-1)!.position })
  return isDone
}

/** Concurrent calls for the same account wait. @returns the position, or null for a remote account */
async function lockPlace(db: Db, accountId: string): Promise<number | null> {
  const [row] = await lockedPlace(db, { accountId })
  return row?.position ?? null
}

const lockedPlace = prepared((db, p: { accountId: string }) =>
  db
    .insertInto('home_pull')
    .columns(['account_id', 'position'])
    .expression(
      db
        .selectFrom('local_user')
        .select(['account_id', sql.lit(0).as('position')])
        .where('account_id', '=', p.accountId),
    )
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ position: sql`home_pull.position` }),
    )
    .returning('position'),
)

const setPlace = prepared((db, p: { accountId: string; position: number }) =>
  db.updateTable('home_pull').set({ position: p.position }).where('account_id', '=', p.accountId),
)

/** Leaves out all statuses until now: the account's timelines are made by other means. */
export async function skipPulled(db: Db, accountId: string): Promise<void> {
  const [place] = await placeOf(db, { accountId })
  if (place === undefined || (await lockPlace(db, accountId)) === null) return
  await setPlace(db, { accountId, position: place.last })
}

/** By authors whom the account follows, in order; none while its timelines are removed. */
const pendingFor = prepared((db, p: { accountId: string; after: number; last: number }) =>
  selectPulled(db)
    .innerJoin('follow', 'follow.target_id', 'pulled_status.author_id')
    .select([
      'follow.show_reblogs',
      'follow.languages',
      countMutes(p.accountId, sql.ref('pulled_status.created_at')).as('mutes'),
    ])
    .where('follow.account_id', '=', p.accountId)
    .where('position', '>', p.after)
    .where('position', '<=', p.last)
    .where(
      sql<boolean>`not exists (select 1 from home_pause where home_pause.account_id = ${p.accountId} and home_pause.rebuilding_since is null)`,
    )
    .orderBy('position')
    .limit(PULLED_AT_ONCE),
)

type Pending = Awaited<ReturnType<typeof pendingFor>>[number]

/** Adds statuses to the timelines that accept them. */
async function writePulled(tx: Tx, accountId: string, pending: readonly Pending[]): Promise<void> {
  const wanted: Pending[] = []
  // the mutes in force were the same for all statuses of a part
  const parts = Map.groupBy(pending, (status) => status.mutes)
  for (const statuses of parts.values()) {
    const now = statuses[0]!.created_at
    const isRefused = await refusedBy(tx.db, { accountId, now }, statuses)
    wanted.push(...statuses.filter((one) => isChosen(one, one) && !isRefused(one)))
  }
  if (wanted.length === 0) return
  const authors = [...new Set(wanted.map((status) => status.account_id))]
  for (const { feed, accountIds } of await feedsWithEach(tx.db, accountId, authors)) {
    await writeInto(
      tx.db,
      feed,
      wanted.filter((status) => accountIds.has(status.account_id)),
    )
  }
}

async function writeInto(db: Db, feed: Feed, statuses: readonly PulledStatus[]): Promise<void> {
  const isShown = await repliesShownBy(db, feed, statuses)
  await insertRows(db, feed, statuses.filter(isShown))
}
