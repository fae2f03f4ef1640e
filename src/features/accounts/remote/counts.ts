import { countOf, documentOf, idOf } from '../../../kernel/activitypub/as2.ts'
import { fetchBelonging } from '../../../kernel/activitypub/fetch.ts'
import { NotFound, Unreachable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Addresses } from './queries.ts'

/** above any real number, and within PostgreSQL's integers */
const MOST = 2_000_000_000

/** The count in an actor's collection; null if it states none. */
interface Collection {
  count: number | null
  /** whether its items are public */
  open: boolean
}

/**
 * Fetches the numbers of followers, followed accounts and statuses that a remote account's server
 * states.
 */
export async function fetchCounts(app: App, actor: Addresses): Promise<void> {
  const [followers, following, outbox] = await Promise.all([
    readCollection(app, actor, actor.followers_uri),
    readCollection(app, actor, actor.following_uri),
    readCollection(app, actor, actor.outbox_uri),
  ])
  const counts = {
    ...(followers?.count == null ? {} : { followers_count: followers.count }),
    ...(following?.count == null ? {} : { following_count: following.count }),
    ...(outbox?.count == null ? {} : { statuses_count: outbox.count }),
  }
  const hidden =
    followers === null || following === null ? null : !followers.open || !following.open
  await app.transact((tx) => saveCounts(tx, actor.account_id, counts, hidden))
}

async function readCollection(
  app: App,
  actor: Addresses,
  uri: string | null,
): Promise<Collection | null> {
  if (uri === null) return null
  try {
    const collection = await fetchBelonging(app, uri, actor)
    const count = countOf(collection.totalItems)
    const items = collection.orderedItems ?? collection.items
    const open =
      idOf(collection.first) !== null ||
      documentOf(collection.first) !== null ||
      Array.isArray(items)
    return { count: count === null ? null : Math.min(count, MOST), open }
  } catch (error) {
    if (error instanceof NotFound || error instanceof Unreachable) return null
    throw error
  }
}

async function saveCounts(
  tx: Tx,
  accountId: string,
  counts: Record<string, number>,
  hidden: boolean | null,
): Promise<void> {
  if (Object.keys(counts).length > 0) {
    await tx.db
      .updateTable('account_stats')
      .set(counts)
      .where('account_id', '=', accountId)
      .execute()
    tx.emit({ type: 'account.counted', accountId })
  }
  if (hidden === null) return
  await tx.db
    .updateTable('account')
    .set((eb) => ({ hide_collections: hidden, version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .where('hide_collections', '!=', hidden)
    .execute()
}
