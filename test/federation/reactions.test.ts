import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNetwork } from '../support/network.ts'

const path = (id: string, emoji: string) =>
  `/api/v1/pleroma/statuses/${id}/reactions/${encodeURIComponent(emoji)}`

test('a reaction reaches the other server, and goes when it is taken back', async () => {
  await using network = await startNetwork(['home', 'away'] as const)
  const alice = await network.signUp('alice@home')
  const bob = await network.signUp('bob@away')
  await bob.followRemote(alice)
  await network.settle()
  const status = await alice.publish('hello')
  await network.settle()
  const [seen] = await bob.home()
  const reactions = async () =>
    (await alice.get(`/api/v1/statuses/${status.id}`)).json().emoji_reactions

  const reacted = await bob.put(path(seen.id, '🎉'))
  await network.settle()
  const there = await reactions()
  await bob.delete(path(seen.id, '🎉'))
  await network.settle()

  assert.equal(reacted.statusCode, 200, reacted.body)
  assert.deepEqual(there, [{ name: '🎉', count: 1, me: false, url: null, static_url: null }])
  assert.deepEqual(await reactions(), [])
})
