import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { followFromPeer, meet } from '../support/acquaintances.ts'
import { account, deliver, remoteAccounts, startHome } from '../support/home.ts'
import { startPeer } from '../support/peer.ts'
import { publishedKeys } from '../support/peer-keys.ts'

const ACTIVITY_JSON = 'application/activity+json'
const JRD = { contentType: 'application/jrd+json' }

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
