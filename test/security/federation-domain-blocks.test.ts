import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followOnPeer } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'

test('A84 to a server that somebody blocks for themselves none of their posts is shown', async () => {
  for (const secureMode of [false, true]) {
    await using both = await startHomeAndPeer({ secureMode })
    const { alice, home, peer } = both
    const [bob, carl] = [peer.addActor('bob'), peer.addActor('carl')]
    for (const actor of [bob, carl]) await followOnPeer(home, alice, actor)
    await both.settle()
    const open = await alice.publish('for everybody')
    const named = await alice.publish(`@carl@${peer.host} to you`, { visibility: 'private' })
    await alice.post(`/api/v1/statuses/${open.id}/reblog`)
    const paths = [open, named].flatMap(({ id }) =>
      ['', '/activity', '/replies', '/likes', '/shares'].map(
        (part) => `/users/alice/statuses/${id}${part}`,
      ),
    )
    const seen = async () => {
      const found: number[] = []
      for (const path of paths) {
        found.push((await peer.get(home.app.config.origin + path, { actor: carl })).status)
      }
      return found
    }
    const outbox = async () => {
      const address = `${home.app.config.origin}/users/alice/outbox?page=true`
      return (await peer.get(address, { actor: carl })).json
    }
    assert.deepEqual(
      await seen(),
      paths.map(() => 200),
    )
    assert.equal((await outbox()).orderedItems.length, 3)

    await alice.post('/api/v1/domain_blocks', { domain: peer.host })
    await both.settle()

    assert.deepEqual(
      await seen(),
      paths.map(() => 404),
    )
    const { orderedItems, next } = await outbox()
    assert.deepEqual([orderedItems, next], [[], undefined])
    await alice.delete('/api/v1/domain_blocks', { domain: peer.host })
    assert.deepEqual(
      await seen(),
      paths.map(() => 200),
    )
  }
})
