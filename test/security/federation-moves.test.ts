import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meet } from '../support/acquaintances.ts'
import { account, deliver, startHome } from '../support/home.ts'
import { type PeerActor, startPeer } from '../support/peer.ts'

test('A21 a Move counts only with a back-reference, by its own actor, to one that has not moved on', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  const alice = await at.network.signUp('alice@home')
  const old = peer.addActor('old')
  const silent = peer.addActor('silent')
  const fresh = peer.addActor('fresh', { document: { alsoKnownAs: [old.uri] } })
  const onward = peer.addActor('onward', {
    document: { alsoKnownAs: [old.uri], movedTo: fresh.uri },
  })
  fresh.document.alsoKnownAs.push(onward.uri)
  const { id } = await alice.resolve(old.handle)
  await meet(at.home, onward)
  await at.home.settle()
  const followed = await alice.post(`/api/v1/accounts/${id}/follow`)
  assert.equal(followed.statusCode, 200, followed.body)
  await at.home.settle()
  const [follow] = peer.receivedOf('Follow')
  await deliver(at, peer, old, { type: 'Accept', object: follow })
  const moveTo = (target: PeerActor, actor = old, object = old) =>
    deliver(at, peer, actor, { type: 'Move', object: object.uri, target: target.uri })

  await moveTo(silent)
  await moveTo(onward)
  await moveTo(fresh, silent)
  await moveTo(old)
  const before = await account(at.home, id)
  const asked = peer.receivedOf('Follow').length
  await moveTo(fresh)
  const after = await account(at.home, id)

  assert.equal(before.moved, undefined)
  assert.equal(asked, 1)
  assert.equal(after.moved.acct, `fresh@${peer.host}`)
  assert.equal(peer.receivedOf('Follow').at(-1).object, fresh.uri)
})

test('A21 the account that somebody moves to is asked anew, and only once in thirty days', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  const old = peer.addActor('old')
  const first = peer.addActor('first')
  const second = peer.addActor('second', { document: { alsoKnownAs: [old.uri] } })
  const id = await meet(at.home, old)
  await meet(at.home, first)
  first.document.alsoKnownAs = [old.uri]
  const moveTo = (target: PeerActor) =>
    deliver(at, peer, old, { type: 'Move', object: old.uri, target: target.uri })
  const movedTo = async () => (await account(at.home, id)).moved?.acct

  await moveTo(first)
  const once = await movedTo()
  await moveTo(second)
  const twice = await movedTo()
  at.home.clock.now += 31 * 86_400_000
  await peer.send(
    old,
    { type: 'Move', object: old.uri, target: second.uri },
    { inbox: at.inbox, clockAhead: 31 * 86_400_000 },
  )
  await at.home.settle()
  const later = await movedTo()

  assert.equal(once, `first@${peer.host}`)
  assert.equal(twice, `first@${peer.host}`)
  assert.equal(later, `second@${peer.host}`)
})

test('A21 a profile that names another place shows it only if that place names it too', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  const silent = peer.addActor('silent')
  const old = peer.addActor('old')
  const fresh = peer.addActor('fresh', { document: { alsoKnownAs: [old.uri] } })
  const id = await meet(at.home, old)
  const movedTo = async (target: PeerActor) => {
    const object = { ...old.document, movedTo: target.uri }
    old.document = object
    await deliver(at, peer, old, { type: 'Update', object })
    return (await account(at.home, id)).moved?.acct
  }

  assert.equal(await movedTo(silent), undefined)
  assert.equal(await movedTo(fresh), `fresh@${peer.host}`)
  assert.equal(await movedTo(silent), undefined)
})
