import { type JsonText, jsonList } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { extractEntities } from '../../../kernel/text/extract.ts'
import type { Rendering } from '../../accounts/serializer.ts'
import { resolveCollection } from '../../collections/federation/resolve.ts'
import { findCollectionIds } from '../../collections/queries.ts'
import { loadCollections } from '../../collections/serializer.ts'

/** maximum of collections that one status shows */
const MOST_LINKED = 4
const RESOLVE = 'statuses.link_collections'

/** The URLs in a text; any of them may be the URL of a collection. */
export function addressesIn(text: string): string[] {
  return extractEntities(text).flatMap((entity) => (entity.kind === 'url' ? [entity.url] : []))
}

/** Makes a status show the known collections at these URLs. */
export async function linkCollections(
  tx: Tx,
  statusId: string,
  addresses: readonly string[],
): Promise<void> {
  const ids = (await findCollectionIds(tx.db, addresses)).slice(0, MOST_LINKED)
  const rows = ids.map((collection_id) => ({ status_id: statusId, collection_id }))
  if (rows.length > 0) {
    await tx.db
      .insertInto('status_collection')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['status_id', 'collection_id']).doNothing())
      .execute()
  }
  await tx.db
    .updateTable('status')
    .set({ links_collections: rows.length > 0 })
    .where('id', '=', statusId)
    .execute()
}

/** As `linkCollections`, replacing the collections that the status showed before. */
export async function relinkCollections(
  tx: Tx,
  statusId: string,
  addresses: readonly string[],
): Promise<void> {
  await tx.db.deleteFrom('status_collection').where('status_id', '=', statusId).execute()
  await linkCollections(tx, statusId, addresses)
}

/** Enqueues the fetch of the collections that a remote status shows. */
export function enqueueCollections(tx: Tx, statusId: string, uris: readonly string[]): void {
  if (uris.length === 0) return
  tx.enqueue({ kind: RESOLVE, payload: { statusId, uris }, uniqueKey: statusId })
}

export const jobs: JobHandlers = {
  [RESOLVE]: {
    concurrency: 2,
    maxAttempts: 4,
    lapses: true,
    run: (app, { statusId, uris }) => resolveLinked(app, String(statusId), uris as string[]),
  },
}

/** @throws Unreachable */
async function resolveLinked(app: App, statusId: string, uris: readonly string[]): Promise<void> {
  for (const uri of uris.slice(0, MOST_LINKED)) await resolveCollection(app, uri)
  await app.transact((tx) => linkCollections(tx, statusId, uris))
}

/** The collections of statuses as one viewer sees them, by status. */
export async function loadLinked(
  app: Rendering,
  viewerId: string | null,
  statusIds: readonly string[],
): Promise<Map<string, JsonText>> {
  if (statusIds.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('status_collection')
    .selectAll()
    .where(idIn(app.db, 'status_id', statusIds))
    .orderBy('collection_id')
    .execute()
  const texts = await loadCollections(
    app,
    viewerId,
    rows.map((row) => row.collection_id),
  )
  const byStatus = Map.groupBy(rows, (row) => row.status_id)
  return new Map(
    [...byStatus].map(([id, linked]) => [
      id,
      jsonList(
        linked.map((row) => texts.get(row.collection_id)).filter((text) => text !== undefined),
      ),
    ]),
  )
}
