import { DAY, HOUR } from '../../kernel/base/durations.ts'
import { createLruCache } from '../../kernel/cache/lru-cache.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { followedTagsAfter } from '../tags/follows.ts'
import { selectFeedStatuses } from './feed-status.ts'
import { homeOf } from './feeds.ts'
import { insertEntries, mergeInto } from './merge.ts'
import { mergeTag } from './merge-tags.ts'
import { skipPulled } from './pull.ts'

const FOLLOWED_AT_ONCE = 20
/** maximum of own statuses that a rebuilt timeline gets */
const OWN = 500
/** ms after which an unfinished rebuild starts again */
const REBUILD_TIME = HOUR

const pauseOf = prepared((db, p: { accountId: string }) =>
  db.selectFrom('home_pause').select('rebuilding_since').where('account_id', '=', p.accountId),
)

/** Size of the cache of accounts in use. */
const KNOWN_IN_USE = 10_000

/**
 * Returns a function that tells whether an account's home timeline and lists are complete. If they
 * were removed, the call starts their rebuild. Accounts used today are not checked again for a day:
 * only accounts unused for a month lose their timelines.
 */
export function createHomeCheck(app: App): (accountId: string) => Promise<boolean> {
  const inUse = createLruCache<string, number>(KNOWN_IN_USE)
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

/** Among concurrent calls only one starts it. */
async function startRebuild(tx: Tx, accountId: string): Promise<void> {
  const started = await tx.db
    .updateTable('home_pause')
    .set({ rebuilding_since: tx.now })
    .where('account_id', '=', accountId)
    .where((eb) => eb(eb.fn.coalesce('rebuilding_since', eb.lit(0)), '<', tx.now - REBUILD_TIME))
    .returning('account_id')
    .executeTakeFirst()
  if (started === undefined) return
  await skipPulled(tx.db, accountId)
  enqueue(tx, 'home.rebuild', accountId, null)
}

type Part = 'home.rebuild' | 'home.rebuild_tags'

function enqueue(tx: Tx, kind: Part, accountId: string, after: string | null): void {
  tx.enqueue({ kind, payload: { accountId, after } })
}

export const jobs: JobHandlers = {
  'home.rebuild': { run: (app, payload) => app.transact((tx) => mergeFollowed(tx, payload)) },
  'home.rebuild_tags': { run: (app, payload) => app.transact((tx) => mergeTags(tx, payload)) },
}

/** Merges a few of the followed accounts; hashtags follow after the last of them. */
async function mergeFollowed(tx: Tx, payload: Record<string, unknown>): Promise<void> {
  const { accountId, after } = read(payload)
  const followed = await followedPage(tx.db, accountId, after)
  for (const targetId of followed) await mergeInto(tx, accountId, targetId)
  const isLast = followed.length < FOLLOWED_AT_ONCE
  if (isLast) enqueue(tx, 'home.rebuild_tags', accountId, null)
  else enqueue(tx, 'home.rebuild', accountId, followed.at(-1)!)
}

/** Merges a few of the followed hashtags; the last chunk ends the pause. */
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

/** Ids of a few followed accounts, in order. */
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

/** Own direct statuses are at home, too. */
async function mergeOwn(tx: Tx, accountId: string): Promise<void> {
  const own = await selectFeedStatuses(tx.db)
    .where('status.account_id', '=', accountId)
    .orderBy('status.id', 'desc')
    .limit(OWN)
    .execute()
  await insertEntries(tx.db, homeOf(accountId), own)
  await mergeInto(tx, accountId, accountId, (feed) => feed.id !== accountId)
}
