import { eventually } from '../walk/arrange.ts'
import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'

const BATCHES = '/api/rookery/v1/admin/account_batches'

/** Actions of the staff on many accounts. */
export const batchOperations: Operation[] = [
  row('GET', `${BATCHES}/candidates`, async (walk) => {
    const { json } = await serve(walk, { query: { origin: 'local', username: 'alice' } })
    walk.equal('who', json, { ids: [walk.alice.id], local: 1, complete: true })
    walk.refused('S-199', await walk.owner.get(walk.row.path, { origin: 'mars' }), 400)
  }),
  row('GET', BATCHES, async (walk) => {
    const ids = []
    for (let made = 0; made < 3; made++) ids.unshift(await startBatch(walk))
    await serve(walk)
    await checkPages(walk, { as: walk.owner, ids })
  }),
  row('POST', BATCHES, async (walk) => {
    const body = { action: 'unsilence', ids: [walk.bob.id, UNKNOWN_ID] }
    const { json } = await serve(walk, { body, missing: { action: 400, ids: 400 } })
    walk.equal('who is there', json.total, 1)
    walk.refused('unknown', await walk.owner.post(BATCHES, { ...body, action: 'ban' }), 422)
  }),
  row('GET', `${BATCHES}/:id`, async (walk) => {
    await serve(walk, { params: { id: await startBatch(walk) } })
  }),
  row('POST', `${BATCHES}/:id/retry`, async (walk) => {
    const { id } = await walk.owner.must('POST', BATCHES, {
      action: 'unsuspend',
      ids: [walk.bob.id],
    })
    await eventually(
      () => walk.owner.must('GET', `${BATCHES}/${id}`),
      ({ finished_at }) => finished_at !== null,
    )
    await serve(walk, { params: { id } })
  }),
]

/** A batch that changes nothing. @returns its id */
async function startBatch(walk: Walk): Promise<string> {
  const body = { action: 'unsilence', ids: [walk.bob.id] }
  return (await walk.owner.must('POST', BATCHES, body)).id
}
