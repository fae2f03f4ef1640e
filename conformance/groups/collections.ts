import { readLinks } from '../http/link-header.ts'
import type { Person } from '../people/world.ts'
import { serve } from '../walk/example.ts'
import { FIRST_PAGE, follow } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

/** The paths are those of the release, and those of the alpha version before it. */
export const collectionOperations: Operation[] = [
  ...['/api/v1', '/api/v1_alpha'].flatMap((base) => [
    ...listOperations(base),
    ...oneOperations(base),
    ...itemOperations(base),
  ]),
  row('GET', '/api/rookery/v1/starter_collections', async (walk) => {
    const choose = (ids: string[]) =>
      walk.owner.send('PUT', '/api/rookery/v1/admin/settings', {
        body: { featured_collections: ids },
      })
    const { id } = await make(walk)
    walk.later(() => choose([]))
    await choose([id])
    const { json } = await serve(walk)
    walk.equal('chosen', idsOf(json.collections), [id])
  }),
]

function listOperations(base: string): Operation[] {
  return [
    row('GET', `${base}/accounts/:id/collections`, async (walk) => {
      const { alice } = walk
      const { id } = await make(walk, { discoverable: true })
      const hidden = await make(walk)
      const { json } = await serve(walk, { as: walk.bob, params: { id: alice.id } })
      walk.valid('Collection[]', json.collections)
      const ids = idsOf(json.collections)
      walk.claim('only those to be found', ids.includes(id) && !ids.includes(hidden.id), ids.join())
      const own = idsOf((await alice.get(pathOf(walk.row, { id: alice.id }))).json?.collections)
      walk.claim('own', own.includes(hidden.id), own.join())
      await checkOffsets(walk, alice, own)
    }),
    row('GET', `${base}/accounts/:id/in_collections`, async (walk) => {
      const { bob, alice } = walk
      await letBeFound(bob)
      const { id } = await make(walk, { account_ids: [bob.id] })
      await make(walk, { account_ids: [bob.id] })
      const { json } = await serve(walk, { as: bob, params: { id: bob.id } })
      walk.valid('Collection[]', json.collections)
      walk.claim('is in it', idsOf(json.collections).includes(id), json.collections?.length)
      await checkOffsets(walk, bob, idsOf(json.collections))
      walk.refused("somebody else's", await alice.get(pathOf(walk.row, { id: bob.id })), 403)
    }),
  ]
}

/** Pages from the first collection to the second and back, by offset (S-043). */
async function checkOffsets(walk: Walk, as: Person, ids: readonly string[]): Promise<void> {
  const path = pathOf(walk.row, { id: as.id })
  const first = await as.get(path, { limit: 1 })
  walk.equal(FIRST_PAGE, idsOf(first.json?.collections), ids.slice(0, 1))
  const { next } = readLinks(first.headers.get('link'))
  walk.equal('S-043 next', next?.searchParams.get('offset'), '1')
  if (next === undefined) return
  const second = await follow(as, next)
  walk.equal('second page', idsOf(second.json?.collections), ids.slice(1, 2))
  const { prev } = readLinks(second.headers.get('link'))
  walk.equal('S-043 prev', prev?.searchParams.get('offset'), '0')
}

function oneOperations(base: string): Operation[] {
  return [
    row('POST', `${base}/collections`, async (walk) => {
      const body = { name: 'Birds', description: 'They fly', language: 'en', tag_name: '#birds' }
      const { json } = await serve(walk, { body })
      walk.later(() => walk.alice.send('DELETE', `/api/v1/collections/${json.collection?.id}`))
      walk.valid('Collection', json.collection)
      walk.equal('name', json.collection?.name, 'Birds')
      const nameless = await walk.alice.post(walk.row.path, { name: '' })
      walk.equal(
        'details',
        [nameless.status, Object.keys(nameless.json?.error ?? {})],
        [422, ['error', 'details']],
      )
    }),
    row('GET', `${base}/collections/:id`, async (walk) => {
      await letBeFound(walk.bob)
      const { id } = await make(walk, { account_ids: [walk.bob.id] })
      const { json } = await serve(walk, { params: { id } })
      walk.valid('Collection', json.collection)
      walk.valid('Account[]', json.accounts)
      walk.equal('accounts', idsOf(json.accounts), [walk.alice.id, walk.bob.id])
    }),
    row('PATCH', `${base}/collections/:id`, async (walk) => {
      const { id } = await make(walk)
      const path = pathOf(walk.row, { id })
      const { json } = await serve(walk, { params: { id }, body: { name: 'Bees' } })
      walk.equal('name', json.collection?.name, 'Bees')
      const byAnother = await walk.bob.send('PATCH', path, { body: { name: 'mine' } })
      walk.refused('not by another', byAnother, 403, 404)
      const put = await walk.alice.send('PUT', path, { body: { sensitive: true } })
      walk.equal('S-007', put.json?.collection?.sensitive, true)
    }),
    row('DELETE', `${base}/collections/:id`, async (walk) => {
      const { id } = await make(walk)
      const path = pathOf(walk.row, { id })
      walk.refused('not by another', await walk.bob.send('DELETE', path), 403, 404)
      const answer = await serve(walk, { params: { id } })
      walk.equal('S-553 empty', answer.json, {})
    }),
  ]
}

function itemOperations(base: string): Operation[] {
  const items = `${base}/collections/:collection_id/items`
  return [
    row('POST', items, async (walk) => {
      await letBeFound(walk.bob)
      const { id: collection_id } = await make(walk)
      const body = { account_id: walk.bob.id }
      const { json } = await serve(walk, { params: { collection_id }, body })
      walk.valid('CollectionItem', json.collection_item)
      const path = pathOf(walk.row, { collection_id })
      walk.refused('twice', await walk.alice.post(path, body), 422)
      walk.refused('without account_id', await walk.alice.post(path), 422)
      walk.refused('not by another', await walk.carol.post(path, body), 403, 404)
    }),
    row('DELETE', `${items}/:id`, async (walk) => {
      const { params } = await makeItem(walk)
      walk.refused(
        'by another',
        await walk.carol.send('DELETE', pathOf(walk.row, params)),
        403,
        404,
      )
      const answer = await serve(walk, { params })
      walk.equal('S-553 empty', answer.json, {})
    }),
    row('POST', `${items}/:id/revoke`, async (walk) => {
      const { params } = await makeItem(walk)
      walk.refused('by another', await walk.carol.post(pathOf(walk.row, params)), 403, 404)
      const answer = await serve(walk, { as: walk.bob, params })
      walk.equal('S-553 empty', answer.json, {})
    }),
  ]
}

// biome-ignore lint/suspicious/noExplicitAny: its members are looked at by the rows
async function make({ alice, later }: Walk, more: object = {}): Promise<any> {
  const body = { name: 'Nice people', ...more }
  const { collection } = await alice.must('POST', '/api/v1/collections', body)
  later(() => alice.send('DELETE', `/api/v1/collections/${collection.id}`))
  return collection
}

async function makeItem(walk: Walk) {
  await letBeFound(walk.bob)
  const { id: collection_id, items } = await make(walk, { account_ids: [walk.bob.id] })
  return { params: { collection_id, id: items[0]?.id } }
}

async function letBeFound(person: Person): Promise<void> {
  await person.must('PATCH', '/api/v1/accounts/update_credentials', { discoverable: true })
}

const idsOf = (list: { id: string }[] | undefined) => list?.map(({ id }) => id) ?? []
