import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityOf } from '../support/entities.ts'
import { uploadPicture } from '../support/media-api.ts'
import { startTestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const OWN = '/api/rookery/v1/admin/reports'

async function file(by: TestUser, about: TestUser, statusIds: string[]) {
  const body = { account_id: about.id, status_ids: statusIds }
  return entityOf(await by.post('/api/v1/reports', body), 'Report')
}

test('S-151 posts are deleted because of a report: a strike names them, and they stay as long', async () => {
  await using server = await startTestServer()
  server.runner.start()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const mona = await server.signUp('mona', { role: 'Moderator' })
  const [one, two] = [await bob.publish('one'), await bob.publish('two')]
  const { id } = await file(alice, bob, [one.id])

  const body = { status_ids: [one.id, two.id], text: 'no spam here' }
  const report = entityOf(await mona.post(`${OWN}/${id}/statuses/delete`, body), 'Admin::Report')

  assert.equal(report.action_taken, true)
  assert.equal(report.action_taken_by_account.id, mona.id)
  for (const status of [one, two]) {
    assert.equal((await bob.get(`/api/v1/statuses/${status.id}`)).statusCode, 404)
  }
  const [told] = (await bob.get('/api/v1/notifications')).json()
  assert.equal(told.type, 'moderation_warning')
  assert.partialDeepStrictEqual(told.moderation_warning, {
    action: 'delete_statuses',
    text: 'no spam here',
    status_ids: [one.id, two.id],
  })
  server.clock.now += 5 * 86_400_000
  await server.settle()
  const later = entityOf(await mona.get(`/api/v1/admin/reports/${id}`), 'Admin::Report')
  assert.match(later.statuses[0].content, /one/)
  assert.deepEqual([report.deleted_status_ids, later.deleted_status_ids], [[one.id], [one.id]])
})

test('posts are marked as sensitive because of a report: those it names', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const mona = await server.signUp('mona', { role: 'Moderator' })
  const media = await uploadPicture(bob)
  const status = await bob.publish('look', { media_ids: [media.id] })
  const { id } = await file(alice, bob, [status.id])

  const response = await mona.post(`${OWN}/${id}/statuses/mark_sensitive`)

  const report = entityOf(response, 'Admin::Report')
  assert.deepEqual([report.action_taken, report.statuses[0].sensitive], [true, true])
  assert.equal((await bob.get(`/api/v1/statuses/${status.id}`)).json().sensitive, true)
})

test('S-065 nothing is done to posts of whoever stands as high, or that are somebody else’s', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const mona = await server.signUp('mona', { role: 'Moderator' })
  const peer = await signUpStaff(server, 'peer', ['manageReports'], 10)
  const bob = await server.signUp('bob')
  const byPeer = await peer.publish('by the staff')
  const byBob = await bob.publish('by bob')
  const aboutPeer = await file(alice, peer, [byPeer.id])
  const aboutBob = await file(alice, bob, [])

  const refused = [
    [403, await mona.post(`${OWN}/${aboutPeer.id}/statuses/delete`)],
    [422, await mona.post(`${OWN}/${aboutBob.id}/statuses/delete`)],
    [404, await mona.post(`${OWN}/${aboutBob.id}/statuses/delete`, { status_ids: [byPeer.id] })],
  ] as const

  for (const [status, response] of refused) assert.equal(response.statusCode, status, response.body)
  for (const { id } of [byPeer, byBob]) {
    assert.equal((await alice.get(`/api/v1/statuses/${id}`)).statusCode, 200)
  }
  const entries = await server.app.db.selectFrom('audit_entry').selectAll().execute()
  assert.deepEqual(entries, [])
})

test('A67 each look at a post for few in a report is kept, and of posts for all none', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const mona = await server.signUp('mona', { role: 'Moderator' })
  const owner = await server.signUp('owner', { role: 'Owner' })
  const open = await bob.publish('for all')
  const direct = await bob.publish('for @alice', { visibility: 'direct' })
  const { id: plain } = await file(owner, bob, [open.id])
  const { id } = await file(mona, bob, [])
  const { id: about } = await file(alice, bob, [direct.id, open.id])
  const looks = async () =>
    (await owner.get('/api/rookery/v1/admin/audit_log?action=read_statuses')).json()

  for (const one of [plain, id]) await mona.get(`/api/v1/admin/reports/${one}`)
  assert.deepEqual(await looks(), [])
  const shown = await mona.get(`/api/v1/admin/reports/${about}`)
  await mona.get('/api/v1/admin/reports')
  await mona.post(`/api/v1/admin/reports/${about}/unassign`)

  assert.equal(shown.json().statuses.length, 2)
  const kept = await looks()
  assert.equal(kept.length, 3)
  for (const look of kept) {
    assert.deepEqual(look.target, { type: 'report', id: about, label: '@bob' })
    assert.deepEqual(look.details, { status_ids: [direct.id] })
    assert.equal(look.account.id, mona.id)
  }
  const history = await mona.get(`${OWN}/${about}/history`)
  assert.equal(history.statusCode, 200, history.body)
  assert.doesNotMatch(history.body, /read_statuses/)
})
