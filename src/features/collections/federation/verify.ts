import { idOf, isOfType, listOf } from '../../../kernel/activitypub/as2.ts'
import { authorUriOf } from '../../../kernel/activitypub/author.ts'
import { fetchDocument } from '../../../kernel/activitypub/fetch.ts'
import type { ProvedDocument } from '../../../kernel/activitypub/proved-document.ts'
import { MINUTE } from '../../../kernel/base/durations.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { NewJob } from '../../../kernel/core/tx.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { resolveAccount } from '../../accounts/remote/resolve.ts'
import { changeState } from '../items.ts'
import { type CollectionItem, findCollectionById, findItem } from '../queries.ts'

/** kind of the job that verifies an account's consent to be in a collection */
const VERIFY = 'collections.verify_item'

export const jobs: JobHandlers = {
  [VERIFY]: {
    concurrency: 2,
    maxAttempts: 5,
    lapses: true,
    run: (app, { itemId }) => verifyItem(app, String(itemId)),
  },
}

/** The job that verifies an item. @param runAt ms since 1970 */
export function verifyJob(itemId: string, runAt: number): NewJob {
  return { kind: VERIFY, payload: { itemId }, uniqueKey: itemId, runAt: Math.round(runAt) }
}

/**
 * Fetches the authorisation and checks its author, with a rate limit per domain of the collection,
 * because collections choose whose server is requested (A73).
 *
 * @throws Unreachable
 */
async function verifyItem(app: App, itemId: string): Promise<void> {
  const item = await findItem(app.db, itemId)
  if (item === null || item.state !== 'pending' || item.approval_uri === null) return
  const collection = await findCollectionById(app.db, item.collection_id)
  if (collection === null) return
  if (!collection.local && !app.federation.consents.spend(new URL(collection.uri).hostname)) {
    const runAt = app.clock() + MINUTE * (1 + Math.random())
    await app.transact(async (tx) => tx.enqueue(verifyJob(itemId, runAt)))
    return
  }
  if (!(await isApproved(app, item, collection.uri))) return
  const account = await resolveAccount(app, item.object_uri)
  if (account === null || account.domain === null) return
  await app.transact(async (tx) => {
    const now = await findItem(tx.db, itemId)
    if (now?.approval_uri !== item.approval_uri) return
    await tx.db
      .updateTable('collection_item')
      .set({ account_id: account.id })
      .where('id', '=', itemId)
      .execute()
    await changeState(tx, itemId, 'accepted')
  })
}

async function isApproved(
  app: App,
  { approval_uri, object_uri }: CollectionItem,
  collectionUri: string,
): Promise<boolean> {
  if (approval_uri === null || !sameOrigin(approval_uri, object_uri)) return false
  const document = await fetchDocument(app, approval_uri).catch((error) => {
    if (error instanceof NotFound) return null
    throw error
  })
  return (
    document !== null &&
    isOfType(document, ['FeatureAuthorization']) &&
    isSaidBy(document, object_uri) &&
    idOf(document.interactingObject) === collectionUri &&
    idOf(document.interactionTarget) === object_uri
  )
}

/**
 * Whether the authorisation is the account's. Mastodon names no author, so the server's word is
 * enough; if an author is named, another account on that server cannot consent (A72).
 */
function isSaidBy(document: ProvedDocument, accountUri: string): boolean {
  return listOf(document.attributedTo).length === 0 || authorUriOf(document) === accountUri
}
