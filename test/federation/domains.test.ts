import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import {
  blockDomain,
  changeDomainBlock,
  unblockDomain,
} from '../../src/features/instance/domain-blocks.ts'
import { purgeDomain } from '../../src/features/moderation/purge-domain.ts'
import { newKey } from '../../src/kernel/storage/keys.ts'
import { setAccount } from '../support/account-state.ts'
import { meet } from '../support/acquaintances.ts'
import { entityOf } from '../support/entities.ts'
import { about, followBy } from '../support/follow-activities.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { type NetworkUser, startNetwork } from '../support/network.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import type { TestServer } from '../support/server.ts'

type Choices = Parameters<typeof blockDomain>[2]

async function block({ app, settle }: TestServer, domain: string, choices: Choices) {
  const id = await app.transact((tx) => blockDomain(tx, domain, choices))
  await settle()
  return id
}

/** alice@home and bob@away follow each other, and carol@home follows alice. */
async function startFriends() {
  const network = await startNetwork(['home', 'away'])
  const alice = await network.signUp('alice@home')
  const bob = await network.signUp('bob@away')
  await alice.followRemote(bob)
  await bob.followRemote(alice)
  await network.settle()
  const home = network.server('home')
  return { network, home, away: network.server('away'), alice, bob }
}

async function relationship(user: NetworkUser, id: string) {
  const query = { id, with_suspended: true }
  return (await user.get('/api/v1/accounts/relationships', query)).json()[0]
}

test('a suspended domain disappears: accounts, posts, follows and what it says', async () => {
  const { network, home, alice, bob } = await startFriends()
  await using _ = network
  const seen = await alice.resolve(bob.handle)
  await bob.publish('hello from away')
  await bob.publish(`@${alice.handle} hello`)
  await network.settle()
  assert.equal((await alice.home()).length, 2)
  const [status] = await alice.home()

  await block(home, bob.domain, { severity: 'suspend' })
  await bob.publish('more of it')
  await network.settle()

  assert.deepEqual(await alice.home(), [])
  assert.deepEqual(
    (await alice.notifications()).map(({ type }) => type),
    ['severed_relationships'],
  )
  assert.deepEqual((await alice.get('/api/v1/timelines/public')).json(), [])
  assert.equal((await alice.get(`/api/v1/statuses/${status.id}`)).statusCode, 404)
  const account = (await alice.get(`/api/v1/accounts/${seen.id}`)).json()
  assert.partialDeepStrictEqual(account, { suspended: true, display_name: '' })
  assert.partialDeepStrictEqual(await relationship(alice, seen.id), {
    following: false,
    followed_by: false,
  })
  const own = (await alice.get('/api/v1/accounts/verify_credentials')).json()
  assert.deepEqual([own.followers_count, own.following_count], [0, 0])
  const found = await alice.search(bob.handle)
  assert.deepEqual([...found.accounts, ...found.statuses], [])
  assert.equal((await alice.post(`/api/v1/accounts/${seen.id}/follow`)).statusCode, 404)
  const peers = (await home.anonymous.get('/api/v1/instance/peers')).json()
  assert.deepEqual(peers, [])
})

test('a suspended domain is told which follows end, gets nothing else, and is asked nothing', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await both.deliver(bob, followBy(bob, both.aliceUri))
  await both.alice.post(`/api/v1/accounts/${await meet(both.home, bob)}/follow`)
  await both.settle()
  await both.deliver(bob, about('Accept', bob, both.peer.receivedOf('Follow')[0]))
  const stranger = both.peer.addActor('stranger')
  both.peer.received.length = 0
  both.peer.requests.length = 0

  await both.alice.publish('on its way when the block came')
  await block(both.home, both.peer.host, { severity: 'suspend' })
  await both.alice.publish('after')
  const found = await both.alice.search(stranger.handle)
  await both.alice.search(stranger.uri)
  await both.settle()

  assert.deepEqual(found.accounts, [])
  const told = both.peer.received.map(({ json }) => [
    json.type,
    json.object.type,
    json.object.actor,
  ])
  assert.deepEqual(told.sort(), [
    ['Reject', 'Follow', bob.uri],
    ['Undo', 'Follow', both.aliceUri],
  ])
  assert.deepEqual(both.peer.requests, [])
  const inbox = `${both.home.app.config.origin}/inbox`
  assert.equal((await both.peer.send(bob, followBy(bob, both.aliceUri), { inbox })).status, 403)
})

test('a suspended domain that does not answer is told later which follows end, and nothing else', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await both.deliver(bob, followBy(bob, both.aliceUri))
  both.peer.received.length = 0
  both.peer.inboxAnswer.status = 503

  for (let post = 1; post <= 40; post++) await both.alice.publish(`waits ${post}`)
  await block(both.home, both.peer.host, { severity: 'suspend' })
  both.peer.received.length = 0
  both.peer.inboxAnswer.status = 202
  both.home.clock.now += 7_200_000
  await both.settle()

  assert.deepEqual(
    both.peer.received.map(({ json }) => json.type),
    ['Reject'],
  )
})

test('a server that staff purge is told which follows end, blocked or not', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await both.deliver(bob, followBy(bob, both.aliceUri))
  await both.alice.post(`/api/v1/accounts/${await meet(both.home, bob)}/follow`)
  await both.settle()
  both.peer.received.length = 0

  const { domain } = await both.home.app.db
    .selectFrom('account')
    .select('domain')
    .where('uri', '=', bob.uri)
    .executeTakeFirstOrThrow()
  await both.home.app.transact(async (tx) => purgeDomain(tx, domain!, [both.peer.host]))
  await both.settle()

  const told = both.peer.received.map(({ json }) => json.type)
  assert.deepEqual(told.sort(), ['Reject', 'Undo'])
})

test('unblocking shows again what the block hid, but nothing that staff hid', async () => {
  const { network, home, alice, bob } = await startFriends()
  await using _ = network
  const rude = await network.signUp('rude@away')
  const [bobHere, rudeHere] = [await alice.resolve(bob.handle), await alice.resolve(rude.handle)]
  await bob.publish('hello')
  await network.settle()
  await setAccount(home, rudeHere, { suspended_at: 1, silenced_at: 1 })
  const id = await block(home, bob.domain, { severity: 'suspend' })

  await home.app.transact((tx) => unblockDomain(tx, id))
  await network.settle()

  const shown = (await alice.get(`/api/v1/accounts/${bobHere.id}`)).json()
  assert.equal(shown.suspended, undefined)
  assert.equal((await alice.get(`/api/v1/accounts/${bobHere.id}/statuses`)).json().length, 1)
  assert.equal((await alice.get('/api/v1/timelines/public?remote=true')).json().length, 1)
  const staffs = (await alice.get(`/api/v1/accounts/${rudeHere.id}`)).json()
  assert.deepEqual([staffs.suspended, staffs.limited], [true, true])
  // follows are not made again, and can be
  assert.partialDeepStrictEqual(await relationship(alice, bobHere.id), { following: false })
  await alice.followRemote(bob)
  await network.settle()
  assert.partialDeepStrictEqual(await relationship(alice, bobHere.id), { following: true })
})

test('a silenced domain is heard by followers only, people met later too', async () => {
  const { network, home, alice, bob } = await startFriends()
  await using _ = network
  const carol = await network.signUp('carol@home')
  const later = await network.signUp('later@away')
  await bob.publish('before')
  await network.settle()
  assert.equal((await carol.get('/api/v1/timelines/public')).json().length, 1)
  const id = await block(home, bob.domain, { severity: 'silence' })

  await bob.publish('quiet')
  await network.settle()

  assert.equal((await alice.home()).length, 2)
  assert.deepEqual((await carol.get('/api/v1/timelines/public')).json(), [])
  assert.equal((await alice.resolve(bob.handle)).limited, true)
  assert.equal((await carol.resolve(later.handle)).limited, true)
  await bob.followRemote(carol)
  await network.settle()
  const requests = (await carol.get('/api/v1/follow_requests')).json()
  assert.deepEqual(
    requests.map(({ acct }: { acct: string }) => acct),
    [bob.handle],
  )

  await home.app.transact((tx) => unblockDomain(tx, id))
  await network.settle()
  assert.equal((await carol.resolve(later.handle)).limited, undefined)
  assert.equal((await carol.get('/api/v1/timelines/public')).json().length, 1)
})

test('S-176 more severity takes effect on known accounts, less lets them go', async () => {
  const { network, home, alice, bob } = await startFriends()
  await using _ = network
  const { id: bobId } = await alice.resolve(bob.handle)
  const id = await block(home, bob.domain, { severity: 'noop' })
  const stateAfter = async (severity: 'noop' | 'silence' | 'suspend') => {
    await home.app.transact((tx) => changeDomainBlock(tx, id, { severity }))
    await home.settle()
    const account = (await alice.get(`/api/v1/accounts/${bobId}`)).json()
    return [account.suspended, account.limited]
  }

  assert.deepEqual(await stateAfter('silence'), [undefined, true])
  assert.deepEqual(await stateAfter('suspend'), [true, undefined])
  assert.deepEqual(await stateAfter('noop'), [undefined, undefined])
})

test('files of a domain whose media are taken no more are not kept', async () => {
  await using both = await startHomeAndPeer()
  const { app } = both.home
  const keys: Record<string, string> = {}
  for (const domain of ['evil.example', 'a.evil.example', 'nice.example']) {
    const id = await insertRemoteAccount(app, { username: 'bob', domain })
    const key = newKey('cache', 'png')
    await app.storage.put(key, Buffer.from('a picture'))
    const times = { used_at: app.clock(), created_at: app.clock() }
    const file = { source_url: `https://${domain}/a.png`, storage_key: key, bytes: 9, ...times }
    await app.database.transaction((db) =>
      db
        .insertInto('media_cache')
        .values({ id: `account/${id}/avatar`, content_type: 'image/png', ...file })
        .execute(),
    )
    keys[domain] = key
  }

  await block(both.home, 'evil.example', { severity: 'noop', reject_media: true })

  const kept = await app.db.selectFrom('media_cache').select('storage_key').execute()
  assert.deepEqual(kept, [{ storage_key: keys['nice.example'] }])
  assert.equal(await app.storage.open(keys['evil.example']!), null)
})

test('S-308 what is blocked is shown to whom the settings say', async () => {
  await using both = await startHomeAndPeer()
  const { home, alice } = both
  const shown = { severity: 'suspend', public_comment: 'spam' } as const
  await block(home, 'evil.example', { ...shown, obfuscate: true })
  await block(home, 'loud.example', { severity: 'silence', private_comment: 'secret' })
  await block(home, 'odd.example', { severity: 'noop', reject_media: true })
  const path = '/api/v1/instance/domain_blocks'

  assert.equal((await alice.get(path)).statusCode, 404)
  await home.set('domain_blocks_shown', 'users')
  assert.equal((await home.anonymous.get(path)).statusCode, 404)
  const list = entityOf(await alice.get(path), 'DomainBlock[]')
  const digest = (domain: string) => createHash('sha256').update(domain).digest('hex')
  assert.deepEqual(list, [
    { domain: 'loud.example', digest: digest('loud.example'), severity: 'silence' },
    { domain: 'evil.****ple', digest: digest('evil.example'), severity: 'suspend' },
  ])

  await home.set('domain_blocks_shown', 'everybody')
  await home.set('domain_block_comments_shown', 'users')
  const open = entityOf(await home.anonymous.get(path), 'DomainBlock[]')
  assert.equal('comment' in open[1], false)
  const users = entityOf(await alice.get(path), 'DomainBlock[]')
  assert.deepEqual(
    users.map(({ comment }: { comment: unknown }) => comment),
    [null, 'spam'],
  )
})

test('S-174 a block that its parent makes idle is refused', async () => {
  await using both = await startHomeAndPeer()
  const { app } = both.home
  const refused = (domain: string, choices: Choices) =>
    assert.rejects(
      app.transact((tx) => blockDomain(tx, domain, choices)),
      { statusCode: 422 },
      domain,
    )
  const add = (domain: string, choices: Choices) =>
    app.transact((tx) => blockDomain(tx, domain, choices))
  await add('a.example', { severity: 'suspend' })
  await add('b.example', { severity: 'silence', reject_media: true })

  await refused('A.example.', { severity: 'suspend' })
  await refused('x.a.example', { severity: 'silence' })
  await refused('x.b.example', { severity: 'noop', reject_media: true })
  await refused('x.b.example', { severity: 'silence' })
  await refused(both.home.app.config.domain, { severity: 'suspend' })
  await add('x.a.example', { severity: 'suspend' })
  await add('x.b.example', { severity: 'silence', reject_media: true })
  await add('y.b.example', { severity: 'suspend' })
})
