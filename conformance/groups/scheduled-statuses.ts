import { MINUTE } from '../../src/kernel/base/durations.ts'
import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const LIST = '/api/v1/scheduled_statuses'
const THREADS = '/api/rookery/v1/scheduled_threads'

/** Scheduled statuses (S-345) and threads (S-617). */
export const scheduledOperations: Operation[] = [
  row('GET', LIST, async (walk) => {
    const ids: string[] = []
    for (let minutes = 60; minutes < 65; minutes++) ids.unshift(await schedule(walk, minutes))
    await serve(walk)
    await checkPages(walk, { as: walk.alice, ids })
    const soon = { status: 'x', scheduled_at: inMinutes(4) }
    walk.refused('S-345 too soon', await walk.alice.post('/api/v1/statuses', soon), 422)
  }),

  row('GET', `${LIST}/:id`, async (walk) => {
    const id = await schedule(walk, 60)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('S-345 params', [json.params?.text, json.params?.status], ['later', undefined])
    walk.refused("another's", await walk.bob.get(pathOf(walk.row, { id })), 404)
  }),

  row('PUT', `${LIST}/:id`, async (walk) => {
    const id = await schedule(walk, 60)
    const scheduled_at = inMinutes(90)
    const { json } = await serve(walk, { params: { id }, body: { scheduled_at } })
    walk.equal('S-345 time', json.scheduled_at, scheduled_at)
    const body = { scheduled_at: inMinutes(1) }
    const path = pathOf(walk.row, { id })
    walk.refused('S-345 too soon', await walk.alice.send('PATCH', path, { body }), 422)
    const foreign = await walk.bob.send('PUT', path, { body: { scheduled_at } })
    walk.refused("another's", foreign, 404)
  }),

  row('DELETE', `${LIST}/:id`, async (walk) => {
    const id = await schedule(walk, 60)
    const path = pathOf(walk.row, { id })
    walk.refused("another's", await walk.bob.send('DELETE', path), 404)
    await serve(walk, { params: { id } })
    walk.refused('gone', await walk.alice.get(path), 404)
  }),

  row('GET', THREADS, async (walk) => {
    const ids: string[] = []
    for (let minutes = 60; minutes < 65; minutes++) ids.unshift(await thread(walk, minutes))
    await serve(walk)
    await checkPages(walk, { as: walk.alice, ids })
  }),

  row('POST', THREADS, async (walk) => {
    const posts = [{ status: 'one' }, { status: 'two' }]
    const { json } = await serve(walk, { body: { posts, scheduled_at: inMinutes(60) } })
    walk.later(() => walk.alice.send('DELETE', `${THREADS}/${json.id}`))
    walk.equal('S-617 posts', json.posts?.length, 2)
    walk.equal('S-617 thread', json.posts?.[1]?.thread_id, json.id)
    const soon = { posts, scheduled_at: inMinutes(1) }
    walk.refused('S-345 too soon', await walk.alice.post(THREADS, soon), 422)
  }),

  row('GET', `${THREADS}/:id`, async (walk) => {
    const id = await thread(walk, 60)
    const { json } = await serve(walk, { params: { id } })
    walk.equal('S-617 posts', json.posts?.length, 2)
    walk.refused("another's", await walk.bob.get(pathOf(walk.row, { id })), 404)
  }),

  row('PUT', `${THREADS}/:id`, async (walk) => {
    const id = await thread(walk, 60)
    const body = { posts: [{ status: 'only' }], scheduled_at: inMinutes(90) }
    const { json } = await serve(walk, { params: { id }, body })
    walk.equal('S-617 posts', json.posts?.length, 1)
    const foreign = await walk.bob.send('PUT', pathOf(walk.row, { id }), { body })
    walk.refused("another's", foreign, 404)
  }),

  row('DELETE', `${THREADS}/:id`, async (walk) => {
    const id = await thread(walk, 60)
    const path = pathOf(walk.row, { id })
    walk.refused("another's", await walk.bob.send('DELETE', path), 404)
    await serve(walk, { params: { id } })
    walk.refused('gone', await walk.alice.get(path), 404)
  }),
]

/** @returns id of a scheduled thread of alice, which is deleted when the check is over */
async function thread(walk: Walk, minutes: number): Promise<string> {
  const body = { posts: [{ status: 'one' }, { status: 'two' }], scheduled_at: inMinutes(minutes) }
  const { id } = await walk.alice.must('POST', THREADS, body)
  walk.later(() => walk.alice.send('DELETE', `${THREADS}/${id}`))
  return id
}

/** @returns id of a scheduled status of alice, which is deleted when the check is over */
async function schedule(walk: Walk, minutes: number): Promise<string> {
  const body = { status: 'later', scheduled_at: inMinutes(minutes) }
  const { id } = await walk.alice.must('POST', '/api/v1/statuses', body)
  walk.later(() => walk.alice.send('DELETE', `${LIST}/${id}`))
  return id
}

function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * MINUTE).toISOString()
}
