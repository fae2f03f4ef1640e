import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { followFromPeer, meet } from '../support/acquaintances.ts'
import { startNetwork } from '../support/network.ts'
import { type Json, type Peer, type PeerActor, startPeer } from '../support/peer.ts'
import { makeKey, publishedKeys } from '../support/peer-keys.ts'
import type { TestServer } from '../support/server.ts'

const ACTIVITY_JSON = 'application/activity+json'
const JRD = { contentType: 'application/jrd+json' }
const YEAR = 31_536_000_000

async function startHome() {
  const network = await startNetwork(['home'])
  const home = network.server('home')
  const inbox = `${home.app.config.origin}/inbox`
  return { network, home, inbox, [Symbol.asyncDispose]: () => network[Symbol.asyncDispose]() }
}

/** Sends an activity and lets it have its effect. @returns the status of the answer */
async function deliver(
  { home, inbox }: { home: TestServer; inbox: string },
  peer: Peer,
  actor: PeerActor,
  activity: Record<string, Json>,
): Promise<number> {
  const { status } = await peer.send(actor, activity, { inbox })
  await home.settle()
  return status
}

// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
async function account(home: TestServer, id: string): Promise<any> {
  const reply = await home.anonymous.get(`/api/v1/accounts/${id}`)
  return reply.statusCode === 200 ? reply.json() : null
}

function remoteAccounts({ app }: TestServer) {
  return app.db.selectFrom('account').selectAll().where('domain', 'is not', null).execute()
}

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

test('A23 a suspended account stays so with another name, address, handle or after it was gone', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  await using names = await startPeer()
  const alice = await at.network.signUp('alice@home')
  const bad = peer.addActor('bad')
  const id = await meet(at.home, bad)
  await setAccount(at.home, { id }, { suspended_at: at.home.clock.now })
  const describe = (uri: string, subject: string) => {
    const links = [{ rel: 'self', type: ACTIVITY_JSON, href: uri }]
    for (const server of [peer, names]) {
      server.serve('/.well-known/webfinger', { subject: `acct:${subject}`, links }, JRD)
    }
  }
  const isSuspended = async () => {
    const rows = await remoteAccounts(at.home)
    return rows.length === 1 && rows[0]!.suspended_at !== null
  }

  await deliver(at, peer, bad, {
    type: 'Update',
    object: { ...bad.document, name: 'good', suspended: false },
  })
  assert.ok(await isSuspended(), 'after an Update')

  peer.serve('/@alias', () => bad.document)
  await alice.search(peer.url('/@alias'))
  assert.ok(await isSuspended(), 'by another address')

  describe(bad.uri, `bad@${names.host}`)
  await alice.search(`bad@${names.host}`)
  assert.ok(await isSuspended(), 'by another handle')

  const uri = peer.url('/actors/7')
  const again = { ...bad.document, id: uri, inbox: `${uri}/inbox`, ...publishedKeys(uri, bad.keys) }
  peer.serve('/actors/7', again)
  describe(uri, `bad@${names.host}`)
  await alice.search(uri)
  assert.ok(await isSuspended(), 'with another id')

  await deliver(at, peer, { ...bad, uri, document: again }, { type: 'Delete', object: uri })
  await alice.search(uri)
  assert.ok(await isSuspended(), 'after it was gone')
  assert.deepEqual((await account(at.home, id))?.display_name ?? '', '')
})

test('A23 whoever takes the handle of a suspended account takes its place', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  const alice = await at.network.signUp('alice@home')
  const bad = peer.addActor('bad')
  const sleeper = peer.addActor('sleeper')
  const id = await meet(at.home, bad)
  const sleeperId = await meet(at.home, sleeper)
  await setAccount(at.home, { id }, { suspended_at: at.home.clock.now })
  const links = [{ rel: 'self', type: ACTIVITY_JSON, href: sleeper.uri }]
  peer.serve('/.well-known/webfinger', { subject: `acct:bad@${peer.host}`, links }, JRD)

  await deliver(at, peer, sleeper, {
    type: 'Update',
    object: { ...sleeper.document, preferredUsername: 'bad' },
  })
  await alice.search(`bad@${peer.host}`)

  const rows = await remoteAccounts(at.home)
  const row = rows.find((one) => one.id === sleeperId)
  assert.equal(row?.username, 'bad')
  assert.ok(row.suspended_at !== null)
})

test('A23 its server cannot lift a suspension that was decided here', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  const bad = peer.addActor('bad', { document: { suspended: true } })
  const mild = peer.addActor('mild', { document: { suspended: true } })
  const badId = await meet(at.home, bad)
  const mildId = await meet(at.home, mild)
  const byStaff = { suspended_at: at.home.clock.now, suspended_by_origin: false }
  await setAccount(at.home, { id: badId }, byStaff)
  const both = [await account(at.home, badId), await account(at.home, mildId)]

  for (const actor of [bad, mild]) {
    const object = { ...actor.document, suspended: false }
    await deliver(at, peer, actor, { type: 'Update', object })
  }

  assert.deepEqual(
    both.map(({ suspended }) => suspended),
    [true, true],
  )
  assert.equal((await account(at.home, badId)).suspended, true)
  assert.equal((await account(at.home, mildId)).suspended, undefined)
})

test('a follower that is deleted and comes back does not follow again', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  const alice = await at.network.signUp('alice@home')
  const bob = peer.addActor('bob')
  const id = await followFromPeer(at.home, bob, alice)

  await deliver(at, peer, bob, { type: 'Delete', object: bob.uri })
  const gone = await account(at.home, id)
  const back = await alice.resolve(bob.uri)
  await at.home.settle()

  assert.equal(gone, null)
  assert.equal(back.id, id)
  assert.equal(back.display_name, 'bob')
  assert.equal((await account(at.home, alice.id)).followers_count, 0)
})

test('A23 who is suspended here only takes things back', async () => {
  await using at = await startHome()
  await using peer = await startPeer()
  const alice = await at.network.signUp('alice@home')
  const carol = await at.network.signUp('carol@home')
  const bad = peer.addActor('bad')
  const id = await followFromPeer(at.home, bad, alice)
  const status = await alice.publish('hello')
  await setAccount(at.home, { id }, { suspended_at: at.home.clock.now })

  const like = { id: `${bad.uri}#likes/1`, type: 'Like', object: status.uri }
  const liked = await deliver(at, peer, bad, like)
  const wish = { id: `${bad.uri}#follows/2`, type: 'Follow', object: carol.uri }
  const asked = await deliver(at, peer, bad, wish)
  const block = { id: `${bad.uri}#blocks/3`, type: 'Block', object: carol.uri }
  const blocked = await deliver(at, peer, bad, block)
  const follow = { type: 'Follow', id: `${bad.uri}#follows/${alice.id}`, object: alice.uri }
  const undone = await deliver(at, peer, bad, {
    type: 'Undo',
    object: { ...follow, actor: bad.uri },
  })

  assert.deepEqual([liked, asked, blocked, undone], [202, 202, 202, 202])
  assert.equal((await account(at.home, carol.id)).followers_count, 0)
  const [relationship] = (
    await carol.get('/api/v1/accounts/relationships', { id, with_suspended: true })
  ).json()
  assert.equal(relationship.blocked_by, false)
  const shown = (await alice.get(`/api/v1/statuses/${status.id}`)).json()
  assert.equal(shown.favourites_count, 0)
  assert.equal((await account(at.home, alice.id)).followers_count, 0)
})
