import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/features/moderation/delete-account.ts'
import { setAccount } from '../support/account-state.ts'
import { followFromPeer, meet } from '../support/acquaintances.ts'
import { type Network, type NetworkUser, startNetwork } from '../support/network.ts'
import { startPeer } from '../support/peer.ts'
import { PASSWORD } from '../support/server.ts'

type Servers = 'home' | 'away'

/** Lets what waits for further changes happen. */
async function settleLater(network: Network<Servers>): Promise<void> {
  for (const name of ['home', 'away'] as const) network.server(name).clock.now += 10_000
  await network.settle()
}

/** The account of somebody as another one's server has it. */
// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
async function seen(viewer: NetworkUser, other: NetworkUser): Promise<any> {
  return viewer.resolve(other.handle)
}

async function follow(
  network: Network<Servers>,
  follower: NetworkUser,
  other: NetworkUser,
): Promise<void> {
  await follower.followRemote(other)
  await network.settle()
}

const aliases = '/api/rookery/v1/account/aliases'
const move = '/api/rookery/v1/account/move'

test('a profile is shown elsewhere as it was saved last; many savings are sent as one', async () => {
  await using network = await startNetwork(['home'])
  await using peer = await startPeer()
  const alice = await network.signUp('alice@home')
  const bob = peer.addActor('bob')
  const home = network.server('home')
  await followFromPeer(home, bob, alice)
  await network.settle()
  home.stopClock()

  for (let time = 1; time <= 10; time++) {
    const body = { display_name: `Alice ${time}`, note: 'New' }
    const saved = await alice.patch('/api/v1/accounts/update_credentials', body)
    assert.equal(saved.statusCode, 200, saved.body)
    await network.settle()
  }
  home.clock.now += 10_000
  await network.settle()

  const updates = peer.receivedOf('Update')
  assert.equal(updates.length, 1)
  assert.partialDeepStrictEqual(updates[0], {
    actor: alice.uri,
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    object: { id: alice.uri, type: 'Person', name: 'Alice 10', summary: '<p>New</p>' },
  })
})

test('what changes in a profile is seen on the other server', async () => {
  await using network = await startNetwork(['home', 'away'])
  const alice = await network.signUp('alice@home')
  const bob = await network.signUp('bob@away')
  await follow(network, bob, alice)
  const before = await seen(bob, alice)

  await alice.patch('/api/v1/accounts/update_credentials', {
    display_name: 'Alice the second',
    bot: true,
    locked: true,
    fields_attributes: [{ name: 'Site', value: 'https://example.org' }],
  })
  await settleLater(network)

  const after = await seen(bob, alice)
  assert.equal(after.id, before.id)
  assert.equal(before.display_name, '')
  assert.partialDeepStrictEqual(after, {
    display_name: 'Alice the second',
    bot: true,
    locked: true,
    fields: [{ name: 'Site' }],
  })
})

test('an account that is deleted goes from the other server with all that it did', async () => {
  await using network = await startNetwork(['home', 'away'])
  const alice = await network.signUp('alice@home')
  const bob = await network.signUp('bob@away')
  await follow(network, bob, alice)
  const { id } = await seen(bob, alice)
  await alice.publish('soon gone')
  await network.settle()
  const [status] = await bob.home()
  assert.equal(status?.account.id, id)
  const reblogged = await bob.post(`/api/v1/statuses/${status.id}/reblog`)
  assert.equal(reblogged.statusCode, 200, reblogged.body)

  const { app } = network.server('home')
  await app.transact((tx) => deleteAccount(tx, alice.id))
  await settleLater(network)

  assert.equal((await bob.get(`/api/v1/accounts/${id}`)).statusCode, 404)
  assert.deepEqual(await bob.home(), [])
  const own = (await bob.get('/api/v1/accounts/verify_credentials')).json()
  assert.equal(own.following_count, 0)
  assert.deepEqual((await bob.search(alice.handle)).accounts, [])
  const left = await network
    .server('away')
    .app.db.selectFrom('status')
    .select('id')
    .where('deleted_at', 'is', null)
    .execute()
  assert.deepEqual(left, [])
})

test('an account that is deleted is taken from servers that never followed it', async () => {
  await using network = await startNetwork(['home'])
  await using peer = await startPeer()
  const alice = await network.signUp('alice@home')
  const { app } = network.server('home')
  await meet(network.server('home'), peer.addActor('bob'))
  await meet(network.server('home'), peer.addActor('carol'))

  await app.transact((tx) => deleteAccount(tx, alice.id))
  await network.settle()

  const deletes = peer.receivedOf('Delete')
  assert.equal(deletes.length, 1)
  assert.partialDeepStrictEqual(deletes[0], { actor: alice.uri, object: alice.uri })
})

test('an account that is suspended is so on the other server, until it is not', async () => {
  await using network = await startNetwork(['home', 'away'])
  const home = network.server('home')
  const alice = await network.signUp('alice@home')
  const bob = await network.signUp('bob@away')
  await follow(network, bob, alice)
  await alice.patch('/api/v1/accounts/update_credentials', { display_name: 'Alice' })
  await settleLater(network)
  const { id } = await seen(bob, alice)
  const look = async () => (await bob.get(`/api/v1/accounts/${id}`)).json()

  await setAccount(home, alice, { suspended_at: home.clock.now })
  await home.app.transact(async (tx) => tx.emit({ type: 'account.suspended', accountId: alice.id }))
  await settleLater(network)
  const suspended = await look()
  await setAccount(home, alice, { suspended_at: null })
  await home.app.transact(async (tx) => tx.emit({ type: 'account.updated', accountId: alice.id }))
  await settleLater(network)
  const back = await look()

  assert.partialDeepStrictEqual(suspended, { suspended: true, display_name: '' })
  assert.equal(back.suspended, undefined)
  assert.equal(back.display_name, 'Alice')
})

test('aliases are named by handle, listed and taken away', async () => {
  await using network = await startNetwork(['home', 'away'])
  const alice = await network.signUp('alice@home')
  const old = await network.signUp('old@away')

  const added = await alice.post(aliases, { acct: `@${old.handle}` })
  const again = await alice.post(aliases, { acct: old.handle.toUpperCase() })
  const listed = await alice.get(aliases)
  const self = await alice.post(aliases, { acct: 'alice' })
  const nobody = await alice.post(aliases, { acct: `nobody@${old.domain}` })
  const removed = await alice.delete(aliases, { acct: old.handle })
  const twice = await alice.delete(aliases, { acct: old.handle })

  assert.equal(added.statusCode, 200, added.body)
  assert.deepEqual(added.json(), [{ uri: old.uri, acct: old.handle }])
  assert.deepEqual(again.json(), added.json())
  assert.deepEqual(listed.json(), added.json())
  assert.equal(self.statusCode, 422)
  assert.equal(nobody.statusCode, 422)
  assert.equal(removed.statusCode, 200, removed.body)
  assert.deepEqual(removed.json(), [])
  assert.equal(twice.statusCode, 404)
})

test('who moves takes the followers along, from both servers', async () => {
  await using network = await startNetwork(['home', 'away'])
  const alice = await network.signUp('alice@home')
  const neighbour = await network.signUp('neighbour@home')
  const fresh = await network.signUp('fresh@away')
  const bob = await network.signUp('bob@away')
  await neighbour.follow(alice)
  await follow(network, bob, alice)
  await fresh.post(aliases, { acct: alice.handle })

  const moved = await alice.post(move, { acct: fresh.handle, password: PASSWORD })
  await settleLater(network)
  await settleLater(network)

  assert.equal(moved.statusCode, 200, moved.body)
  assert.equal(moved.json().moved.acct, fresh.handle)
  const onAway = await seen(bob, alice)
  assert.equal(onAway.moved.id, fresh.id)
  const followers = (await fresh.get(`/api/v1/accounts/${fresh.id}/followers`)).json()
  const names = followers.map(({ acct }: { acct: string }) => acct).sort()
  assert.deepEqual(names, ['bob', neighbour.handle])
  const left = (await alice.get(`/api/v1/accounts/${alice.id}/followers`)).json()
  assert.deepEqual(left, [])
})

test('a move needs the password, the alias and thirty days since the last one', async () => {
  await using network = await startNetwork(['home', 'away'])
  const alice = await network.signUp('alice@home')
  const fresh = await network.signUp('fresh@away')
  const other = await network.signUp('other@home')
  const to = (acct: string, password = PASSWORD) => alice.post(move, { acct, password })
  const reasonOf = async (reply: ReturnType<typeof to>) => {
    const { statusCode, body } = await reply
    assert.equal(statusCode, 422, body)
    return JSON.parse(body).error as string
  }

  assert.match(await reasonOf(to(fresh.handle, 'wrong')), /password/i)
  assert.match(await reasonOf(to('nobody')), /no account/)
  assert.match(await reasonOf(to('alice')), /itself/)
  assert.match(await reasonOf(to(fresh.handle)), /alias/)
  await fresh.post(aliases, { acct: alice.handle })
  await other.post(aliases, { acct: alice.handle })
  const done = await to(fresh.handle)
  assert.equal(done.statusCode, 200, done.body)
  const repeated = await to(fresh.handle)
  assert.equal(repeated.statusCode, 200, repeated.body)
  assert.match(await reasonOf(to(other.handle)), /30 days/)

  const back = await alice.delete(move)
  assert.equal(back.statusCode, 200, back.body)
  assert.equal(back.json().moved, undefined)
  assert.match(await reasonOf(to(other.handle)), /30 days/)
  network.server('home').clock.now += 31 * 86_400_000
  const later = await to(other.handle)
  assert.equal(later.statusCode, 200, later.body)
})

test('an account to which nobody moved back is shown as moved only if both say so', async () => {
  await using network = await startNetwork(['home'])
  await using peer = await startPeer()
  const home = network.server('home')
  const alice = await network.signUp('alice@home')
  const fresh = peer.addActor('fresh')
  const old = peer.addActor('old', { document: { movedTo: fresh.uri } })

  const claimed = await alice.resolve(old.handle)
  await network.settle()
  const before = (await alice.get(`/api/v1/accounts/${claimed.id}`)).json()
  fresh.document.alsoKnownAs = [old.uri]
  home.clock.now += 86_500_000
  await alice.resolve(old.handle)
  await network.settle()
  const after = (await alice.get(`/api/v1/accounts/${claimed.id}`)).json()

  assert.equal(before.moved, undefined)
  assert.equal(after.moved.acct, `fresh@${peer.host}`)
})
