import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { createLatest } from '../latest.ts'
import { followedTagsAfter } from '../tags/follows.ts'
import type { Tx } from '../transact.ts'
import { selectDelivered } from './delivered.ts'
import { homeOf } from './feeds.ts'
import { insertEntries, mergeInto } from './merge.ts'
import { mergeTag } from './merge-tags.ts'

const DAY = 86_400_000
const FOLLOWED_AT_ONCE = 20
/** own statuses that come back */
const OWN = 500
/** ms after which a rebuilding that did not end is begun again */
const REBUILD_TIME = 3_600_000

const pauseOf = prepared((db, p: { accountId: string }) =>
  db.selectFrom('home_pause').select('rebuilding_since').where('account_id', '=', p.accountId),
)

/** Accounts known to be in use; the oldest is asked about again. */
const KNOWN_IN_USE = 10_000

/**
 * Makes the function that says whether somebody's home timeline and lists are whole; somebody who
 * returns starts their rebuilding. Who has used them today is not asked about again for a day: only
 * people who have been away for a month lose theirs.
 */
export function createHomeCheck(app: App): (accountId: string) => Promise<boolean> {
  const inUse = createLatest<string, number>(KNOWN_IN_USE)
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
  if (started !== undefined) enqueue(tx, 'home.rebuild', accountId, null)
}

type Part = 'home.rebuild' | 'home.rebuild_tags'

function enqueue(tx: Tx, kind: Part, accountId: string, after: string | null): void {
  tx.enqueue({ kind, payload: { accountId, after } })
}

export const jobs: JobHandlers = {
  'home.rebuild': { run: (app, payload) => app.transact((tx) => mergeFollowed(tx, payload)) },
  'home.rebuild_tags': { run: (app, payload) => app.transact((tx) => mergeTags(tx, payload)) },
}

/** Merges a few of the accounts that are followed; hashtags come after the last of them. */
async function mergeFollowed(tx: Tx, payload: Record<string, unknown>): Promise<void> {
  const { accountId, after } = read(payload)
  const followed = await followedPage(tx.db, accountId, after)
  for (const targetId of followed) await mergeInto(tx, accountId, targetId)
  const isLast = followed.length < FOLLOWED_AT_ONCE
  if (isLast) enqueue(tx, 'home.rebuild_tags', accountId, null)
  else enqueue(tx, 'home.rebuild', accountId, followed.at(-1)!)
}

/** Merges a few of the hashtags that are followed; the last part ends the pause. */
async function mergeTags(tx: Tx, payload: Record<string, unknown>): Promise<void> {
  const { accountId, after } = read(payload)
  const tagIds = await followedTagsAfter(tx.db, accountId, { after, limit: FOLLOWED_AT_ONCE })
  for (const tagId of tagIds) await mergeTag(tx, accountId, tagId)
  if (tagIds.length === FOLLOWED_AT_ONCE) {
    enqueue(tx, 'home.rebuild_tags', accountId, tagIds.at(-1)!)
    return
  }
  await mergeOwn(tx, accountId)
  await tx.db.deleteFrom('home_pause').where('account_id', '=', accountId).execute()
}

function read({ accountId, after }: Record<string, unknown>) {
  return { accountId: String(accountId), after: after === null ? null : String(after) }
}

/** Ids of those whom the account follows, a few in order. */
async function followedPage(db: Db, accountId: string, after: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('follow')
    .select('target_id')
    .where('account_id', '=', accountId)
    .where('target_id', '>', after ?? '0')
    .orderBy('target_id')
    .limit(FOLLOWED_AT_ONCE)
    .execute()
  return rows.map((row) => row.target_id)
}

/** At home also what is for those alone whom it names. */
async function mergeOwn(tx: Tx, accountId: string): Promise<void> {
  const own = await selectDelivered(tx.db)
    .where('status.account_id', '=', accountId)
    .orderBy('status.id', 'desc')
    .limit(OWN)
    .execute()
  await insertEntries(tx.db, homeOf(accountId), own)
  await mergeInto(tx, accountId, accountId, (feed) => feed.id !== accountId)
}
