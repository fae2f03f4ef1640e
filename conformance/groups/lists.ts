import { makeList, relate } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const LISTS = '/api/v1/lists'

export const listOperations: Operation[] = [
  row('GET', LISTS, async (walk) => {
    const id = await makeList(walk, walk.alice)
    const { json } = await serve(walk)
    const ids = json.map((list: { id: string }) => list.id)
    walk.claim('own', ids.includes(id), ids.join())
    const foreign = await walk.bob.get(LISTS)
    walk.equal('foreign', foreign.json, [])
  }),

  row('POST', LISTS, async (walk) => {
    const title = `List ${walk.next()}`
    const { json } = await serve(walk, { body: { title }, missing: { title: 422 } })
    for (const { id } of (await walk.alice.get(LISTS)).json) {
      walk.later(() => walk.alice.send('DELETE', `${LISTS}/${id}`))
    }
    walk.equal('defaults', json, { id: json.id, title, replies_policy: 'list', exclusive: false })
    const wrong = { title, replies_policy: 'everything' }
    walk.refused('S-510 S-326 policy', await walk.alice.post(LISTS, wrong), 422)
  }),

  row('GET', `${LISTS}/:id`, async (walk) => {
    const id = await makeList(walk, walk.alice)
    await serve(walk, { params: { id } })
    walk.refused('foreign', await walk.bob.get(pathOf(walk.row, { id })), 404)
  }),

  row('PUT', `${LISTS}/:id`, async (walk) => {
    const id = await makeList(walk, walk.alice)
    const body = { title: `New ${walk.next()}`, replies_policy: 'none', exclusive: true }
    const { json } = await serve(walk, { params: { id }, body })
    walk.equal('changed', json, { id, ...body })
    const send = (method: string, more: object) =>
      walk.alice.send(method, pathOf(walk.row, { id }), { body: { ...more } })
    walk.refused('S-326 policy', await send('PUT', { replies_policy: 'everything' }), 422)
    walk.status('S-007 PATCH', await send('PATCH', { exclusive: false }), 200)
  }),

  row('DELETE', `${LISTS}/:id`, async (walk) => {
    const id = await makeList(walk, walk.alice)
    const address = pathOf(walk.row, { id })
    walk.refused('foreign', await walk.bob.send('DELETE', address), 404)
    await serve(walk, { params: { id } })
    walk.refused('gone', await walk.alice.get(address), 404)
  }),

  row('GET', `${LISTS}/:id/accounts`, async (walk) => {
    const people = [walk.bob, walk.carol, walk.dora]
    const id = await makeList(walk, walk.alice)
    for (const person of people) await add(walk, id, person)
    const ids = people.map((person) => person.id).toReversed()
    await serve(walk, { params: { id } })
    await checkPages(walk, { as: walk.alice, params: { id }, ids })
    const all = await walk.alice.get(pathOf(walk.row, { id }), { limit: 0 })
    walk.equal('S-044', [all.json?.length, all.headers.get('link')], [3, null])
  }),

  row('POST', `${LISTS}/:id/accounts`, async (walk) => {
    const id = await makeList(walk, walk.alice)
    const path = pathOf(walk.row, { id })
    const body = { account_ids: [walk.bob.id] }
    walk.refused('S-327 not followed', await walk.alice.post(path, body), 404, 422)
    await relate(walk, walk.alice, 'follow', walk.bob)
    await serve(walk, { params: { id }, body, missing: { account_ids: 400 } })
    walk.refused('S-327 twice', await walk.alice.post(path, body), 422)
  }),

  row('DELETE', `${LISTS}/:id/accounts`, async (walk) => {
    const id = await makeList(walk, walk.alice, [walk.bob])
    const body = { account_ids: [walk.bob.id] }
    await serve(walk, { params: { id }, body })
    const again = await walk.alice.send('DELETE', pathOf(walk.row, { id }), { query: body })
    walk.equal('S-327 no member', again.status, 200)
  }),

  row('GET', '/api/v1/accounts/:id/lists', async (walk) => {
    const id = await makeList(walk, walk.alice, [walk.bob])
    const { json } = await serve(walk, { params: { id: walk.bob.id } })
    const ids = json.map((list: { id: string }) => list.id)
    walk.equal('the lists with bob', ids, [id])
  }),
]

async function add(walk: Walk, id: string, person: Walk['bob']): Promise<void> {
  await relate(walk, walk.alice, 'follow', person)
  await walk.alice.must('POST', `${LISTS}/${id}/accounts`, { account_ids: [person.id] })
}
