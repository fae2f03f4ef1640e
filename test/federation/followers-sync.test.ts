import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { followFromPeer, meet } from '../support/acquaintances.ts'
import { about, followBy } from '../support/follow-activities.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import { type NetworkUser, startNetwork } from '../support/network.ts'
import { type PeerActor, startPeer } from '../support/peer.ts'

const ACCEPT = { accept: 'application/activity+json' }

/** As FEP-8fcf says, worked out in another way than the server does. */
function digestOf(uris: readonly string[]): string {
  const hashes = uris.map((uri) => BigInt(`0x${createHash('sha256').update(uri).digest('hex')}`))
  return hashes
    .reduce((sum, hash) => sum ^ hash, 0n)
    .toString(16)
    .padStart(64, '0')
}

async function document(both: HomeAndPeer, path: string, as?: NetworkUser) {
  const client = as ?? both.home.anonymous
  const response = await client.send('GET', path, undefined, ACCEPT)
  assert.equal(response.statusCode, 200, response.body)
  assert.match(String(response.headers['content-type']), /^application\/activity\+json/)
  return response.json()
}

test('followers and following are collections in pages, newest first', async () => {
  await using both = await startHomeAndPeer()
  const uris: string[] = []
  for (let at = 0; at < 43; at++) {
    const actor = both.peer.addActor(`actor${at}`)
    await followFromPeer(both.home, actor, both.alice)
    uris.unshift(actor.uri)
  }
  const carol = await both.signUp('carol')
  await carol.follow(both.alice)

  const whole = await document(both, '/users/alice/followers')
  assert.partialDeepStrictEqual(whole, {
    id: `${both.aliceUri}/followers`,
    type: 'OrderedCollection',
    totalItems: 44,
  })
  assert.equal(whole.orderedItems, undefined)
  const { pathname, search } = new URL(whole.first)
  const first = await document(both, pathname + search)
  assert.partialDeepStrictEqual(first, {
    id: whole.first,
    type: 'OrderedCollectionPage',
    partOf: whole.id,
  })
  const next = new URL(first.next)
  const second = await document(both, next.pathname + next.search)
  assert.equal(first.orderedItems.length, 40)
  assert.equal(second.next, undefined)
  assert.deepEqual([...first.orderedItems, ...second.orderedItems], [carol.uri, ...uris])

  const following = await document(both, '/users/carol/following')
  assert.equal(following.totalItems, 1)
  const page = new URL(following.first)
  const { orderedItems } = await document(both, page.pathname + page.search)
  assert.deepEqual(orderedItems, [both.aliceUri])
})

test('a hidden network shows how many, not who', async () => {
  await using both = await startHomeAndPeer()
  await followFromPeer(both.home, both.peer.addActor('bob'), both.alice)
  await both.alice.patch('/api/v1/accounts/update_credentials', { hide_collections: true })

  for (const name of ['followers', 'following']) {
    const whole = await document(both, `/users/alice/${name}`)
    assert.equal(whole.totalItems, name === 'followers' ? 1 : 0)
    assert.equal(whole.first, undefined)
    const page = `/users/alice/${name}?page=true`
    const response = await both.home.anonymous.send('GET', page, undefined, ACCEPT)
    assert.equal(response.statusCode, 403, response.body)
  }
})

test('nobody who is missing has collections', async () => {
  await using both = await startHomeAndPeer()
  await both.home.signUp('waiting', { confirmed: false })

  for (const name of ['nobody', 'waiting']) {
    for (const path of ['followers', 'following', 'followers?page=true']) {
      const response = await both.home.anonymous.get(`/users/${name}/${path}`)
      assert.equal(response.statusCode, 404, path)
    }
  }
})

test('who of a server follows is told to that server alone, and only if it signs', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const [bob, carl] = [both.peer.addActor('bob'), both.peer.addActor('carl')]
  const dave = other.addActor('dave')
  for (const actor of [bob, carl, dave]) await followFromPeer(both.home, actor, both.alice)
  const url = `${both.aliceUri}/followers_synchronization`

  assert.equal((await both.peer.get(url)).status, 401)
  const ours = await both.peer.get(url, { actor: bob })
  assert.equal(ours.status, 200, ours.body)
  assert.partialDeepStrictEqual(ours.json, { id: url, type: 'OrderedCollection' })
  assert.deepEqual(ours.json.orderedItems.toSorted(), [bob.uri, carl.uri])
  assert.match(String(ours.headers['cache-control']), /private|no-store/)
  assert.deepEqual((await other.get(url, { actor: dave })).json.orderedItems, [dave.uri])
  // one that was never seen before, such as its instance actor
  const stranger = both.peer.addActor('stranger')
  assert.deepEqual((await both.peer.get(url, { actor: stranger })).json.orderedItems.length, 2)
})

test('a post for followers tells each server whom of it we know to follow, and no other post does', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const [bob, carl] = [both.peer.addActor('bob'), both.peer.addActor('carl')]
  const dave = other.addActor('dave')
  const deliver = async (actor: PeerActor) => both.deliver(actor, followBy(actor, both.aliceUri))
  for (const actor of [bob, carl, dave]) await deliver(actor)
  const headerAt = async (peer: typeof other, visibility: string) => {
    peer.received.length = 0
    await both.alice.publish('hello', { visibility })
    await both.settle()
    const [create] = peer.received.filter(({ json }) => json.type === 'Create')
    assert.ok(create, visibility)
    return create.headers['collection-synchronization']
  }
  const header = (digest: string) =>
    `collectionId="${both.aliceUri}/followers", url="${both.aliceUri}/followers_synchronization", digest="${digest}"`

  assert.equal(await headerAt(both.peer, 'private'), header(digestOf([bob.uri, carl.uri])))
  assert.equal(await headerAt(other, 'private'), header(digestOf([dave.uri])))

  await both.deliver(carl, about('Undo', carl, followBy(carl, both.aliceUri)))
  assert.equal(await headerAt(both.peer, 'private'), header(digestOf([bob.uri])))
})

test('people who follow at once are all counted', async () => {
  await using both = await startHomeAndPeer()
  const actors = Array.from({ length: 20 }, (_, at) => both.peer.addActor(`actor${at}`))
  for (const actor of actors) await meet(both.home, actor)

  await Promise.all(actors.map((actor) => followFromPeer(both.home, actor, both.alice)))

  const { db } = both.home.app
  const rows = await db.selectFrom('follower_digest').select('digest').execute()
  assert.deepEqual(rows, [{ digest: digestOf(actors.map(({ uri }) => uri)) }])
})

test('two servers count the same followers', async () => {
  await using network = await startNetwork(['home', 'away'])
  const [alice, carol] = [await network.signUp('alice@home'), await network.signUp('carol@home')]
  const bob = await network.signUp('bob@away')
  for (const user of [alice, carol]) await user.followRemote(bob)
  await network.settle()

  for (const name of ['home', 'away'] as const) {
    const { db } = network.server(name).app
    const rows = await db.selectFrom('follower_digest').select('digest').execute()
    assert.deepEqual(rows, [{ digest: digestOf([alice.uri, carol.uri]) }], name)
  }
})

test('a server that counts the same followers is not asked who they are', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await both.alice.post(`/api/v1/accounts/${await meet(both.home, bob)}/follow`)
  await both.settle()
  await both.deliver(bob, about('Accept', bob, both.peer.receivedOf('Follow')[0]))
  const url = both.peer.url('/sync')
  both.peer.serve('/sync', { id: url, type: 'OrderedCollection', orderedItems: [both.aliceUri] })

  await compare(both, bob, digestOf([both.aliceUri]))
  assert.equal(both.peer.count('/sync'), 0)
  await compare(both, bob, digestOf([]))
  assert.equal(both.peer.count('/sync'), 1)
  assert.deepEqual(await followersOf(both.home.app.db, bob.uri), [both.aliceUri])
})

test('a follow that only one of two servers knows ends when they compare', async () => {
  await using network = await startNetwork(['home', 'away'])
  const [alice, carol] = [await network.signUp('alice@home'), await network.signUp('carol@home')]
  const [dora, erin] = [await network.signUp('dora@home'), await network.signUp('erin@home')]
  const bob = await network.signUp('bob@away')
  for (const user of [alice, carol, dora]) await user.followRemote(bob)
  await network.settle()
  const home = network.server('home').app
  const away = network.server('away').app
  // carol's is only known at home, dora's only away; erin's was taken, but home did not hear of it
  await away.transact(async (tx) => {
    const { id } = await tx.db
      .selectFrom('account')
      .select('id')
      .where('uri', '=', carol.uri)
      .executeTakeFirstOrThrow()
    await tx.db.deleteFrom('follow').where('account_id', '=', id).execute()
    await tx.db.deleteFrom('follower_digest').execute()
  })
  await home.transact(async (tx) => {
    await tx.db.deleteFrom('follow').where('account_id', '=', dora.id).execute()
  })
  await erin.followRemote(bob)
  await network.settle()
  await home.transact(async (tx) => {
    const follow = await tx.db
      .deleteFrom('follow')
      .where('account_id', '=', erin.id)
      .returning(['id', 'account_id', 'target_id', 'show_reblogs', 'notify', 'uri', 'created_at'])
      .executeTakeFirstOrThrow()
    await tx.db.insertInto('follow_request').values(follow).execute()
  })

  await bob.publish('for followers', { visibility: 'private' })
  await network.settle()

  const atHome = await followersOf(home.db, bob.uri)
  assert.deepEqual(atHome, [alice.uri, erin.uri].sort())
  assert.deepEqual(await followersOf(away.db, bob.uri), atHome)
  await bob.publish('once more', { visibility: 'private' })
  await network.settle()
  const digest = digestOf(atHome)
  for (const { db } of [home, away]) {
    assert.deepEqual(await db.selectFrom('follower_digest').select('digest').execute(), [
      { digest },
    ])
  }
})

test('a list that cannot be read whole ends no follow', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await both.alice.post(`/api/v1/accounts/${await meet(both.home, bob)}/follow`)
  await both.settle()
  await both.deliver(bob, about('Accept', bob, both.peer.receivedOf('Follow')[0]))
  const url = both.peer.url('/sync')
  const first = `${url}?page=1`
  const collection = { id: url, type: 'OrderedCollection', totalItems: 1 }
  const broken = [
    { ...collection, first },
    { ...collection, first: { type: 'OrderedCollectionPage', orderedItems: [], next: first } },
    'nonsense',
  ]
  for (const answer of broken) {
    both.peer.serve('/sync', (asked) => (asked.path.includes('page') ? 'nonsense' : answer))
    await compare(both, bob, digestOf([]))
  }

  assert.ok(both.peer.count('/sync') >= broken.length)
  assert.deepEqual(await followersOf(both.home.app.db, bob.uri), [both.aliceUri])
})

/** Something comes from the peer, with what it counts as followers of an actor, listed at `/sync`. */
async function compare(both: HomeAndPeer, actor: PeerActor, digest: string): Promise<void> {
  const url = both.peer.url('/sync')
  const header = `collectionId="${actor.uri}/followers", url="${url}", digest="${digest}"`
  await both.peer.send(actor, about('Undo', actor, `${actor.uri}/nothing`), {
    inbox: `${both.home.app.config.origin}/inbox`,
    headers: { 'collection-synchronization': header },
  })
  await both.settle()
}

type Db = HomeAndPeer['home']['app']['db']

async function followersOf(db: Db, uri: string): Promise<string[]> {
  const rows = await db
    .selectFrom('follow')
    .innerJoin('account as one', 'one.id', 'follow.account_id')
    .innerJoin('account as other', 'other.id', 'follow.target_id')
    .select('one.uri')
    .where('other.uri', '=', uri)
    .execute()
  return rows.map((row) => row.uri).sort()
}
