import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockDomain } from '../../src/features/instance/domain-blocks.ts'
import { meet } from '../support/acquaintances.ts'
import { about, blockBy, followBy } from '../support/follow-activities.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import { type Json, type PeerActor, startPeer } from '../support/peer.ts'

/** `follower target` of all follows, requests and blocks, by federation id. */
async function relations({ home }: HomeAndPeer): Promise<Record<string, string[]>> {
  const of = async (table: 'follow' | 'follow_request' | 'block') => {
    const rows = await home.app.db
      .selectFrom(table)
      .innerJoin('account as one', 'one.id', `${table}.account_id`)
      .innerJoin('account as other', 'other.id', `${table}.target_id`)
      .select(['one.uri as from', 'other.uri as to'])
      .execute()
    return rows.map(({ from, to }) => `${from} ${to}`).sort()
  }
  return {
    follow: await of('follow'),
    follow_request: await of('follow_request'),
    block: await of('block'),
  }
}

async function ask(both: HomeAndPeer, actor: PeerActor): Promise<Json> {
  const id = await meet(both.home, actor)
  const response = await both.alice.post(`/api/v1/accounts/${id}/follow`)
  assert.equal(response.statusCode, 200, response.body)
  await both.settle()
  return both.peer.receivedOf('Follow').at(-1)
}

test('A17: an Accept for a Follow that was never sent changes nothing', async () => {
  await using both = await startHomeAndPeer()
  const mallory = both.peer.addActor('mallory')
  const uri = `${both.aliceUri}#follows/1`
  const never = { id: uri, type: 'Follow', actor: both.aliceUri, object: mallory.uri }
  const { id: _, ...nameless } = never

  for (const object of [never, uri, nameless, [never], { ...never, actor: mallory.uri }]) {
    await both.deliver(mallory, about('Accept', mallory, object))
  }

  assert.deepEqual(await relations(both), { follow: [], follow_request: [], block: [] })
})

test('A17: an Accept or a Reject by a third party changes nothing', async () => {
  await using both = await startHomeAndPeer()
  const [bob, mallory] = [both.peer.addActor('bob'), both.peer.addActor('mallory')]
  const follow = await ask(both, bob)
  const asked = await relations(both)
  const { id: _, ...nameless } = follow
  const shapes = [follow, follow.id, nameless, { ...follow, object: mallory.uri }]

  for (const type of ['Accept', 'Reject']) {
    for (const object of shapes) await both.deliver(mallory, about(type, mallory, object))
    assert.deepEqual(await relations(both), asked, type)
  }
  await both.deliver(bob, about('Accept', bob, follow))
  const following = await relations(both)
  assert.deepEqual(following.follow, [`${both.aliceUri} ${bob.uri}`])
  for (const object of shapes) {
    await both.deliver(mallory, about('Reject', mallory, object))
    await both.deliver(mallory, about('Undo', mallory, about('Accept', bob, object)))
    await both.deliver(mallory, about('Undo', mallory, about('Accept', mallory, object)))
  }

  assert.deepEqual(await relations(both), following)
})

test('A17: nobody accepts or rejects between people of other servers, or of ours', async () => {
  await using both = await startHomeAndPeer()
  const [bob, mallory] = [both.peer.addActor('bob'), both.peer.addActor('mallory')]
  const carol = await both.signUp('carol')
  await carol.patch('/api/v1/accounts/update_credentials', { locked: true })
  await both.alice.post(`/api/v1/accounts/${carol.id}/follow`)
  await both.deliver(bob, followBy(bob, carol.uri))
  const before = await relations(both)
  assert.equal(before.follow_request?.length, 2)

  for (const follower of [both.aliceUri, bob.uri]) {
    const object = { type: 'Follow', actor: follower, object: carol.uri }
    await both.deliver(mallory, about('Accept', mallory, object))
    await both.deliver(mallory, about('Reject', mallory, object))
  }

  assert.deepEqual(await relations(both), before)
})

test('A15: nobody undoes what somebody else did', async () => {
  await using both = await startHomeAndPeer()
  const [bob, mallory] = [both.peer.addActor('bob'), both.peer.addActor('mallory')]
  const carol = await both.signUp('carol')
  const follow = followBy(bob, both.aliceUri)
  const block = blockBy(bob, carol.uri)
  await both.deliver(bob, follow)
  await both.deliver(bob, block)
  const before = await relations(both)

  for (const object of [follow, follow.id, block, block.id, { ...follow, actor: undefined }]) {
    await both.deliver(mallory, about('Undo', mallory, object))
  }

  assert.deepEqual(await relations(both), before)
  assert.deepEqual([before.follow?.length, before.block?.length], [1, 1])
})

test('A15: who undoes in advance what is another’s keeps nothing from coming', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const bob = both.peer.addActor('bob')
  const follow = followBy(bob, both.aliceUri)
  for (const mallory of [other.addActor('mallory'), both.peer.addActor('neighbour')]) {
    await both.deliver(mallory, about('Undo', mallory, follow.id))
    await both.deliver(mallory, about('Undo', mallory, { ...follow, actor: mallory.uri }))
  }

  await both.deliver(bob, follow)

  assert.deepEqual((await relations(both)).follow, [`${bob.uri} ${both.aliceUri}`])
})

test('a Follow cannot be made to belong to somebody else', async () => {
  await using both = await startHomeAndPeer()
  const [bob, mallory] = [both.peer.addActor('bob'), both.peer.addActor('mallory')]
  const follow = followBy(bob, both.aliceUri)
  await both.deliver(bob, follow)

  // the same id, by somebody else of the same server
  await both.deliver(mallory, { ...follow, actor: mallory.uri })
  await both.deliver(mallory, about('Undo', mallory, follow.id))

  const { follow: follows } = await relations(both)
  assert.ok(follows?.includes(`${bob.uri} ${both.aliceUri}`), String(follows))
})

test('A24: a Follow from a blocked account is answered 202 and comes to nothing', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await both.alice.post(`/api/v1/accounts/${await meet(both.home, bob)}/block`)
  await both.settle()

  await both.deliver(bob, followBy(bob, both.aliceUri))

  const { follow, follow_request } = await relations(both)
  assert.deepEqual([follow, follow_request], [[], []])
  assert.deepEqual(await both.alice.notifications(), [])
})

test('A24: a Follow from a suspended account comes to nothing', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const id = await meet(both.home, bob)
  await both.home.app.transact(async (tx) => {
    await tx.db.updateTable('account').set({ suspended_at: 1 }).where('id', '=', id).execute()
  })

  await both.deliver(bob, followBy(bob, both.aliceUri))

  assert.deepEqual(await relations(both), { follow: [], follow_request: [], block: [] })
})

test('A11 A24: every spelling of a suspended domain is refused, and so is what lies below it', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await meet(both.home, bob)
  const { app } = both.home
  const { actors } = app.federation
  await app.transact((tx) => blockDomain(tx, 'ÉVIL.example.', { severity: 'suspend' }))
  await app.transact((tx) => blockDomain(tx, both.peer.host, { severity: 'suspend' }))

  for (const host of [
    'xn--vil-9la.example',
    'XN--VIL-9LA.Example',
    'évil.example',
    'xn--vil-9la.example.',
    'xn--vil-9la.example:8443',
    'a.b.xn--vil-9la.example',
    both.peer.host,
  ]) {
    assert.equal(await actors.federatesWith(app, host), false, host)
  }
  for (const host of ['notxn--vil-9la.example', 'example', '127.0.0.1:1']) {
    assert.equal(await actors.federatesWith(app, host), true, host)
  }
  const inbox = `${app.config.origin}/inbox`
  const answer = await both.peer.send(bob, followBy(bob, both.aliceUri), { inbox })
  assert.equal(answer.status, 403, answer.body)
})

test('only who is followed starts a comparison of followers, and only at its own origin', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const [bob, mallory] = [both.peer.addActor('bob'), both.peer.addActor('mallory')]
  await both.deliver(bob, about('Accept', bob, await ask(both, bob)))
  const empty = { type: 'OrderedCollection', orderedItems: [] }
  for (const peer of [both.peer, other]) peer.serve('/sync', { id: peer.url('/sync'), ...empty })
  const digest = 'ff'.repeat(32)
  const send = async (actor: PeerActor, collectionId: string, url: string) => {
    const header = `collectionId="${collectionId}", url="${url}", digest="${digest}"`
    const inbox = `${both.home.app.config.origin}/inbox`
    const headers = { 'collection-synchronization': header }
    const activity = about('Undo', actor, `${actor.uri}/nothing`)
    await both.peer.send(actor, activity, { inbox, headers })
    await both.settle()
  }

  await send(mallory, `${bob.uri}/followers`, both.peer.url('/sync'))
  await send(bob, `${mallory.uri}/followers`, both.peer.url('/sync'))
  await send(bob, `${bob.uri}/followers`, other.url('/sync'))
  await send(bob, `${bob.uri}/followers`, `${both.aliceUri}/followers_synchronization`)

  assert.equal(both.peer.count('/sync') + other.count('/sync'), 0)
  assert.deepEqual((await relations(both)).follow, [`${both.aliceUri} ${bob.uri}`])
  await send(bob, `${bob.uri}/followers`, both.peer.url('/sync'))
  assert.equal(both.peer.count('/sync'), 1)
  assert.deepEqual((await relations(both)).follow, [])
})
