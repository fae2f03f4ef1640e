import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOfType } from '../../src/kernel/activitypub/as2.ts'
import { meet } from '../support/acquaintances.ts'
import { about, blockBy, followBy } from '../support/follow-activities.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import type { Json, PeerActor } from '../support/peer.ts'
import type { TestServer } from '../support/server.ts'

/** How alice and somebody on the peer stand, as alice sees it. */
async function standing(both: HomeAndPeer, actor: PeerActor) {
  const id = await meet(both.home, actor)
  const [found] = (await both.alice.get('/api/v1/accounts/relationships', { id })).json()
  return found
}

async function alicesFollow(both: HomeAndPeer, actor: PeerActor): Promise<Json> {
  const id = await meet(both.home, actor)
  const response = await both.alice.post(`/api/v1/accounts/${id}/follow`)
  assert.equal(response.statusCode, 200, response.body)
  await both.settle()
  return both.peer.receivedOf('Follow').at(-1)
}

test('a Follow is accepted with the Follow in it, and again when it comes again', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const first = followBy(bob, both.aliceUri)

  await both.deliver(bob, first)
  await both.deliver(bob, first)
  await both.deliver(bob, { ...first, id: `${bob.uri}#follows/2` })

  const accepts = both.peer.receivedOf('Accept')
  assert.deepEqual(
    accepts.map(({ actor, object }) => [actor, object.id, object.actor, object.object]),
    [1, 1, 2].map((n) => [both.aliceUri, `${bob.uri}#follows/${n}`, bob.uri, both.aliceUri]),
  )
  assert.equal(
    both.peer.received.every(({ path }) => path === '/users/bob/inbox'),
    true,
  )
  assert.partialDeepStrictEqual(await standing(both, bob), { followed_by: true })
  const account = (await both.alice.get('/api/v1/accounts/verify_credentials')).json()
  assert.equal(account.followers_count, 1)
})

test('a locked account is asked; a silenced follower always asks', async () => {
  await using both = await startHomeAndPeer()
  const [bob, carl] = [both.peer.addActor('bob'), both.peer.addActor('carl')]
  await both.alice.patch('/api/v1/accounts/update_credentials', { locked: true })

  await both.deliver(bob, followBy(bob, both.aliceUri))
  assert.partialDeepStrictEqual(await standing(both, bob), { requested_by: true })
  assert.deepEqual(both.peer.receivedOf('Accept'), [])

  await both.alice.patch('/api/v1/accounts/update_credentials', { locked: false })
  const carlId = await meet(both.home, carl)
  await both.home.app.transact(async (tx) => {
    await tx.db.updateTable('account').set({ silenced_at: 1 }).where('id', '=', carlId).execute()
  })
  await both.deliver(carl, followBy(carl, both.aliceUri))
  assert.partialDeepStrictEqual(await standing(both, carl), { requested_by: true })
})

test('whoever is blocked, and whoever follows somebody who is gone, is told so', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const moved = await both.signUp('moved')
  const suspended = await both.signUp('suspended')
  await both.alice.post(`/api/v1/accounts/${await meet(both.home, bob)}/block`)
  await both.settle()
  await both.home.app.transact(async (tx) => {
    const change = (id: string, columns: object) =>
      tx.db.updateTable('account').set(columns).where('id', '=', id).execute()
    await change(moved.id, { moved_to_id: both.alice.id })
    await change(suspended.id, { suspended_at: 1 })
  })

  for (const [at, target] of [both.alice, moved, suspended].entries()) {
    await both.deliver(bob, followBy(bob, target.uri, `${bob.uri}#follows/${at}`))
  }

  assert.deepEqual(
    both.peer.receivedOf('Reject').map(({ actor, object }) => [actor, object.id]),
    [both.aliceUri, moved.uri, suspended.uri].map((uri, at) => [uri, `${bob.uri}#follows/${at}`]),
  )
  assert.deepEqual(await both.home.app.db.selectFrom('follow').select('id').execute(), [])
})

test('an Accept counts in every shape that servers send', async () => {
  await using both = await startHomeAndPeer()
  const shapes: Record<string, (follow: Json) => Json> = {
    whole: (follow) => follow,
    id: (follow) => follow.id,
    list: (follow) => [follow],
    nameless: ({ actor, object }) => ({ type: 'Follow', actor, object }),
    renamed: (follow) => ({ ...follow, id: `${both.peer.origin}/rewritten` }),
  }

  for (const [name, shape] of Object.entries(shapes)) {
    const bob = both.peer.addActor(name)
    const follow = await alicesFollow(both, bob)
    assert.partialDeepStrictEqual(follow, { actor: both.aliceUri, object: bob.uri })
    assert.partialDeepStrictEqual(await standing(both, bob), { requested: true, following: false })

    await both.deliver(bob, about('Accept', bob, shape(follow)))
    await both.deliver(bob, about('Accept', bob, shape(follow)))

    assert.partialDeepStrictEqual(await standing(both, bob), { requested: false, following: true })
  }
  const account = (await both.alice.get('/api/v1/accounts/verify_credentials')).json()
  assert.equal(account.following_count, Object.keys(shapes).length)
})

test('a Reject turns a request down and ends a follow; an Undo of an Accept makes it wait again', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const first = await alicesFollow(both, bob)
  await both.deliver(bob, about('Reject', bob, first))
  assert.partialDeepStrictEqual(await standing(both, bob), { requested: false, following: false })

  const second = await alicesFollow(both, bob)
  assert.notEqual(second.id, first.id)
  const accept = about('Accept', bob, second)
  await both.deliver(bob, accept)
  await both.deliver(bob, about('Undo', bob, accept))
  assert.partialDeepStrictEqual(await standing(both, bob), { requested: true, following: false })
  assert.equal(both.peer.receivedOf('Follow').length, 2)

  await both.deliver(bob, accept)
  assert.partialDeepStrictEqual(await standing(both, bob), { following: true })
  await both.deliver(bob, about('Reject', bob, second.id))
  assert.partialDeepStrictEqual(await standing(both, bob), { requested: false, following: false })
  const account = (await both.alice.get('/api/v1/accounts/verify_credentials')).json()
  assert.equal(account.following_count, 0)
})

test('an Undo ends a follow, a request and a block, named or embedded', async () => {
  await using both = await startHomeAndPeer()
  const [bob, carl] = [both.peer.addActor('bob'), both.peer.addActor('carl')]
  for (const [actor, named] of [
    [bob, false],
    [carl, true],
  ] as const) {
    const objectOf = (activity: Json) => (named ? activity.id : activity)
    const follow = followBy(actor, both.aliceUri)
    await both.deliver(actor, follow)
    assert.partialDeepStrictEqual(await standing(both, actor), { followed_by: true })
    await both.deliver(actor, about('Undo', actor, objectOf(follow)))
    assert.partialDeepStrictEqual(await standing(both, actor), { followed_by: false })

    const block = blockBy(actor, both.aliceUri)
    await both.deliver(actor, block)
    assert.partialDeepStrictEqual(await standing(both, actor), { blocked_by: true })
    await both.deliver(actor, about('Undo', actor, objectOf(block)))
    assert.partialDeepStrictEqual(await standing(both, actor), { blocked_by: false })
  }
})

test('a Block ends follows both ways, silently', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await both.deliver(bob, followBy(bob, both.aliceUri))
  await both.deliver(bob, about('Accept', bob, await alicesFollow(both, bob)))
  const before = both.peer.received.length

  await both.deliver(bob, blockBy(bob, both.aliceUri))

  assert.partialDeepStrictEqual(await standing(both, bob), {
    blocked_by: true,
    following: false,
    followed_by: false,
  })
  assert.equal(both.peer.received.length, before)
})

test('whatever order a Follow, a Block and their Undos come in, however often, they end the same', async () => {
  await using both = await startHomeAndPeer()
  let names = 0
  for (const make of [followBy, blockBy]) {
    const orders = [
      [0, 1],
      [1, 0],
      [1, 0, 0],
      [0, 1, 1],
      [1, 0, 1, 0],
      [0, 0, 1, 1, 0],
    ]
    for (const order of orders) {
      const actor = both.peer.addActor(`actor${names++}`)
      const done = make(actor, both.aliceUri)
      const history = [done, about('Undo', actor, names % 2 === 0 ? done : done.id)]

      for (const at of order) await both.deliver(actor, history[at])

      const found = await standing(both, actor)
      assert.deepEqual([found.followed_by, found.blocked_by], [false, false], String(order))
    }
  }
})

/** As if all activities that wait had come within one ms, and stood in the table with the Undos last. */
async function inOneMillisecond({ app }: TestServer): Promise<void> {
  await app.transact(async ({ db }) => {
    const waiting = await db
      .selectFrom('job')
      .selectAll()
      .where('kind', '=', 'federation.receive')
      .orderBy('id')
      .execute()
    const [undos = [], others = []] = [true, false].map((isUndo) =>
      waiting.filter(({ payload }) => isUndo === isOfType(payload.activity, ['Undo'])),
    )
    const run_at = Math.min(...waiting.map((job) => job.run_at))
    await db.deleteFrom('job').where('kind', '=', 'federation.receive').execute()
    for (const { payload, ...job } of [...others, ...undos]) {
      const text = JSON.stringify(payload)
      await db
        .insertInto('job')
        .values({ ...job, run_at, payload: text })
        .execute()
    }
  })
}

// Misskey, Pixelfed and WordPress give each Follow of one account by another the same id
for (const isBehind of [false, true]) {
  test(`who takes a Follow or a Block back and sends the same bytes again means it${isBehind ? ', also to a server that is behind' : ''}`, async () => {
    await using both = await startHomeAndPeer()
    const inbox = `${both.home.app.config.origin}/inbox`
    const send = async (actor: PeerActor, activity: Json) => {
      const answer = await both.peer.send(actor, activity, { inbox })
      assert.equal(answer.status, 202, answer.body)
      if (!isBehind) await both.settle()
    }
    const [bob, carl] = [both.peer.addActor('bob'), both.peer.addActor('carl')]
    const [follow, block] = [followBy(bob, both.aliceUri), blockBy(carl, both.aliceUri)]

    for (const activity of [follow, about('Undo', bob, follow), follow]) await send(bob, activity)
    for (const activity of [block, about('Undo', carl, block), block]) await send(carl, activity)
    if (isBehind) await inOneMillisecond(both.home)
    await both.settle()

    assert.partialDeepStrictEqual(await standing(both, bob), { followed_by: true })
    assert.partialDeepStrictEqual(await standing(both, carl), { blocked_by: true })
  })
}

test('a Follow is overtaken by its Undo for some minutes; later it is another one', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const follow = followBy(bob, both.aliceUri)
  await both.deliver(bob, about('Undo', bob, follow))
  await both.deliver(bob, follow)
  assert.partialDeepStrictEqual(await standing(both, bob), { followed_by: false })

  both.home.clock.now += 11 * 60_000
  await both.deliver(bob, follow)

  assert.partialDeepStrictEqual(await standing(both, bob), { followed_by: true })
})

test('follows, blocks, mutes and notes of somebody who moves go along', async () => {
  await using both = await startHomeAndPeer()
  const old = both.peer.addActor('old')
  const next = both.peer.addActor('next', { document: { alsoKnownAs: [old.uri] } })
  const [blocker, muter] = [await both.signUp('blocker'), await both.signUp('muter')]
  const [oldId, nextId] = [await meet(both.home, old), await meet(both.home, next)]
  const choices = { reblogs: false, notify: true, languages: ['de'] }
  await both.alice.post(`/api/v1/accounts/${oldId}/follow`, choices)
  await both.alice.post(`/api/v1/accounts/${oldId}/note`, { comment: 'a friend' })
  await blocker.post(`/api/v1/accounts/${oldId}/block`)
  await muter.post(`/api/v1/accounts/${oldId}/mute`, { notifications: false })
  await both.settle()
  await both.deliver(old, about('Accept', old, both.peer.receivedOf('Follow')[0]))
  old.document.movedTo = next.uri

  await both.deliver(old, { ...about('Move', old, old.uri), target: next.uri })

  const requested = await standing(both, next)
  assert.partialDeepStrictEqual(requested, { requested: true, note: 'a friend' })
  assert.partialDeepStrictEqual(await standing(both, old), { following: false })
  const undone = both.peer.receivedOf('Undo').map(({ object }) => [object.type, object.object])
  assert.deepEqual(undone, [['Follow', old.uri]])
  await both.deliver(next, about('Accept', next, both.peer.receivedOf('Follow').at(-1)))
  assert.partialDeepStrictEqual(await standing(both, next), {
    following: true,
    showing_reblogs: false,
    notifying: true,
    languages: ['de'],
  })
  const seenBy = async (user: typeof muter) =>
    (await user.get('/api/v1/accounts/relationships', { id: nextId })).json()[0]
  assert.partialDeepStrictEqual(await seenBy(blocker), { blocking: true })
  assert.partialDeepStrictEqual(await seenBy(muter), { muting: true, muting_notifications: false })
})
