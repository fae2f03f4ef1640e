import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const LIST = '/api/v1/announcements'
const REACTION = `${LIST}/:id/reactions/:name`
const CROW = '🐦'

/** Announcements, which the operator creates. */
export const announcementOperations: Operation[] = [
  row('GET', LIST, async (walk) => {
    const id = await announce(walk)
    const { json } = await serve(walk)
    if (id === null) return
    const mine = json.find((one: { id: string }) => one.id === id)
    walk.equal('read', mine?.read, false)
  }),

  row('POST', `${LIST}/:id/dismiss`, async (walk) => {
    const id = await announce(walk)
    if (id === null) return walk.leaveOut('announcements are not ours to make')
    await serve(walk, { params: { id } })
    walk.equal('dismissed', await find(walk, id), undefined)
    walk.equal('with_dismissed', (await find(walk, id, { with_dismissed: true }))?.read, true)
  }),

  row('PUT', REACTION, async (walk) => {
    const id = await announce(walk)
    if (id === null) return walk.leaveOut('announcements are not ours to make')
    await serve(walk, { params: { id, name: CROW }, unknown: false })
    walk.equal('shown', (await find(walk, id))?.reactions, [{ name: CROW, count: 1, me: true }])
    const send = (method: string, params: { id: string; name: string }) =>
      walk.alice.send(method, pathOf(walk.row, params))
    walk.refused('again', await send('PUT', { id, name: CROW }), 422)
    walk.refused('S-007 again', await send('PATCH', { id, name: CROW }), 422)
    walk.refused('no emoji', await send('PUT', { id, name: 'no_such_emoji' }), 422)
    walk.refused('unknown', await send('PUT', { id: UNKNOWN_ID, name: CROW }), 404)
  }),

  row('DELETE', REACTION, async (walk) => {
    const id = await announce(walk)
    if (id === null) return walk.leaveOut('announcements are not ours to make')
    const path = pathOf(walk.row, { id, name: CROW })
    await walk.alice.must('PUT', path)
    await serve(walk, { params: { id, name: CROW }, unknown: false })
    walk.equal('gone', (await find(walk, id))?.reactions, [])
    walk.refused('again', await walk.alice.send('DELETE', path), 404)
  }),
]

/** @returns id of a new announcement; null without an operator */
async function announce(walk: Walk): Promise<string | null> {
  const { operator } = walk
  if (operator === null) return null
  const said = await operator('announcements', 'create', `News ${walk.next()}`)
  const id = /\d+/.exec(said)?.[0] ?? ''
  walk.later(() => operator('announcements', 'delete', id))
  return id
}

async function find(walk: Walk, id: string, query = {}) {
  const all = (await walk.alice.get(LIST, query)).json ?? []
  return all.find((one: { id: string }) => one.id === id)
}
