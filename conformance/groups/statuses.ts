import { publish, relate } from '../walk/arrange.ts'
import { serve, UNKNOWN_ID } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { checkSuccess, pathOf } from '../walk/walk.ts'

const STATUSES = '/api/v1/statuses'

export const statusOperations: Operation[] = [
  row('GET', STATUSES, async (walk) => {
    const [first, second] = [await publish(walk, walk.bob), await publish(walk, walk.bob)]
    const hidden = await publish(walk, walk.bob, { visibility: 'direct' })
    const ids = [first.id, second.id, hidden.id, UNKNOWN_ID]
    const { json } = await serve(walk, { query: { id: ids } })
    const given = json.map((status: { id: string }) => status.id).toSorted()
    walk.equal('only what may be seen', given, [first.id, second.id])
    const many = Array.from({ length: 21 }, (_, at) =>
      String(108_020_000_000_000_000n + BigInt(at)),
    )
    walk.refused('more than 20 ids', await walk.anonymous.get(STATUSES, { id: many }), 422)
  }),

  row('GET', '/api/v1/statuses/:id', async (walk) => {
    const made = await publish(walk, walk.bob)
    const { json } = await serve(walk, { params: { id: made.id } })
    walk.claim('S-012', /T\d\d:\d\d:\d\d\.\d{3}Z$/.test(json.created_at), json.created_at)
    const later = await publish(walk, walk.bob)
    walk.claim('S-011', later.id.length === made.id.length && later.id > made.id, later.id)
    const seen = VIEWER_FLAGS.map((name) => json[name])
    walk.equal('S-015 for a viewer', seen, [false, false, false, false, []])
    const open = await walk.anonymous.get(pathOf(walk.row, { id: made.id }))
    const shown = VIEWER_FLAGS.filter((name) => Object.hasOwn(open.json ?? {}, name))
    walk.equal('S-015 anonymous', shown, [])
    const own = await walk.bob.get(pathOf(walk.row, { id: made.id }))
    walk.equal('S-015 pinned of an own status', own.json?.pinned, false)
    walk.equal('S-015 pinned of another', Object.hasOwn(json, 'pinned'), false)
    for (const visibility of ['private', 'direct']) {
      const hidden = await publish(walk, walk.bob, { visibility })
      for (const as of [walk.anonymous, walk.alice, walk.app]) {
        const answer = await as.get(pathOf(walk.row, { id: hidden.id }))
        walk.refused(`S-412 ${visibility}`, answer, 404)
      }
    }
  }),

  row('GET', '/api/v1/statuses/:id/context', async (walk) => {
    const root = await publish(walk, walk.bob)
    const middle = await publish(walk, walk.carol, { in_reply_to_id: root.id })
    const leaf = await publish(walk, walk.bob, { in_reply_to_id: middle.id })
    const { json } = await serve(walk, { params: { id: middle.id } })
    walk.equal(
      'S-220 ancestors',
      json.ancestors.map((item: { id: string }) => item.id),
      [root.id],
    )
    walk.equal(
      'S-220 descendants',
      json.descendants.map((item: { id: string }) => item.id),
      [leaf.id],
    )
    const path = pathOf(walk.row, { id: root.id })
    const own = await publish(walk, walk.bob, { in_reply_to_id: root.id })
    const thread = (await walk.alice.get(path)).json?.descendants ?? []
    const order = thread.map((item: { id: string }) => item.id)
    walk.equal('S-223 self-reply first', order, [own.id, middle.id, leaf.id])
    await relate(walk, walk.alice, 'block', walk.carol)
    const left = (await walk.alice.get(path)).json?.descendants ?? []
    const ids = left.map((item: { id: string }) => item.id)
    walk.equal('S-222 blocked author', ids.includes(middle.id), false)
    const hidden = await publish(walk, walk.bob, { visibility: 'private' })
    walk.refused('S-224 private', await walk.alice.get(pathOf(walk.row, { id: hidden.id })), 404)
  }),

  row('GET', '/api/v1/statuses/:id/history', async (walk) => {
    const made = await publish(walk, walk.bob, { status: 'First' })
    const { json } = await serve(walk, { params: { id: made.id } })
    walk.equal('S-335 never edited', json.length, 1)
    await walk.bob.must('PUT', `${STATUSES}/${made.id}`, { status: 'Second' })
    const edits = (await walk.anonymous.get(pathOf(walk.row, { id: made.id }))).json ?? []
    const contents = edits.map((edit: { content: string }) => edit.content.replace(/<[^>]*>/g, ''))
    walk.equal('S-335 oldest first', contents, ['First', 'Second'])
  }),

  row('GET', '/api/v1/statuses/:id/source', async (walk) => {
    const made = await publish(walk, walk.alice, { status: 'The _source_', spoiler_text: 'cw' })
    const { json } = await serve(walk, { params: { id: made.id } })
    walk.equal('S-335', json, { id: made.id, text: 'The _source_', spoiler_text: 'cw' })
    checkSuccess(walk, 'user token', await walk.alice.get(pathOf(walk.row, { id: made.id })))
    const hidden = await publish(walk, walk.alice, { visibility: 'private' })
    walk.refused('S-335 private', await walk.app.get(pathOf(walk.row, { id: hidden.id })), 404)
  }),
]

const VIEWER_FLAGS = ['favourited', 'reblogged', 'muted', 'bookmarked', 'filtered']
