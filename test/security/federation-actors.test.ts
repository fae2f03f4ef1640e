import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meet } from '../support/acquaintances.ts'
import { account, deliver, remoteAccounts, startHome } from '../support/home.ts'
import { type Json, startPeer } from '../support/peer.ts'
import { makeKey, publishedKeys } from '../support/peer-keys.ts'

const YEAR = 31_536_000_000

test('A02 a key that names somebody else as its owner is not theirs', async () => {
  await using at = await startHome()
  await using victims = await startPeer()
  await using peer = await startPeer()
  const victim = victims.addActor('victim')
  const id = await meet(at.home, victim)
  const evil = makeKey('rsa', peer.url('/keys/1'))
  const { publicKey } = publishedKeys(victim.uri, [evil]) as Json
  peer.serve('/keys/1', { ...publicKey, id: evil.uri })
  peer.serve('/keys/2', { id: peer.url('/keys/2'), type: 'Key', publicKey: { ...publicKey } })
  const update = { type: 'Update', object: { ...victim.document, name: 'owned' } }

  const statuses = []
  for (const keyId of [evil.uri, peer.url('/keys/2')]) {
    const { status } = await peer.send(victim, update, {
      inbox: at.inbox,
      keyId,
      privateKey: evil.privateKey,
    })
    statuses.push(status)
  }
  await at.home.settle()

  assert.deepEqual(statuses, [401, 401])
  assert.equal((await account(at.home, id)).display_name, 'victim')
})

test('A02 an actor that does not list a key itself does not have it', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  const bob = peer.addActor('bob')
  const id = await meet(at.home, bob)
  const unlisted = makeKey('rsa', `${bob.uri}/other-key`)
  const { publicKey } = publishedKeys(bob.uri, [unlisted]) as Json
  peer.serve('/users/bob/other-key', publicKey)
  const update = { type: 'Update', object: { ...bob.document, name: 'changed' } }

  const { status } = await peer.send(bob, update, {
    inbox: at.inbox,
    keyId: unlisted.uri,
    privateKey: unlisted.privateKey,
  })
  await at.home.settle()

  assert.equal(status, 401)
  assert.equal((await account(at.home, id)).display_name, 'bob')
})

test('A02 a key with a document of its own counts where the actor lists it', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  const bob = peer.addActor('bob')
  const key = makeKey('rsa', `${bob.uri}/main-key`)
  peer.serve('/users/bob/main-key', {
    ...(publishedKeys(bob.uri, [key]).publicKey as Json),
    id: key.uri,
  })
  bob.document.publicKey = key.uri
  const update = { type: 'Update', object: { ...bob.document, name: 'changed' } }

  const { status } = await peer.send(bob, update, {
    inbox: at.inbox,
    keyId: key.uri,
    privateKey: key.privateKey,
  })
  await at.home.settle()

  assert.equal(status, 202)
  const [row] = await remoteAccounts(at.home)
  assert.equal(row?.display_name, 'changed')
})

test('A02 a key that an actor no longer lists is not its key any more', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  const bob = peer.addActor('bob')
  const id = await meet(at.home, bob)
  const fresh = makeKey('rsa', `${bob.uri}#second`)
  const changed = {
    ...bob.document,
    ...publishedKeys(bob.uri, [fresh]),
    name: 'with a new key',
  }

  const first = await deliver(at, peer, bob, { type: 'Update', object: changed })
  bob.document = changed
  const old = await deliver(at, peer, bob, {
    type: 'Update',
    object: { ...changed, name: 'by the old key' },
  })

  assert.equal(first, 202)
  assert.equal(old, 401)
  assert.equal((await account(at.home, id)).display_name, 'with a new key')
})

test('A09 an actor is who its own address says, wherever it was found', async () => {
  await using at = await startHome()
  await using victims = await startPeer()
  await using peer = await startPeer()
  const victim = victims.addActor('victim')
  const alice = await at.network.signUp('alice@home')
  peer.serve('/users/fake', { ...victim.document, name: 'fake' })
  peer.serve('/users/missing', { ...victim.document, id: victims.url('/users/nobody') })
  const bob = peer.addActor('bob')
  peer.serve('/@bob', () => bob.document)

  const found = await alice.search(peer.url('/users/fake'))
  const missing = await alice.search(peer.url('/users/missing'))
  const byPage = await alice.resolve(peer.url('/@bob'))

  assert.deepEqual(
    found.accounts.map(({ display_name }: Json) => display_name),
    ['victim'],
  )
  assert.deepEqual(missing.accounts, [])
  assert.equal(byPage.uri, bob.uri)
  assert.equal((await remoteAccounts(at.home)).length, 2)
})

test('A11 no spelling of our own address, and no user part, makes an actor of another origin', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  const alice = await at.network.signUp('alice@home')
  const { host } = new URL(at.home.app.config.origin)
  const tricks = [
    `http://${peer.host}@${host}/users/alice`,
    `http://${host}.:80/users/alice`,
    `${at.home.app.config.origin.replace('http', 'HTTP')}/users/alice`,
  ]
  for (const id of tricks) {
    const bob = peer.addActor('bob', { document: { id } })
    assert.deepEqual((await alice.search(bob.uri)).accounts, [], id)
  }

  assert.deepEqual(await remoteAccounts(at.home), [])
})

test('A11 a port makes another server', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  await using other = await startPeer()
  const alice = await at.network.signUp('alice@home')
  const bob = peer.addActor('bob')
  bob.document.followers = other.url('/users/bob/followers')
  bob.document.outbox = other.url('/users/bob/outbox')

  await alice.resolve(bob.uri)

  const addresses = await at.home.app.db.selectFrom('remote_actor').selectAll().execute()
  assert.equal(addresses.length, 1)
  assert.partialDeepStrictEqual(addresses[0], {
    host: peer.host,
    followers_uri: null,
    outbox_uri: null,
  })
})

test('A14 nobody but an actor itself changes its profile', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  await using elsewhere = await startPeer()
  const victim = peer.addActor('victim')
  const neighbour = peer.addActor('neighbour')
  const stranger = elsewhere.addActor('stranger')
  const id = await meet(at.home, victim)
  const object = { ...victim.document, name: 'owned' }

  const near = await deliver(at, peer, neighbour, { type: 'Update', object })
  const far = await deliver(at, elsewhere, stranger, { type: 'Update', object })
  const swapped = await deliver(at, elsewhere, stranger, {
    type: 'Update',
    object: { ...stranger.document, id: victim.uri, name: 'owned' },
  })

  assert.deepEqual([near, far, swapped], [202, 202, 202])
  assert.equal((await account(at.home, id)).display_name, 'victim')
})

test('A14 what an actor takes along from another origin is left out', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  await using elsewhere = await startPeer()
  const victim = elsewhere.addActor('victim')
  const bob = peer.addActor('bob')
  const id = await meet(at.home, bob)
  await meet(at.home, victim)
  const stolen = { ...publishedKeys(bob.uri, victim.keys), name: 'bob with more' }

  const status = await deliver(at, peer, bob, {
    type: 'Update',
    object: { ...bob.document, ...stolen, followers: victim.document.followers },
  })

  assert.equal(status, 202)
  assert.equal((await account(at.home, id)).display_name, 'bob with more')
  const { actors } = at.home.app.federation
  const key = await actors.findKey(at.home.app, victim.keys[0]!.uri)
  assert.equal(key?.owner.uri, victim.uri)
})

test('A15 nobody but an actor itself takes it away', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  await using elsewhere = await startPeer()
  const victim = peer.addActor('victim')
  const neighbour = peer.addActor('neighbour')
  const stranger = elsewhere.addActor('stranger')
  const id = await meet(at.home, victim)

  const statuses = [
    await deliver(at, peer, neighbour, { type: 'Delete', object: victim.uri }),
    await deliver(at, elsewhere, stranger, { type: 'Delete', object: victim.uri }),
    await deliver(at, elsewhere, stranger, {
      type: 'Delete',
      object: { id: victim.uri, type: 'Person' },
    }),
  ]
  const kept = await account(at.home, id)
  const own = await deliver(at, peer, victim, { type: 'Delete', object: victim.uri })
  const gone = await account(at.home, id)

  assert.deepEqual([...statuses, own], [202, 202, 202, 202])
  assert.equal(kept.username, 'victim')
  assert.equal(gone, null)
})

test('A20 nobody signed up in the future or before 1970', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  const now = at.home.clock.now
  const future = new Date(now + 10 * YEAR).toISOString()
  const tomorrow = peer.addActor('tomorrow', { document: { published: future } })
  const ancient = peer.addActor('ancient', { document: { published: '1815-12-10T00:00:00Z' } })
  const honest = peer.addActor('honest', { document: { published: '2017-04-01T00:00:00Z' } })

  const ids = [await meet(at.home, tomorrow), await meet(at.home, ancient)]
  const honestId = await meet(at.home, honest)

  for (const id of ids) {
    const { created_at } = await account(at.home, id)
    const day = Math.floor(now / 86_400_000) * 86_400_000
    assert.equal(created_at, new Date(day).toISOString())
  }
  assert.equal((await account(at.home, honestId)).created_at, '2017-04-01T00:00:00.000Z')
})
