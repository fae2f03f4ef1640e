import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import type { PeerActor } from '../support/peer.ts'
import { signUpStaff } from '../support/staff.ts'

test('A117 whoever the staff suspended elsewhere learns nothing more of what named them', async () => {
  await using stage = await startHomeAndPeer()
  const { alice, peer } = stage
  const mallory = peer.addActor('mallory')
  await stage.deliver(mallory, { id: peer.url('/follow'), type: 'Follow', object: alice.uri })
  const direct = await alice.publish(`first @${mallory.handle}`, { visibility: 'direct' })
  const open = await alice.publish('for everybody')
  await stage.settle()
  const read = async (url: string) => (await peer.get(url, { actor: mallory })).status
  assert.deepEqual([await read(direct.uri), await read(open.uri)], [200, 200])

  await suspend(stage, mallory)
  await alice.put(`/api/v1/statuses/${direct.id}`, { status: `second @${mallory.handle}` })
  await stage.settle()

  assert.deepEqual(peer.receivedOf('Update'), [])
  assert.deepEqual([await read(direct.uri), await read(open.uri)], [404, 200])
  const outbox = await peer.get(`${alice.uri}/outbox?page=true`, { actor: mallory })
  assert.deepEqual(
    outbox.json.orderedItems.map(({ object }: { object: { id: string } }) => object.id),
    [open.uri],
  )
  // what they have already is to go
  await alice.delete(`/api/v1/statuses/${direct.id}`)
  await stage.settle()
  assert.equal(peer.receivedOf('Delete').length, 1)
})

test('A117 where requests must be signed, that of a suspended actor is refused', async () => {
  await using stage = await startHomeAndPeer({ secureMode: true })
  const { alice, peer } = stage
  const mallory = peer.addActor('mallory')
  const { uri } = await alice.publish('for everybody')
  const read = async () => (await peer.get(uri, { actor: mallory })).status
  assert.equal(await read(), 200)

  await suspend(stage, mallory)

  assert.equal(await read(), 403)
})

async function suspend({ home }: HomeAndPeer, { uri }: PeerActor): Promise<void> {
  const staff = await signUpStaff(home, 'staff', ['manageUsers', 'manageReports'])
  const { id } = await home.app.db
    .selectFrom('account')
    .select('id')
    .where('uri', '=', uri)
    .executeTakeFirstOrThrow()
  const answer = await staff.post(`/api/v1/admin/accounts/${id}/action`, { type: 'suspend' })
  assert.equal(answer.statusCode, 200, answer.body)
  await home.settle()
}
