import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import { type Json, type PeerActor, startPeer } from '../support/peer.ts'
import { signUpStaff } from '../support/staff.ts'

const RELAYS = '/api/rookery/v1/admin/relays'
const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'

/** Our server, and a relay that it has asked. */
async function startWithRelay() {
  await using open = new AsyncDisposableStack()
  const both = open.use(await startHomeAndPeer())
  const relay = both.peer.addActor('relay', { type: 'Application' })
  const staff = await signUpStaff(both.home, 'staff', ['manageFederation'])
  const response = await staff.post(RELAYS, { inbox_url: relay.inbox })
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.json().state, 'pending')
  await both.settle()
  const [follow] = both.peer.receivedOf('Follow')
  const kept = open.move()
  return {
    ...both,
    ...{ relay, staff, follow, id: response.json().id as string },
    async answer(type: string, object: Json = follow, by: PeerActor = relay) {
      await both.deliver(by, { id: `${by.uri}#answers/${type}`, type, object })
    },
    async state() {
      const [found] = (await staff.get(RELAYS)).json()
      return found.state
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** A public note of somebody on a third server, which says nothing to us. */
function noteOf(actor: PeerActor, origin: string, path: string, more: Json = {}): Json {
  return {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: `${origin}${path}`,
    type: 'Note',
    attributedTo: actor.uri,
    published: new Date().toISOString(),
    content: '<p>from far away</p>',
    to: [PUBLIC],
    cc: [`${actor.uri}/followers`],
    ...more,
  }
}

const federated = async ({ alice }: Pick<HomeAndPeer, 'alice'>) => {
  const response = await alice.get('/api/v1/timelines/public', { remote: true })
  return response.json().map(({ content, reblog }: Json) => [content, reblog])
}

test('a relay is asked by a Follow of everything public, which the instance actor signs', async () => {
  await using all = await startWithRelay()
  const { home, follow, peer } = all

  const { origin } = home.app.config
  assert.partialDeepStrictEqual(follow, {
    type: 'Follow',
    actor: `${origin}/actor`,
    object: PUBLIC,
  })
  assert.match(String(peer.received[0]!.headers.signature), /keyId="[^"]+\/actor#main-key"/)
  const entries = await home.app.db.selectFrom('audit_entry').select(['action', 'label']).execute()
  assert.deepEqual(entries, [{ action: 'create', label: all.relay.inbox }])
})

test('A17: the relay accepts or rejects, and nobody else does', async () => {
  await using all = await startWithRelay()
  await using other = await startPeer()
  const mallory = other.addActor('mallory', { type: 'Application' })

  await all.answer('Accept', all.follow, mallory)
  assert.equal(await all.state(), 'pending')
  await all.answer('Accept', { ...all.follow, id: `${all.follow.id}x`, object: all.relay.uri })
  assert.equal(await all.state(), 'pending')

  await all.answer('Accept', all.follow.id)
  assert.equal(await all.state(), 'accepted')
  await all.answer('Reject', all.follow)
  assert.equal(await all.state(), 'rejected')
})

test('an Accept of a Follow that was taken back changes nothing', async () => {
  await using all = await startWithRelay()
  await all.staff.post(`${RELAYS}/${all.id}/disable`)
  await all.settle()
  const [undo] = all.peer.receivedOf('Undo')
  assert.equal(undo.object.id, all.follow.id)

  await all.answer('Accept')

  assert.equal(await all.state(), 'idle')
})

test('public posts go to a relay that accepted, with their edits and their end; others do not', async () => {
  await using all = await startWithRelay()
  const { alice, peer, settle } = all
  await alice.publish('too early')
  await settle()
  assert.equal(peer.receivedOf('Create').length, 0)
  await all.answer('Accept')

  const status = await alice.publish('for everybody')
  for (const visibility of ['unlisted', 'private', 'direct']) {
    await alice.publish('not for everybody', { visibility })
  }
  await settle()
  await alice.put(`/api/v1/statuses/${status.id}`, { status: 'for everybody, anew' })
  await settle()
  await alice.delete(`/api/v1/statuses/${status.id}`)
  await settle()

  const sent = peer.received.filter(({ json }) =>
    ['Create', 'Update', 'Delete'].includes(json.type),
  )
  assert.deepEqual(
    sent.map(({ json, path }) => [json.type, path]),
    ['Create', 'Update', 'Delete'].map((type) => [type, '/users/relay/inbox']),
  )
  const [create] = peer.receivedOf('Create')
  assert.equal(create.actor, all.aliceUri)
  assert.match(create.object.content, /for everybody/)

  await all.staff.delete(`${RELAYS}/${all.id}`)
  await alice.publish('too late')
  await settle()
  assert.equal(peer.receivedOf('Create').length, 1)
})

test('A16: what a relay announces is fetched at its origin and shown as its author’s own', async () => {
  await using all = await startWithRelay()
  await using far = await startPeer()
  const author = far.addActor('author')
  const note = noteOf(author, far.origin, '/notes/1')
  far.serve('/notes/1', note)
  await all.answer('Accept')
  const announce = (object: Json, id = 1) => ({
    ...{ id: all.peer.url(`/announces/${id}`), type: 'Announce', object, to: [PUBLIC] },
    published: new Date().toISOString(),
  })

  await all.deliver(all.relay, announce({ ...note, content: '<p>forged</p>' }))
  await all.deliver(all.relay, announce(far.url('/notes/nothing'), 2))

  assert.deepEqual(await federated(all), [['<p>from far away</p>', null]])
  assert.deepEqual(await all.alice.home(), [])
  assert.equal((await all.stored()).length, 1)
})

test('A16, A05: what somebody announces who is no relay of ours, or not any more, is not fetched', async () => {
  await using all = await startWithRelay()
  await using far = await startPeer()
  const author = far.addActor('author')
  far.serve('/notes/1', noteOf(author, far.origin, '/notes/1'))
  const announce = {
    ...{ id: all.peer.url('/announces/1'), type: 'Announce', object: far.url('/notes/1') },
    to: [PUBLIC],
  }

  await all.deliver(all.relay, announce)
  await all.answer('Accept')
  await all.deliver(all.peer.addActor('neighbour'), {
    ...announce,
    id: all.peer.url('/announces/2'),
  })
  await all.staff.post(`${RELAYS}/${all.id}/disable`)
  await all.deliver(all.relay, { ...announce, id: all.peer.url('/announces/3') })

  assert.equal(far.count('/notes/1'), 0)
  assert.deepEqual(await federated(all), [])
})

test('A16: a Create that a relay passes on with a signature of its author only tells where to look', async () => {
  await using all = await startWithRelay()
  await using far = await startPeer()
  const author = far.addActor('author')
  const note = noteOf(author, far.origin, '/notes/1')
  far.serve('/notes/1', note)
  await all.answer('Accept')

  await all.deliver(all.relay, {
    ...{ id: `${note.id}/activity`, type: 'Create', actor: author.uri },
    object: { ...note, content: '<p>forged</p>' },
    signature: { type: 'RsaSignature2017', creator: `${author.uri}#main-key`, signatureValue: 'x' },
  })

  assert.deepEqual(await federated(all), [['<p>from far away</p>', null]])
})

test('S-205: a relay is asked once, also if it is added or enabled again, and each change is kept', async () => {
  await using all = await startWithRelay()
  const { staff, relay, home, settle } = all

  assert.equal((await staff.post(RELAYS, { inbox_url: relay.inbox })).statusCode, 422)
  for (const inbox_url of [
    '',
    'relay',
    'ftp://relay.example/inbox',
    `${home.app.config.origin}/inbox`,
  ]) {
    assert.equal((await staff.post(RELAYS, { inbox_url })).statusCode, 422, inbox_url)
  }
  assert.equal((await staff.post(`${RELAYS}/${all.id}/enable`)).json().state, 'pending')
  await settle()
  assert.equal(all.peer.receivedOf('Follow').length, 1)

  await staff.post(`${RELAYS}/${all.id}/disable`)
  await staff.post(`${RELAYS}/${all.id}/disable`)
  await staff.post(`${RELAYS}/${all.id}/enable`)
  await staff.delete(`${RELAYS}/${all.id}`)
  await settle()
  assert.equal(all.peer.receivedOf('Undo').length, 2)
  const follows = all.peer.receivedOf('Follow').map(({ id }) => id)
  assert.equal(new Set(follows).size, 2)
  const entries = await home.app.db
    .selectFrom('audit_entry')
    .select('action')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['create', 'disable', 'enable', 'destroy'],
  )
})
