import { publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const LIST = '/api/v1/conversations'

export const conversationOperations: Operation[] = [
  row('GET', LIST, async (walk) => {
    const { bob, carol, dora, alice } = walk
    const ids: string[] = []
    for (const person of [bob, carol, dora, bob, carol]) ids.unshift(await write(walk, person))
    await serve(walk)
    await checkPages(walk, { as: alice, ids, idOf: ({ last_status }) => last_status?.id })
    const page = await alice.get(LIST, { limit: 2 })
    const next = /max_id=(\d+)/.exec(page.headers.get('link') ?? '')?.[1]
    walk.equal('S-042 cursor', next, ids[1])
    walk.equal(
      'unread, others',
      [page.json?.[0]?.unread, page.json?.[0]?.accounts?.[0]?.id],
      [true, carol.id],
    )
  }),

  row('DELETE', '/api/v1/conversations/:id', async (walk) => {
    const id = await converse(walk)
    const foreign = await walk.carol.send('DELETE', pathOf(walk.row, { id }))
    walk.refused("another's", foreign, 404)
    await serve(walk, { params: { id } })
    const left: { id: string }[] = (await walk.alice.get(LIST)).json ?? []
    walk.equal(
      'gone',
      left.some((item) => item.id === id),
      false,
    )
  }),

  row('POST', '/api/v1/conversations/:id/read', async (walk) => {
    const id = await converse(walk)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('unread', json.unread, false)
  }),

  row('POST', '/api/v1/conversations/:id/unread', async (walk) => {
    const id = await converse(walk)
    await walk.alice.must('POST', `${LIST}/${id}/read`)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('unread', json.unread, true)
  }),
]

/** @returns id of a direct message to alice */
async function write(walk: Walk, as: Walk['bob']): Promise<string> {
  const status = `@${walk.alice.username} ${walk.next()}`
  return (await publish(walk, as, { status, visibility: 'direct' })).id
}

/** @returns id of the conversation that a direct message to alice begins */
async function converse(walk: Walk): Promise<string> {
  await write(walk, walk.bob)
  const [latest] = await walk.alice.must('GET', LIST)
  return latest.id
}
