import { getDocument, lastPart, readDocument, readRow } from '../walk/documents.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'

const BASE = '/ap/users/:id'

/** Documents of collections for other servers (FEP-7aa9). */
export const collectionDocumentOperations: Operation[] = [
  row('GET', `${BASE}/featured_collections`, async (walk) => {
    const { uri } = await make(walk)
    const list = await getDocument(walk, { id: walk.alice.id }, 'Collection')
    const page = await readDocument(walk, list.first ?? '/')
    const ids = page.json?.items?.map((one: { id: string }) => one.id) ?? []
    walk.claim('is in it', ids.includes(uri), ids.join())
    walk.status('unknown', await readRow(walk, { id: '1' }), 404)
  }),
  row('GET', `${BASE}/collections/:collection_id`, async (walk) => {
    const { id, uri } = await make(walk)
    const params = { id: walk.alice.id, collection_id: id }
    const document = await getDocument(walk, params, 'FeaturedCollection')
    walk.equal('id', document.id, uri)
    walk.equal('items', document.orderedItems?.length, 1)
    walk.status('unknown', await readRow(walk, { ...params, collection_id: '1' }), 404)
  }),
  row('GET', `${BASE}/collection_items/:item_id`, async (walk) => {
    const { items } = await make(walk)
    const params = { id: walk.alice.id, item_id: items[0].id }
    const item = await getDocument(walk, params, 'FeaturedItem')
    walk.equal('id', lastPart(item.id), items[0].id)
    walk.status('unknown', await readRow(walk, { ...params, item_id: '1' }), 404)
  }),
  row('GET', `${BASE}/feature_authorizations/:auth_id`, async (walk) => {
    const { items, uri } = await make(walk)
    const params = { id: walk.bob.id, auth_id: items[0].id }
    const consent = await getDocument(walk, params, 'FeatureAuthorization')
    walk.equal('interactingObject', consent.interactingObject, uri)
    walk.status("another's", await readRow(walk, { ...params, id: walk.alice.id }), 404)
  }),
]

/** A collection of alice's that features bob. */
// biome-ignore lint/suspicious/noExplicitAny: its members are looked at by the rows
async function make({ alice, bob, later }: Walk): Promise<any> {
  await bob.must('PATCH', '/api/v1/accounts/update_credentials', { discoverable: true })
  const body = { name: 'Nice people', account_ids: [bob.id] }
  const { collection } = await alice.must('POST', '/api/v1/collections', body)
  later(() => alice.send('DELETE', `/api/v1/collections/${collection.id}`))
  return collection
}
