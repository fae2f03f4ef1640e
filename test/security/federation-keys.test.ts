import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meet } from '../support/acquaintances.ts'
import { startPeer } from '../support/peer.ts'
import { startPeerAndHome } from '../support/peer-and-home.ts'
import { makeKey, publishedKeys } from '../support/peer-keys.ts'

test('A02 nobody lists a key under an id of another server, not even of one never seen', async () => {
  await using stage = await startPeerAndHome()
  await using victims = await startPeer()
  const { home, peer } = stage
  const victim = victims.addActor('victim')
  const [theirs] = victim.keys
  const forged = [makeKey('rsa', theirs!.uri), makeKey('ed25519', `${victim.uri}#ed25519-key`)]
  const document = publishedKeys(peer.url('/users/bob'), forged)

  await meet(home, peer.addActor('bob', { document }))

  const { actors } = home.app.federation
  for (const { uri } of forged) {
    assert.equal(await actors.findKey(home.app, uri), null, uri)
  }
  const follow = { id: `${victim.uri}#1`, type: 'Follow', object: stage.alice.uri }
  const answer = await victims.send(victim, follow, { inbox: stage.url() })
  assert.equal(answer.status, 202)
  assert.deepEqual(await stage.followersOfAlice(), [victim.uri])
})

test('A02 a key that says that it is somebody else’s is nobody’s who lists it', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  const victim = peer.addActor('victim')
  const key = makeKey('rsa', `${peer.url('/users/bob')}#second`)
  const document = publishedKeys(victim.uri, [key])
  const bob = peer.addActor('bob', { document })

  const follow = { id: `${bob.uri}#1`, type: 'Follow', object: stage.alice.uri }
  const send = (actor: typeof bob) =>
    peer.send(
      actor,
      { ...follow, actor: actor.uri },
      { inbox: stage.url(), keyId: key.uri, privateKey: key.privateKey },
    )

  assert.equal((await send(bob)).status, 401)
  assert.equal((await send(victim)).status, 401)
  assert.deepEqual(await stage.followersOfAlice(), [])
})
