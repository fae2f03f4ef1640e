import { resolveAccount } from '../../accounts/remote/resolve.ts'
import { idOf, isOfType } from '../../activitypub/as2.ts'
import { fetchDocument } from '../../activitypub/fetch.ts'
import type { App } from '../../app.ts'
import { NotFound } from '../../errors.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import { sameOrigin } from '../../net/origin.ts'
import { changeState } from '../items.ts'
import { type CollectionItem, findCollectionById, findItem } from '../queries.ts'

/** kind of the job that finds out whether somebody agreed to be in a collection */
export const VERIFY = 'collections.verify_item'

export const jobs: JobHandlers = {
  [VERIFY]: {
    concurrency: 2,
    maxAttempts: 5,
    asksOthers: true,
    run: (app, { itemId }) => verifyItem(app, String(itemId)),
  },
}

/** Looks at the consent where it is, and who gave it. @throws Unreachable */
async function verifyItem(app: App, itemId: string): Promise<void> {
  const item = await findItem(app.db, itemId)
  if (item === null || item.state !== 'pending' || item.approval_uri === null) return
  const collection = await findCollectionById(app.db, item.collection_id)
  if (collection === null || !(await isApproved(app, item, collection.uri))) return
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
    idOf(document.interactingObject) === collectionUri &&
    idOf(document.interactionTarget) === object_uri
  )
}
