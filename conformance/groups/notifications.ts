import { act, publish, relate } from '../walk/arrange.ts'
import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const LIST = '/api/v1/notifications'

export const notificationOperations: Operation[] = [
  row('GET', LIST, async (walk) => {
    const { alice, bob } = walk
    const told = await makeNotifications(walk)
    await serve(walk)
    await checkPages(walk, { as: alice, ids: told.map(({ id }) => id) })
    const read = async (query: Parameters<typeof alice.get>[1]) => {
      const { json } = await alice.get(LIST, query)
      return Array.isArray(json) ? json.map(({ type }) => type) : json
    }
    walk.equal('S-250 types', await read({ types: ['follow'] }), ['follow'])
    walk.equal('S-250 unknown type', await read({ types: ['nonsense'] }), [])
    walk.equal('S-250 exclude_types', await read({ exclude_types: ['mention', 'follow'] }), [
      'reblog',
      'favourite',
    ])
    walk.equal('S-251 account_id', (await read({ account_id: bob.id }))?.length, 4)
    walk.equal('S-251 unknown account', await read({ account_id: UNKNOWN_ID }), [])
    const withStatus = told.filter(({ status }) => status !== undefined).map(({ type }) => type)
    walk.equal('S-137 status', withStatus, ['mention', 'reblog', 'favourite'])
  }),

  row('GET', '/api/v1/notifications/:id', async (walk) => {
    const [latest] = await makeNotifications(walk)
    const { json } = await serve(walk, { params: { id: latest?.id ?? '' } })
    walk.equal('is the one', [json.id, json.type], [latest?.id, 'mention'])
    const foreign = await walk.bob.get(pathOf(walk.row, { id: json.id }))
    walk.refused("another's", foreign, 404)
  }),

  row('POST', '/api/v1/notifications/clear', async (walk) => {
    await makeNotifications(walk)
    await serve(walk)
    walk.equal('S-254 nothing left', (await walk.alice.get(LIST)).json, [])
  }),

  row('POST', '/api/v1/notifications/:id/dismiss', async (walk) => {
    const [latest, ...others] = await makeNotifications(walk)
    const id = latest?.id ?? ''
    walk.refused("S-254 another's", await walk.bob.post(pathOf(walk.row, { id })), 404)
    await serve(walk, { params: { id } })
    walk.equal('gone', (await walk.alice.get(LIST)).json?.length, others.length)
  }),

  row('GET', '/api/v1/notifications/unread_count', async (walk) => {
    const told = await makeNotifications(walk)
    const { json } = await serve(walk)
    walk.equal('S-255 all', json.count, 4)
    const read = { notifications: { last_read_id: told[1]?.id } }
    await walk.alice.must('POST', '/api/v1/markers', read)
    walk.equal('S-255 after the marker', (await walk.alice.get(walk.row.path)).json?.count, 1)
    walk.equal('S-255 limit', (await walk.bob.get(walk.row.path, { limit: 1 })).status, 200)
  }),
]

export interface Told {
  id: string
  type: string
  group_key: string
  status?: { id: string }
}

/** A mention, a follow, a reblog and a favourite by bob, the newest first, and no others. */
export async function makeNotifications(walk: Walk): Promise<Told[]> {
  const { alice, bob } = walk
  await alice.must('POST', '/api/v1/notifications/clear')
  walk.later(() => alice.post('/api/v1/notifications/clear'))
  const made = await publish(walk, alice)
  await act(bob, 'favourite', made.id)
  await act(bob, 'reblog', made.id)
  await relate(walk, bob, 'follow', alice)
  await publish(walk, bob, { status: `@${alice.username} hello` })
  return alice.must('GET', LIST)
}
