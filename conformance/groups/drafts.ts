import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const DRAFTS = '/api/rookery/v1/drafts'

/** Drafts of statuses. */
export const draftOperations: Operation[] = [
  row('GET', DRAFTS, async (walk) => {
    const ids: string[] = []
    for (let number = 1; number <= 5; number++) ids.unshift(await draft(walk))
    const { json } = await serve(walk)
    walk.equal('newest first', json[0]?.id, ids[0])
    await checkPages(walk, { as: walk.alice, ids })
  }),

  row('POST', DRAFTS, async (walk) => {
    const posts = [{ text: 'begun', spoiler_text: 'cw' }, { text: '' }]
    const { json } = await serve(walk, { body: { posts, visibility: 'private' } })
    walk.later(() => walk.alice.send('DELETE', `${DRAFTS}/${json.id}`))
    walk.equal('posts', json.posts?.length, 2)
    walk.equal('visibility', json.visibility, 'private')
    const named = { posts, client_id: 'rookery-conformance' }
    const first = await walk.alice.must('POST', DRAFTS, named)
    walk.later(() => walk.alice.send('DELETE', `${DRAFTS}/${first.id}`))
    const again = await walk.alice.must('POST', DRAFTS, named)
    walk.equal('S-615 once', again.id, first.id)
    walk.refused('no posts', await walk.alice.post(DRAFTS, { posts: [] }), 422)
    const gone = { posts, in_reply_to_id: '1' }
    walk.refused('no such status', await walk.alice.post(DRAFTS, gone), 422)
  }),

  row('GET', `${DRAFTS}/:id`, async (walk) => {
    const id = await draft(walk)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('text', json.posts?.[0]?.text, 'begun')
    walk.refused("another's", await walk.bob.get(pathOf(walk.row, { id })), 404)
  }),

  row('PUT', `${DRAFTS}/:id`, async (walk) => {
    const id = await draft(walk)
    const body = { posts: [{ text: 'changed' }] }
    const { json } = await serve(walk, { params: { id }, body })
    walk.equal('text', json.posts?.[0]?.text, 'changed')
    const foreign = await walk.bob.send('PUT', pathOf(walk.row, { id }), { body })
    walk.refused("another's", foreign, 404)
  }),

  row('DELETE', `${DRAFTS}/:id`, async (walk) => {
    const id = await draft(walk)
    const path = pathOf(walk.row, { id })
    walk.refused("another's", await walk.bob.send('DELETE', path), 404)
    await serve(walk, { params: { id } })
    walk.refused('gone', await walk.alice.get(path), 404)
  }),
]

/** @returns id of a draft of alice, which is deleted when the check is over */
async function draft(walk: Walk): Promise<string> {
  const { id } = await walk.alice.must('POST', DRAFTS, { posts: [{ text: 'begun' }] })
  walk.later(() => walk.alice.send('DELETE', `${DRAFTS}/${id}`))
  return id
}
