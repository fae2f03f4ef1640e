import { act, publish, publishMany, relate } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { checkSuccess, pathOf, type Walk } from '../walk/walk.ts'

export const interactionOperations: Operation[] = [
  does('favourite', 'favourited', 'favourites_count'),
  undoes('favourite', 'favourited', 'favourites_count'),
  does('bookmark', 'bookmarked'),
  undoes('bookmark', 'bookmarked'),

  row('POST', '/api/v1/statuses/:id/reblog', async (walk) => {
    const made = await publish(walk, walk.bob)
    const path = pathOf(walk.row, { id: made.id })
    const { json } = await serve(walk, {
      params: { id: made.id },
      body: { visibility: 'unlisted' },
    })
    walk.claim('S-337 new id', json.id !== made.id, json.id)
    walk.equal('S-337 wrapper', [json.reblog?.id, json.visibility], [made.id, 'unlisted'])
    walk.equal('S-337 count', [json.reblog?.reblogs_count, json.reblog?.reblogged], [1, true])
    walk.equal('idempotent', (await walk.alice.post(path)).json?.id, json.id)
    const direct = await publish(walk, walk.bob, {
      status: `@${walk.alice.username} hi`,
      visibility: 'direct',
    })
    const refused = await walk.alice.post(pathOf(walk.row, { id: direct.id }))
    walk.refused('S-338 direct', refused, 403)
    const hidden = await publish(walk, walk.bob, { visibility: 'private' })
    const missing = await walk.alice.post(pathOf(walk.row, { id: hidden.id }))
    walk.refused('S-338 private, not seen', missing, 404)
    const own = await publish(walk, walk.alice, { visibility: 'private' })
    const answer = await walk.alice.post(pathOf(walk.row, { id: own.id }))
    checkSuccess(walk, 'S-338 own private', answer)
  }),

  row('POST', '/api/v1/statuses/:id/unreblog', async (walk) => {
    const made = await publish(walk, walk.bob)
    await act(walk.alice, 'reblog', made.id)
    const { json } = await serve(walk, { params: { id: made.id } })
    const { id, reblogs_count, reblogged, reblog } = json
    walk.equal('S-337 original', [id, reblogs_count, reblogged, reblog], [made.id, 0, false, null])
  }),

  row('POST', '/api/v1/statuses/:id/mute', async (walk) => {
    const made = await publish(walk, walk.alice)
    const { json } = await serve(walk, { params: { id: made.id } })
    walk.equal('muted', json.muted, true)
    const reply = await publish(walk, walk.bob, {
      in_reply_to_id: made.id,
      status: `@${walk.alice.username} hi`,
    })
    const told = (await walk.alice.get('/api/v1/notifications')).json ?? []
    const heard = told.some((item: { status?: { id: string } }) => item.status?.id === reply.id)
    walk.equal('no notification of the conversation', heard, false)
  }),

  row('POST', '/api/v1/statuses/:id/unmute', async (walk) => {
    const made = await publish(walk, walk.alice)
    await act(walk.alice, 'mute', made.id)
    const { json } = await serve(walk, { params: { id: made.id } })
    walk.equal('muted', json.muted, false)
  }),

  row('POST', '/api/v1/statuses/:id/pin', async (walk) => {
    const { alice, bob } = walk
    const made = await publish(walk, alice)
    const pin = (id: string) => alice.post(pathOf(walk.row, { id }))
    const { json } = await serve(walk, { params: { id: made.id } })
    walk.equal('pinned', json.pinned, true)
    walk.refused('S-158 already pinned', await pin(made.id), 422)
    walk.refused("S-158 another's", await pin((await publish(walk, bob)).id), 422)
    const boosted = await publish(walk, bob)
    const boost = await alice.must('POST', `/api/v1/statuses/${boosted.id}/reblog`)
    walk.refused('S-158 reblog', await pin(boost.id), 422)
    const direct = await publish(walk, alice, { visibility: 'direct' })
    walk.refused('S-158 direct', await pin(direct.id), 422)
    const others = await publishMany(walk, alice, 5, { visibility: 'private' })
    const answers = []
    for (const id of others) answers.push((await pin(id)).status)
    walk.equal('S-157 five and no more', answers, [200, 200, 200, 200, 422])
    await alice.send('DELETE', `/api/v1/statuses/${made.id}`)
    walk.status('S-157 a freed slot', await pin(others.at(-1) ?? ''), 200)
  }),

  row('POST', '/api/v1/statuses/:id/unpin', async (walk) => {
    const made = await publish(walk, walk.alice)
    await act(walk.alice, 'pin', made.id)
    const { json } = await serve(walk, { params: { id: made.id } })
    walk.equal('pinned', json.pinned, false)
    const again = await walk.alice.post(pathOf(walk.row, { id: made.id }))
    walk.status('S-159 not pinned', again, 200)
  }),

  row('GET', '/api/v1/statuses/:id/favourited_by', (walk) => listActors(walk, 'favourite')),
  row('GET', '/api/v1/statuses/:id/reblogged_by', (walk) => listActors(walk, 'reblog')),

  row('GET', '/api/v1/favourites', (walk) => listMarked(walk, 'favourite')),
  row('GET', '/api/v1/bookmarks', (walk) => listMarked(walk, 'bookmark')),
]

function does(deed: string, flag: string, counter?: string): Operation {
  return row('POST', `/api/v1/statuses/:id/${deed}`, async (walk) => {
    const made = await publish(walk, walk.bob)
    const { json } = await serve(walk, { params: { id: made.id } })
    walk.equal(flag, json[flag], true)
    const again = await walk.alice.post(pathOf(walk.row, { id: made.id }))
    checkSuccess(walk, 'idempotent', again)
    if (counter !== undefined) walk.equal(counter, again.json?.[counter], 1)
    const hidden = await publish(walk, walk.bob, { visibility: 'private' })
    const missing = await walk.alice.post(pathOf(walk.row, { id: hidden.id }))
    walk.refused('S-028 private', missing, 404)
  })
}

function undoes(deed: string, flag: string, counter?: string): Operation {
  return row('POST', `/api/v1/statuses/:id/un${deed}`, async (walk) => {
    const made = await publish(walk, walk.bob)
    await act(walk.alice, deed, made.id)
    const { json } = await serve(walk, { params: { id: made.id } })
    walk.equal('S-337 original', [json.id, json[flag]], [made.id, false])
    if (counter !== undefined) walk.equal(`S-337 ${counter}`, json[counter], 0)
    const path = pathOf(walk.row, { id: made.id })
    checkSuccess(walk, 'idempotent', await walk.alice.post(path))
    await relate(walk, walk.alice, 'follow', walk.bob)
    const hidden = await publish(walk, walk.bob, { visibility: 'private' })
    await act(walk.alice, deed, hidden.id)
    await walk.alice.must('POST', `/api/v1/accounts/${walk.bob.id}/unfollow`)
    const lost = await walk.alice.post(pathOf(walk.row, { id: hidden.id }))
    walk.status('S-337 after losing sight of it', lost, 200)
  })
}

async function listActors(walk: Walk, deed: 'favourite' | 'reblog'): Promise<void> {
  const { alice, bob, carol, dora } = walk
  const made = await publish(walk, alice)
  for (const person of [bob, carol, dora]) await act(person, deed, made.id)
  const params = { id: made.id }
  await serve(walk, { params })
  await checkPages(walk, { as: walk.anonymous, params, ids: [dora.id, carol.id, bob.id] })
  const hidden = await publish(walk, alice, { visibility: 'private' })
  walk.refused('S-412 private', await walk.anonymous.get(pathOf(walk.row, { id: hidden.id })), 404)
}

async function listMarked(walk: Walk, deed: 'favourite' | 'bookmark'): Promise<void> {
  const ids = await publishMany(walk, walk.bob, 5)
  for (const id of ids.toReversed()) await act(walk.alice, deed, id)
  await serve(walk)
  await checkPages(walk, { as: walk.alice, ids })
  await walk.bob.must('DELETE', `/api/v1/statuses/${ids[0]}`)
  const left = (await walk.alice.get(walk.row.path)).json ?? []
  const given = left.map((status: { id: string }) => status.id)
  walk.equal('S-353 a deleted status is skipped', given, ids.slice(1))
}
