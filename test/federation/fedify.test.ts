import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNodeInfo } from '@fedify/fedify/nodeinfo'
import {
  Accept,
  Announce,
  Create,
  Delete,
  Follow,
  Hashtag,
  isActor,
  Like,
  Mention,
  Note,
  OrderedCollection,
  PUBLIC_COLLECTION,
  Reject,
  Tombstone,
  Undo,
  Update,
} from '@fedify/fedify/vocab'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { type FedifyPeer, followOf, type Scheme, startFedifyPeer } from '../support/fedify-peer.ts'
import { type Network, type NetworkUser, startNetwork } from '../support/network.ts'

const SCHEMES: Scheme[] = ['cavage', 'rfc9421']

interface NodeInfoLinks {
  links: { href: string }[]
}

interface Pair extends AsyncDisposable {
  network: Network<'home'>
  alice: NetworkUser
  peer: FedifyPeer
  /** handle of somebody at the peer */
  bob: string
  /** an activity of bob, of which all comes that shall */
  send(activity: Parameters<FedifyPeer['send']>[2]): Promise<void>
}

async function start(scheme: Scheme, secureMode = false): Promise<Pair> {
  await using open = new AsyncDisposableStack()
  const network = open.use(await startNetwork(['home'], { home: { secureMode } }))
  const peer = open.use(await startFedifyPeer(scheme))
  const alice = await network.signUp('alice@home')
  const kept = open.move()
  return {
    network,
    alice,
    peer,
    bob: `bob@${peer.host}`,
    async send(activity) {
      await peer.send('bob', alice, activity)
      await network.settle()
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** Bob follows alice, and she him. */
async function befriend({ network, alice, peer, bob, send }: Pair): Promise<void> {
  await send(followOf(peer, 'bob', alice))
  peer.take(Accept)
  const { id } = await alice.resolve(bob)
  await alice.post(`/api/v1/accounts/${id}/follow`)
  await network.settle()
  await send(acceptOf(peer, peer.take(Follow)))
}

function acceptOf(peer: FedifyPeer, follow: Follow): Accept {
  const id = new URL(`${peer.actor('bob').href}#accepts/${encodeURIComponent(follow.id!.href)}`)
  return new Accept({ id, actor: peer.actor('bob'), object: follow })
}

function noteOf(peer: FedifyPeer, text: string, more: ConstructorParameters<typeof Note>[0] = {}) {
  const note = new Note({
    id: peer.context.getObjectUri(Note, { identifier: 'bob', id: '1' }),
    attribution: peer.actor('bob'),
    to: PUBLIC_COLLECTION,
    cc: peer.context.getFollowersUri('bob'),
    content: `<p>${text}</p>`,
    published: Temporal.Now.instant(),
    ...more,
  })
  peer.serve(note)
  return note
}

const activityOf = (peer: FedifyPeer, note: Note, name: string) => ({
  id: new URL(`${note.id!.href}#${name}`),
  actor: peer.actor('bob'),
  to: PUBLIC_COLLECTION,
})

async function relationship({ alice, bob }: Pair) {
  const { id } = await alice.resolve(bob)
  const response = await alice.get('/api/v1/accounts/relationships', { id })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()[0]
}

async function statusOf({ alice }: Pair, id: string) {
  const response = await alice.get(`/api/v1/statuses/${id}`)
  return response.statusCode === 200 ? response.json() : null
}

for (const scheme of SCHEMES) {
  test(`Fedify follows, is accepted, and leaves (${scheme})`, async () => {
    await using pair = await start(scheme)
    const { alice, peer, send } = pair
    const follow = followOf(peer, 'bob', alice)

    await send(follow)

    const accept = peer.take(Accept)
    assert.equal(accept.actorId?.href, alice.uri)
    assert.equal(accept.objectId?.href, follow.id?.href)
    assert.partialDeepStrictEqual(await relationship(pair), { followed_by: true })
    const [notification] = await alice.notifications()
    assert.deepEqual([notification.type, notification.account.acct], ['follow', pair.bob])
    assert.equal(notification.account.display_name, 'bob of Fedify')

    await send(
      new Undo({ id: new URL('#undo', follow.id!), actor: follow.actorId, object: follow }),
    )
    assert.partialDeepStrictEqual(await relationship(pair), { followed_by: false })
  })

  test(`Fedify is followed, accepts or refuses, and is left (${scheme})`, async () => {
    await using pair = await start(scheme)
    const { alice, peer, send, bob } = pair
    const { id } = await alice.resolve(bob)
    const act = async (action: string) => {
      const response = await alice.post(`/api/v1/accounts/${id}/${action}`)
      assert.equal(response.statusCode, 200, response.body)
      await pair.network.settle()
    }

    await act('follow')
    const follow = peer.take(Follow)
    assert.equal(follow.objectId?.href, peer.actor('bob').href)
    assert.partialDeepStrictEqual(await relationship(pair), { requested: true })
    await send(acceptOf(peer, follow))
    assert.partialDeepStrictEqual(await relationship(pair), { following: true, requested: false })

    await act('unfollow')
    const undo = peer.take(Undo)
    assert.equal(undo.objectId?.href, follow.id?.href)

    await act('follow')
    const again = peer.take(Follow)
    assert.notEqual(again.id?.href, follow.id?.href)
    const refusal = new URL(`${peer.actor('bob').href}#rejects/1`)
    await send(new Reject({ id: refusal, actor: peer.actor('bob'), object: again }))
    assert.partialDeepStrictEqual(await relationship(pair), { following: false, requested: false })
  })

  test(`what Fedify publishes, edits and deletes is shown, changed and gone (${scheme})`, async () => {
    await using pair = await start(scheme)
    await befriend(pair)
    const { alice, peer, send } = pair
    const note = noteOf(peer, 'hello')

    await send(new Create({ ...activityOf(peer, note, 'create'), object: note }))
    const [status] = await alice.home()
    assert.equal(status.content, '<p>hello</p>')
    assert.equal(status.visibility, 'public')
    assert.equal(status.uri, note.id?.href)

    pair.network.server('home').clock.now += HOUR
    const edited = note.clone({
      content: '<p>bye</p>',
      updated: Temporal.Now.instant().add({ hours: 1 }),
    })
    await send(new Update({ ...activityOf(peer, note, 'update'), object: edited }))
    assert.equal((await statusOf(pair, status.id)).content, '<p>bye</p>')

    const tombstone = new Tombstone({ id: note.id })
    await send(new Delete({ ...activityOf(peer, note, 'delete'), object: tombstone }))
    assert.equal(await statusOf(pair, status.id), null)
    assert.deepEqual(await alice.home(), [])
  })

  test(`what is published, edited and deleted here is read by Fedify (${scheme})`, async () => {
    await using pair = await start(scheme)
    await befriend(pair)
    const { alice, peer, network } = pair
    const poll = { options: ['a', 'b'], expires_in: 3600 }

    const status = await alice.publish(`hello @${pair.bob} #birds`, { spoiler_text: 'careful' })
    await network.settle()
    const create = peer.take(Create)
    const note = await create.getObject()
    assert.ok(note instanceof Note)
    assert.deepEqual(
      [create.actorId?.href, note.id?.href, note.attributionId?.href],
      [alice.uri, status.uri, alice.uri],
    )
    assert.ok(note.toIds.some(({ href }) => href === PUBLIC_COLLECTION.href))
    assert.equal(String(note.summary), 'careful')
    assert.equal(note.sensitive, true)
    const tags = await Array.fromAsync(note.getTags())
    const mention = tags.find((tag) => tag instanceof Mention)
    assert.equal(mention?.href?.href, peer.actor('bob').href)
    const hashtag = tags.find((tag) => tag instanceof Hashtag)
    assert.equal(String(hashtag?.name), '#birds')

    await alice.put(`/api/v1/statuses/${status.id}`, { status: 'bye' })
    await network.settle()
    const edited = await peer.take(Update).getObject()
    assert.ok(edited instanceof Note)
    assert.equal(String(edited.content), '<p>bye</p>')
    assert.ok(edited.updated)

    await alice.delete(`/api/v1/statuses/${status.id}`)
    await network.settle()
    const gone = await peer.take(Delete).getObject()
    assert.ok(gone instanceof Tombstone)
    assert.equal(gone.id?.href, status.uri)

    await alice.publish('which?', { poll })
    await network.settle()
    const question = await peer.take(Create).getObject()
    assert.equal(question?.constructor.name, 'Question')
  })

  test(`Fedify likes and boosts a status here, and takes it back (${scheme})`, async () => {
    await using pair = await start(scheme)
    const { alice, peer, send } = pair
    const status = await alice.publish('hello')
    const object = new URL(status.uri)
    const actor = peer.actor('bob')
    const like = new Like({ id: new URL('#likes/1', actor), actor, object })
    const announce = new Announce({
      id: new URL('#announces/1', actor),
      actor,
      object,
      to: PUBLIC_COLLECTION,
      published: Temporal.Now.instant(),
    })
    const counts = async () => {
      const { favourites_count, reblogs_count } = await statusOf(pair, status.id)
      return [favourites_count, reblogs_count]
    }

    for (const activity of [like, announce]) await send(activity)
    assert.deepEqual(await counts(), [1, 1])
    assert.deepEqual(
      (await alice.notifications()).map(({ type }) => type),
      ['reblog', 'favourite'],
    )

    for (const activity of [like, announce]) {
      await send(new Undo({ id: new URL(`${activity.id!.href}/undo`), actor, object: activity }))
    }
    assert.deepEqual(await counts(), [0, 0])
  })

  test(`a status of Fedify is fetched, liked and boosted here, and left (${scheme})`, async () => {
    await using pair = await start(scheme)
    const { alice, peer, network } = pair
    const note = noteOf(peer, 'look me up')
    const { id } = await alice.resolve(note.id!.href)
    const act = async (action: string) => {
      const response = await alice.post(`/api/v1/statuses/${id}/${action}`)
      assert.equal(response.statusCode, 200, response.body)
      await network.settle()
    }

    await act('favourite')
    const like = peer.take(Like)
    assert.deepEqual([like.actorId?.href, like.objectId?.href], [alice.uri, note.id?.href])
    await act('reblog')
    const announce = peer.take(Announce)
    assert.equal(announce.objectId?.href, note.id?.href)

    for (const [action, done] of [
      ['unfavourite', like],
      ['unreblog', announce],
    ] as const) {
      await act(action)
      const undo = peer.take(Undo)
      assert.deepEqual([undo.actorId?.href, undo.objectId?.href], [alice.uri, done.id?.href])
    }
  })

  test(`Fedify looks us up, even where every request must be signed (${scheme})`, async () => {
    await using pair = await start(scheme, true)
    const { alice, peer } = pair
    const status = await alice.publish('hello')
    const documentLoader = await peer.context.getDocumentLoader({ identifier: 'bob' })
    const lookUp = (address: string) => peer.context.lookupObject(address, { documentLoader })

    const actor = await lookUp(alice.uri)
    assert.ok(actor !== null && isActor(actor))
    assert.equal(actor.preferredUsername, 'alice')
    assert.equal(actor.inboxId?.href, `${alice.uri}/inbox`)
    assert.equal((await Array.fromAsync(actor.getPublicKeys())).length, 1)
    assert.equal((await Array.fromAsync(actor.getAssertionMethods())).length, 1)
    assert.equal((await lookUp(status.uri))?.id?.href, status.uri)
    assert.equal((await lookUp(status.url))?.id?.href, status.uri)
    assert.equal(await peer.context.lookupObject(status.uri), null, 'without a signature')
    const outbox = await lookUp(`${alice.uri}/outbox`)
    assert.ok(outbox instanceof OrderedCollection)
    assert.equal(outbox.totalItems, 1)
  })
}

test('WebFinger and NodeInfo are what Fedify expects', async () => {
  await using pair = await start('rfc9421')
  const { alice, peer } = pair
  const { origin } = pair.network.server('home').app.config

  const found = await peer.context.lookupWebFinger(new URL(`${origin}/@alice`))
  // its own way there refuses private addresses
  const links = (await (await fetch(`${origin}/.well-known/nodeinfo`)).json()) as NodeInfoLinks
  const documents = await Promise.all(
    links.links.map(async ({ href }) => parseNodeInfo(await (await fetch(href)).json())),
  )

  assert.equal(found?.subject, `acct:${alice.handle}`)
  const self = found?.links?.find(({ rel }) => rel === 'self')
  assert.deepEqual([self?.type, self?.href], ['application/activity+json', alice.uri])
  assert.equal(documents.length, 2)
  for (const nodeInfo of documents) {
    assert.equal(nodeInfo?.software.name, 'rookery')
    assert.deepEqual(nodeInfo.protocols, ['activitypub'])
    assert.equal(nodeInfo.usage.users.total, 1)
  }
  const object = await peer.context.lookupObject(`${origin}/@alice`)
  assert.equal(object?.id?.href, alice.uri)
})
