import type { Person } from '../people/world.ts'
import { lock, relate } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { checkPages } from '../walk/pages.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf, type Walk } from '../walk/walk.ts'

export const relationshipOperations: Operation[] = [
  row('POST', '/api/v1/accounts/:id/follow', async (walk) => {
    const { alice, bob, carol } = walk
    walk.later(() => alice.post(`/api/v1/accounts/${bob.id}/unfollow`))
    const { json } = await serve(walk, { params: { id: bob.id } })
    walk.equal('S-281', [json.following, json.requested, json.showing_reblogs], [true, false, true])
    const choices = { reblogs: false, notify: true, languages: ['de', 'fr'] }
    const again = await repeat(walk, bob, choices)
    const { showing_reblogs, notifying, languages } = again.json ?? {}
    walk.equal(
      'S-281 repeated',
      [showing_reblogs, notifying, languages],
      [false, true, ['de', 'fr']],
    )
    walk.refused('S-282 self', await repeat(walk, alice), 403)
    await relate(walk, carol, 'block', alice)
    walk.refused('S-282 blocked', await repeat(walk, carol), 403)
    await lock(walk, walk.dora)
    walk.later(() => alice.post(`/api/v1/accounts/${walk.dora.id}/unfollow`))
    const asked = await repeat(walk, walk.dora)
    walk.equal('S-281 locked', [asked.json?.following, asked.json?.requested], [false, true])
  }),

  row('POST', '/api/v1/accounts/:id/unfollow', async (walk) => {
    await relate(walk, walk.alice, 'follow', walk.bob)
    const { json } = await serve(walk, { params: { id: walk.bob.id } })
    walk.equal('following', json.following, false)
    walk.status('idempotent', await repeat(walk, walk.bob), 200)
  }),

  row('POST', '/api/v1/accounts/:id/remove_from_followers', async (walk) => {
    await relate(walk, walk.bob, 'follow', walk.alice)
    const { json } = await serve(walk, { params: { id: walk.bob.id } })
    walk.equal('followed_by', json.followed_by, false)
    walk.status('idempotent', await repeat(walk, walk.bob), 200)
  }),

  row('POST', '/api/v1/accounts/:id/block', async (walk) => {
    const { alice, bob } = walk
    await relate(walk, bob, 'follow', alice)
    walk.later(() => alice.post(`/api/v1/accounts/${bob.id}/unblock`))
    const { json } = await serve(walk, { params: { id: bob.id } })
    walk.equal('blocking', [json.blocking, json.followed_by], [true, false])
    walk.status('idempotent', await repeat(walk, bob), 200)
    const seen = await bob.get('/api/v1/accounts/relationships', { id: alice.id })
    walk.equal('blocked_by', seen.json?.[0]?.blocked_by, true)
  }),

  row('POST', '/api/v1/accounts/:id/unblock', async (walk) => {
    await relate(walk, walk.alice, 'block', walk.bob)
    const { json } = await serve(walk, { params: { id: walk.bob.id } })
    walk.equal('blocking', json.blocking, false)
    walk.status('idempotent', await repeat(walk, walk.bob), 200)
  }),

  row('POST', '/api/v1/accounts/:id/mute', async (walk) => {
    const { alice, bob } = walk
    walk.later(() => alice.post(`/api/v1/accounts/${bob.id}/unmute`))
    const { json } = await serve(walk, { params: { id: bob.id } })
    const state = [json.muting, json.muting_notifications, json.muting_expires_at]
    walk.equal('S-287 default', state, [true, true, null])
    const again = await repeat(walk, bob, { notifications: false, duration: 3600 })
    walk.equal('S-287 notifications', again.json?.muting_notifications, false)
    const end = Date.parse(again.json?.muting_expires_at)
    walk.claim('S-287 duration', Math.abs(end - Date.now() - 3_600_000) < 60_000, again.text)
    const forever = await repeat(walk, bob, { duration: 0 })
    walk.equal('S-287 for ever', forever.json?.muting_expires_at, null)
  }),

  row('POST', '/api/v1/accounts/:id/unmute', async (walk) => {
    await relate(walk, walk.alice, 'mute', walk.bob)
    const { json } = await serve(walk, { params: { id: walk.bob.id } })
    walk.equal('muting', json.muting, false)
    walk.status('idempotent', await repeat(walk, walk.bob), 200)
  }),

  row('POST', '/api/v1/accounts/:id/note', async (walk) => {
    const { bob } = walk
    walk.later(() => repeat(walk, bob, { comment: '' }))
    const { json } = await serve(walk, { params: { id: bob.id }, body: { comment: 'A friend' } })
    walk.equal('note', json.note, 'A friend')
    const long = await repeat(walk, bob, { comment: 'x'.repeat(2001) })
    walk.refused('more than 2000 characters', long, 422)
    walk.equal('blank clears', (await repeat(walk, bob, { comment: '' })).json?.note, '')
  }),

  row('GET', '/api/v1/blocks', async (walk) => {
    await listRelated(walk, 'block')
  }),

  row('GET', '/api/v1/mutes', async (walk) => {
    await listRelated(walk, 'mute')
  }),

  row('GET', '/api/v1/follow_requests', async (walk) => {
    const { alice, bob, carol, dora } = walk
    await askToFollow(walk, bob, carol, dora)
    await serve(walk)
    await checkPages(walk, { as: alice, ids: [dora.id, carol.id, bob.id] })
  }),

  row('POST', '/api/v1/follow_requests/:account_id/authorize', async (walk) => {
    const { alice, bob, carol } = walk
    await askToFollow(walk, bob)
    const { json } = await serve(walk, { params: { account_id: bob.id } })
    walk.equal('S-285', [json.requested_by, json.followed_by], [false, true])
    const told = await alice.get('/api/v1/notifications', { types: ['follow'], account_id: bob.id })
    walk.equal('S-285 notification', told.json?.[0]?.type, 'follow')
    const none = await alice.post(pathOf(walk.row, { account_id: carol.id }))
    walk.refused('S-285 nothing pending', none, 404)
  }),

  row('POST', '/api/v1/follow_requests/:account_id/reject', async (walk) => {
    const { alice, bob, carol } = walk
    await askToFollow(walk, bob)
    const { json } = await serve(walk, { params: { account_id: bob.id } })
    walk.equal('S-285', [json.requested_by, json.followed_by], [false, false])
    const none = await alice.post(pathOf(walk.row, { account_id: carol.id }))
    walk.refused('S-285 nothing pending', none, 404)
  }),
]

function repeat(walk: Walk, target: Person, body: Parameters<typeof walk.alice.post>[1] = {}) {
  return walk.alice.post(pathOf(walk.row, { id: target.id }), body)
}

async function listRelated(walk: Walk, deed: 'block' | 'mute'): Promise<void> {
  const { alice, bob, carol, dora } = walk
  for (const person of [bob, carol, dora]) await relate(walk, alice, deed, person)
  await serve(walk)
  await checkPages(walk, { as: alice, ids: [dora.id, carol.id, bob.id] })
}

async function askToFollow(walk: Walk, ...people: Person[]): Promise<void> {
  await lock(walk, walk.alice)
  for (const person of people) await relate(walk, person, 'follow', walk.alice)
}
