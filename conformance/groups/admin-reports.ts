import { publish } from '../walk/arrange.ts'
import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { lookUp, meetStranger, serveNote } from '../walk/other-server.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

const LIST = '/api/v1/admin/reports'
const OWN = '/api/rookery/v1/admin/reports/:id'

/** Admin operations on reports. */
export const adminReportOperations: Operation[] = [
  row('GET', LIST, async (walk) => {
    const { dora, carol, owner } = walk
    // no other check reports carol
    const about = { account_id: carol.id }
    const ids: string[] = []
    for (let count = 1; count <= 3; count++) ids.unshift((await file(walk, about, dora)).id)
    const query = { account_id: dora.id, target_account_id: carol.id }
    await serve(walk, { query })
    await checkPages(walk, { as: owner, ids, query })
    const list = async (more: Record<string, string>) => {
      const { json } = await owner.get(LIST, { ...query, ...more })
      return Array.isArray(json) ? json.map(({ id }) => id).filter((id) => ids.includes(id)) : json
    }
    await owner.must('POST', `${LIST}/${ids[0]}/resolve`)
    walk.equal('S-210 unresolved by default', await list({}), ids.slice(1))
    walk.equal('S-210 resolved', await list({ resolved: 'true' }), ids.slice(0, 1))
    walk.equal('S-210 both', await list({ resolved: 'true', unresolved: 'true' }), ids)
    walk.equal('S-210 of nobody', await list({ account_id: UNKNOWN_ID }), [])
  }),

  row('GET', `${LIST}/:id`, async (walk) => {
    const status = await publish(walk, walk.bob)
    const { id } = await file(walk, { status_ids: [status.id] })
    const { json } = await serve(walk, { params: { id } })
    walk.equal('who', [json.account?.id, json.target_account?.id], [walk.alice.id, walk.bob.id])
    await walk.bob.must('DELETE', `/api/v1/statuses/${status.id}`)
    const after = await walk.owner.get(pathOf(walk.row, { id }))
    const shown = [after.json?.statuses?.[0]?.id, after.json?.statuses?.[0]?.content]
    walk.equal('S-152 deleted, with content', shown, [status.id, status.content])
  }),

  row('PUT', `${LIST}/:id`, async (walk) => {
    const { id } = await file(walk)
    const { json } = await serve(walk, { params: { id }, body: { category: 'legal' } })
    walk.equal('S-211 category', json.category, 'legal')
    const put = (body: Record<string, string>) =>
      walk.owner.send('PUT', pathOf(walk.row, { id }), { body })
    walk.refused('S-211 no category', await put({ category: 'nonsense' }), 422)
    walk.refused('S-211 no rules', await put({ category: 'violation' }), 422)
  }),

  step('assign_to_self', async (walk, { assigned_account }) => {
    walk.equal('S-211 assigned', assigned_account?.id, walk.owner.id)
  }),
  step('unassign', async (walk, { assigned_account }) => {
    walk.equal('S-211 nobody', assigned_account, null)
  }),
  step('resolve', async (walk, { action_taken, action_taken_by_account }) => {
    walk.equal('S-211 resolved', [action_taken, action_taken_by_account?.id], [true, walk.owner.id])
  }),
  step('reopen', async (walk, { action_taken, action_taken_at }) => {
    walk.equal('S-211 waits', [action_taken, action_taken_at], [false, null])
  }),

  row('GET', `${OWN}/notes`, async (walk) => {
    const { id } = await file(walk)
    const ids: string[] = []
    for (let count = 1; count <= 3; count++) ids.unshift(await write(walk, id))
    await serve(walk, { params: { id } })
    await checkPages(walk, { as: walk.owner, ids, params: { id } })
  }),

  row('POST', `${OWN}/notes`, async (walk) => {
    const { id } = await file(walk)
    const body = { content: 'look again tomorrow' }
    const { json } = await serve(walk, { params: { id }, body, missing: { content: 422 } })
    walk.equal('says', [json.content, json.account?.id], [body.content, walk.owner.id])
  }),

  row('DELETE', `${OWN}/notes/:note_id`, async (walk) => {
    const { id } = await file(walk)
    await serve(walk, { params: { id, note_id: await write(walk, id) } })
    const { json } = await walk.owner.get(pathOf(walk.row, { id }).replace('/:note_id', ''))
    walk.equal('gone', json, [])
  }),

  row('POST', `${OWN}/forward`, async (walk) => {
    const local = await file(walk)
    const refused = await walk.owner.post(pathOf(walk.row, { id: local.id }))
    walk.refused('nobody elsewhere', refused, 422)
    const stranger = await meetStranger(walk)
    if (stranger === null) return
    const { account } = await lookUp(walk, 'statuses', serveNote(walk, stranger).id)
    const { id } = await file(walk, { account_id: account.id })
    const { json } = await serve(walk, { params: { id } })
    walk.equal('forwarded', json.forwarded, true)
  }),

  row('POST', `${OWN}/statuses/delete`, async (walk) => {
    const status = await publish(walk, walk.bob)
    const { id } = await file(walk, { status_ids: [status.id] })
    const { json } = await serve(walk, { params: { id }, body: { text: 'spam' } })
    walk.equal('resolved', json.action_taken, true)
    walk.equal('still shown', json.statuses?.[0]?.id, status.id)
    walk.status('deleted', await walk.bob.get(`/api/v1/statuses/${status.id}`), 404)
  }),

  row('POST', `${OWN}/statuses/mark_sensitive`, async (walk) => {
    const status = await publish(walk, walk.bob)
    const { id } = await file(walk, { status_ids: [status.id] })
    const { json } = await serve(walk, { params: { id } })
    walk.equal('resolved', json.action_taken, true)
  }),

  row('GET', `${OWN}/history`, async (walk) => {
    const { id } = await file(walk)
    for (const what of ['assign_to_self', 'unassign', 'resolve']) {
      await walk.owner.must('POST', `${LIST}/${id}/${what}`)
    }
    const { json } = await serve(walk, { params: { id } })
    const entries = json as { id: string; action: string }[]
    const done = entries.slice(0, 3).map(({ action }) => action)
    walk.equal('S-205 newest first', done, ['resolve', 'unassign', 'assign_to_self'])
    const ids = entries.map((entry) => entry.id)
    await checkPages(walk, { as: walk.owner, ids, params: { id } })
  }),
]

// biome-ignore lint/suspicious/noExplicitAny: entities are checked by the row that makes them
type Report = any

/** Reports bob, or another account, by alice, or another one; the report is removed after the check. */
async function file(
  walk: Walk,
  more: Record<string, string | string[]> = {},
  by = walk.alice,
): Promise<Report> {
  const { bob, owner } = walk
  const body = { account_id: bob.id, comment: `Number ${walk.next()}`, ...more }
  const made = await by.must('POST', '/api/v1/reports', body)
  walk.later(() => owner.post(`${LIST}/${made.id}/resolve`))
  return made
}

async function write(walk: Walk, reportId: string): Promise<string> {
  const path = `${OWN.replace(':id', reportId)}/notes`
  return (await walk.owner.must('POST', path, { content: `Number ${walk.next()}` })).id
}

/** A step of the work on a report; a repetition has no further effect. */
function step(name: string, check: (walk: Walk, json: Report) => Promise<void>): Operation {
  return row('POST', `${LIST}/:id/${name}`, async (walk) => {
    const { id } = await file(walk)
    await check(walk, (await serve(walk, { params: { id } })).json)
    const again = await walk.owner.post(pathOf(walk.row, { id }))
    walk.status('S-211 again', again, 200)
    await check(walk, again.json)
  })
}
