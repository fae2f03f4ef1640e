import { fetchBelonging, fetchCollection } from '../../../kernel/activitypub/fetch.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { accountStays } from '../../accounts/predicates.ts'
import { MAX_FEATURED_TAGS, replaceFeaturedTags } from '../featured.ts'
import { readHashtag } from './read-hashtag.ts'

const MAX_PAGES = 2
/** after these, the next refresh of the profile tries again */
const TRIES = 4

/** Fetches the hashtags of a remote profile when it is discovered or refreshed. */
export const subscriber: Subscriber = {
  record: {
    'account.discovered': (tx, { accountId }) => enqueueFetch(tx, accountId),
    'account.refreshed': (tx, { accountId }) => enqueueFetch(tx, accountId),
  },
}

async function enqueueFetch(tx: Tx, accountId: string): Promise<void> {
  const actor = await tx.db
    .selectFrom('remote_actor')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('featured_tags_uri', 'is not', null)
    .executeTakeFirst()
  if (actor === undefined) return
  tx.enqueue({ kind: 'account.fetch_featured_tags', payload: { accountId }, uniqueKey: accountId })
}

export const jobs: JobHandlers = {
  'account.fetch_featured_tags': {
    run: (app, { accountId }) => fetchFeaturedTags(app, String(accountId)),
    maxAttempts: TRIES,
    lapses: true,
    concurrency: 4,
  },
}

/** S-503. @throws Unreachable */
async function fetchFeaturedTags(app: App, accountId: string): Promise<void> {
  const actor = await app.db
    .selectFrom('remote_actor')
    .innerJoin('account', 'account.id', 'remote_actor.account_id')
    .select(['remote_actor.featured_tags_uri', 'account.uri'])
    .where('account.id', '=', accountId)
    .where(accountStays())
    .executeTakeFirst()
  if (!actor?.featured_tags_uri) return
  const limits = {
    origin: new URL(actor.uri).origin,
    maxItems: MAX_FEATURED_TAGS,
    maxPages: MAX_PAGES,
  }
  try {
    const collection = await fetchBelonging(app, actor.featured_tags_uri, actor)
    const { items, totalItems } = await fetchCollection(app, collection, limits)
    // there are some, but they could not be read
    if (items.length === 0 && totalItems !== null && totalItems > 0) return
    const names = items.map(readHashtag).filter((name) => name !== null)
    await app.transact((tx) => replaceFeaturedTags(tx, accountId, names))
  } catch (error) {
    // collections that the server hides stay as they are
    if (!(error instanceof NotFound)) throw error
  }
}
