import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meet } from '../support/acquaintances.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import { createOf, deleteOf, noteBy, serveAt, updateOf } from '../support/notes.ts'
import { type Json, type Peer, type PeerActor, startPeer } from '../support/peer.ts'

const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'
const FOR_ALL = { interactionPolicy: { canQuote: { automaticApproval: [PUBLIC] } } }

/** bob on a server of his own says something, mallory on another one quotes; alice follows mallory. */
async function startQuoting() {
  await using open = new AsyncDisposableStack()
  const both = open.use(await startHomeAndPeer())
  const bobs = open.use(await startPeer())
  const bob = bobs.addActor('bob')
  const mallory = both.peer.addActor('mallory')
  await followOnPeer(both.home, both.alice, mallory)
  const original = serveAt(bobs, noteBy(bob, 'words of wisdom', FOR_ALL))
  const kept = open.move()
  return {
    ...both,
    bobs,
    bob,
    mallory,
    original,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** Publishes the authorization that FEP-044f requires of an author who agrees to a quote. */
function authorize(peer: Peer, author: PeerActor, name: string, about: [string, string]): Json {
  const [interactingObject, interactionTarget] = about
  return serveAt(peer, {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: peer.url(`/authorizations/${name}`),
    type: 'QuoteAuthorization',
    attributedTo: author.uri,
    interactingObject,
    interactionTarget,
  })
}

const quoteOf = (actor: PeerActor, name: string, quoted: Json, authorization?: string) =>
  noteBy(actor, name, { quote: quoted.id, quoteAuthorization: authorization })

/** The quote of a status as alice sees it. */
async function quoteAt({ alice, stored }: HomeAndPeer, uri: string): Promise<Json> {
  const row = (await stored()).find((one) => one.uri === uri)
  assert.ok(row, `${uri} is not there`)
  const response = await alice.get(`/api/v1/statuses/${row.id}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().quote
}

const PENDING = { state: 'pending', quoted_status: null }

test('A25: an authorisation that is missing, forged or about something else is none', async () => {
  await using at = await startQuoting()
  const { bob, bobs, mallory, original, peer } = at
  const neighbour = bobs.addActor('neighbour')
  const uriOf = (name: string) => noteBy(mallory, name).id
  const about = (name: string): [string, string] => [uriOf(name), original.id]
  const gone = authorize(bobs, bob, 'gone', about('gone'))
  bobs.remove('/authorizations/gone')
  const untyped = authorize(bobs, bob, 'untyped', about('untyped'))
  bobs.serve('/authorizations/untyped', { ...untyped, type: 'Note' })
  const hearsay = authorize(bobs, bob, 'hearsay', about('hearsay'))
  peer.serve('/hearsay', hearsay)
  const shared = authorize(bobs, bob, 'shared', about('by a neighbour, too'))
  const attributedTo = [bob.uri, neighbour.uri]
  bobs.serve('/authorizations/shared', { ...shared, attributedTo })
  const forged: [string, string | undefined][] = [
    ['by a neighbour, too', shared.id],
    ['missing', undefined],
    ['by another origin', authorize(peer, bob, 'forged', about('by another origin')).id],
    ['by oneself', authorize(peer, mallory, 'own', about('by oneself')).id],
    ['by a neighbour', authorize(bobs, neighbour, 'near', about('by a neighbour')).id],
    ['for another status', authorize(bobs, bob, 'other', about('an older one')).id],
    [
      'of another status',
      authorize(bobs, bob, 'target', [uriOf('of another status'), `${bob.uri}/notes/2`]).id,
    ],
    ['gone', gone.id],
    ['untyped', untyped.id],
    ['a copy', peer.url('/hearsay')],
    ['the status itself', original.id],
  ]

  for (const [name, authorization] of forged) {
    const quoting = quoteOf(mallory, name, original, authorization)
    await at.deliver(mallory, createOf(quoting))
    assert.deepEqual(await quoteAt(at, quoting.id), PENDING, name)
  }

  const given = authorize(bobs, bob, 'given', about('given'))
  const quoting = quoteOf(mallory, 'given', original, given.id)
  await at.deliver(mallory, createOf(quoting))
  const shown = await quoteAt(at, quoting.id)
  assert.equal(shown.state, 'accepted')
  assert.equal(shown.quoted_status.uri, original.id)
  assert.equal(shown.quoted_status.quotes_count, 1)
})

test('A25: nobody elsewhere says for us that a post of ours may be quoted', async () => {
  await using at = await startQuoting()
  const { alice, mallory, peer } = at
  const post = await alice.publish('mine', { quote_approval_policy: 'nobody' })
  const quoted = { id: post.uri }
  const about: [string, string] = [noteBy(mallory, 'forged').id, post.uri]
  const alicesName = { ...mallory, uri: at.aliceUri }
  const forged = authorize(peer, alicesName, 'forged', about)
  const invented = `${at.aliceUri}/quote_authorizations/${post.id}`

  const names: [string, string | undefined][] = [
    ['forged', forged.id],
    ['invented', invented],
    ['none', undefined],
  ]
  for (const [name, authorization] of names) {
    const quoting = serveAt(peer, quoteOf(mallory, name, quoted, authorization))
    await at.deliver(mallory, createOf(quoting))
    await at.deliver(mallory, requestBy(mallory, post.uri, quoting))
    assert.deepEqual(await quoteAt(at, quoting.id), PENDING, name)
  }

  assert.equal((await alice.get(`/api/v1/statuses/${post.id}`)).json().quotes_count, 0)
  assert.deepEqual(await alice.notifications(), [])
  assert.equal(peer.receivedOf('Accept').length, 0)
})

function requestBy(actor: PeerActor, object: string, instrument: Json): Json {
  const id = `${actor.uri}#quote_requests/${encodeURIComponent(instrument.id ?? instrument)}`
  return { id, type: 'QuoteRequest', actor: actor.uri, object, instrument }
}

test('A25: a quote that was agreed to is revoked by who is quoted, for good, and by nobody else', async () => {
  await using at = await startQuoting()
  const { bob, bobs, mallory, original, peer } = at
  const neighbour = bobs.addActor('neighbour')
  const about: [string, string] = [noteBy(mallory, 'look').id, original.id]
  const given = authorize(bobs, bob, 'given', about)
  const quoting = quoteOf(mallory, 'look', original, given.id)
  await at.deliver(mallory, createOf(quoting))
  const inbox = `${at.home.app.config.origin}/inbox`
  const revoke = async (by: PeerActor, from: Peer) => {
    const activity = { id: `${by.uri}#deletes/1`, type: 'Delete', object: given.id }
    const { status } = await from.send(by, activity, { inbox })
    assert.equal(status, 202)
    await at.settle()
    return (await quoteAt(at, quoting.id)).state
  }

  assert.equal(await revoke(mallory, peer), 'accepted')
  assert.equal(await revoke(neighbour, bobs), 'accepted')
  bobs.remove('/authorizations/given')
  assert.equal(await revoke(bob, bobs), 'revoked')
  const another = authorize(bobs, bob, 'another', about)
  await at.deliver(
    mallory,
    updateOf({ ...quoting, content: '<p>look!</p>', quoteAuthorization: another.id }, Date.now()),
  )

  const shown = await quoteAt(at, quoting.id)
  assert.deepEqual(shown, { state: 'revoked', quoted_status: null })
})

test('A25: an Update may bring consent along, which is looked at like any other', async () => {
  await using at = await startQuoting()
  const { bob, bobs, mallory, original, peer } = at
  const quoting = quoteOf(mallory, 'look', original)
  const about: [string, string] = [quoting.id, original.id]
  await at.deliver(mallory, createOf(quoting))
  const bring = async (quoteAuthorization: string) => {
    await at.deliver(mallory, {
      ...updateOf({ ...quoting, quoteAuthorization }, Date.now()),
      object: { ...quoting, quoteAuthorization },
    })
    return quoteAt(at, quoting.id)
  }

  assert.deepEqual(await bring(authorize(peer, bob, 'forged', about).id), PENDING)
  assert.equal((await bring(authorize(bobs, bob, 'given', about).id)).state, 'accepted')
})

test('A25: consent to a quote of ours is the quoted author’s word, and looked at where it is', async () => {
  await using at = await startQuoting()
  const { alice, bob, bobs, mallory, original, peer } = at
  const seen = await alice.resolve(original.id)
  const quoting = await alice.publish('look', { quoted_status_id: seen.id })
  await at.settle()
  const [request] = bobs.receivedOf('QuoteRequest')
  assert.ok(request, 'bob was asked')
  const about: [string, string] = [quoting.uri, original.id]
  const forged = authorize(peer, bob, 'forged', about)
  const other = authorize(bobs, bob, 'other', [`${quoting.uri}0`, original.id])
  const given = authorize(bobs, bob, 'given', about)
  const inbox = `${at.home.app.config.origin}/inbox`
  const accept = async (by: PeerActor, result: string, object: Json) => {
    const activity = { id: `${by.uri}#accepts/${Math.random()}`, type: 'Accept', object, result }
    const { status } = await peer.send(by, activity, { inbox })
    assert.equal(status, 202)
    await at.settle()
    return quoteAt(at, quoting.uri)
  }

  for (const object of [request, request.id]) {
    assert.deepEqual(await accept(mallory, given.id, object), PENDING, 'by somebody else')
    assert.deepEqual(await accept(bob, forged.id, object), PENDING, 'of another origin')
    assert.deepEqual(await accept(bob, other.id, object), PENDING, 'for another status')
  }
  assert.equal((await accept(bob, given.id, request)).state, 'accepted')
})

test('A18: a quote of a private post by an outsider is neither answered nor counted', async () => {
  await using at = await startQuoting()
  const { alice, mallory, peer } = at
  const post = await alice.publish('among us', { visibility: 'private' })
  const open = await alice.publish('for all', { quote_approval_policy: 'nobody' })
  const ask = async (object: string, name: string) => {
    const quoting = serveAt(peer, quoteOf(mallory, name, { id: object }))
    await at.deliver(mallory, createOf(quoting))
    await at.deliver(mallory, requestBy(mallory, object, quoting))
    return quoting.id
  }

  const about = [await ask(post.uri, 'of what is there'), await ask(post.url, 'by its page')]
  const none = await ask(`${post.uri.slice(0, -3)}000`, 'of what is not there')

  assert.equal(peer.received.length, 0, 'an answer would tell that there is something')
  for (const uri of [...about, none]) assert.deepEqual(await quoteAt(at, uri), PENDING)
  assert.equal((await alice.get(`/api/v1/statuses/${post.id}`)).json().quotes_count, 0)
  assert.deepEqual(await alice.notifications(), [])
  await ask(open.uri, 'of what everybody sees')
  assert.equal(peer.receivedOf('Reject').length, 1)
  const letter = { visibility: 'direct', quote_approval_policy: 'public' }
  const told = await alice.publish(`a secret for @${mallory.handle}`, letter)
  await at.settle()
  const quoted = await ask(told.uri, 'of what is for oneself')
  assert.deepEqual(await quoteAt(at, quoted), PENDING)
  assert.equal(peer.receivedOf('Accept').length, 0)
})

test('A24: a blocked account quotes nothing of who blocks it', async () => {
  await using at = await startQuoting()
  const { alice, mallory, peer } = at
  const post = await alice.publish('for all', { quote_approval_policy: 'public' })
  const quote = async (name: string) => {
    const quoting = serveAt(peer, quoteOf(mallory, name, { id: post.uri }))
    await at.deliver(mallory, requestBy(mallory, post.uri, quoting))
  }
  await quote('before')
  assert.equal(peer.receivedOf('Accept').length, 1)
  await alice.post(`/api/v1/accounts/${await meet(at.home, mallory)}/block`)
  await alice.post('/api/v1/notifications/clear')
  await at.settle()

  await quote('after')
  await at.deliver(mallory, createOf(quoteOf(mallory, 'delivered', { id: post.uri })))

  assert.equal(peer.receivedOf('Accept').length, 1)
  assert.equal((await alice.get(`/api/v1/statuses/${post.id}`)).json().quotes_count, 1)
  assert.deepEqual(await alice.notifications(), [])
  await at.deliver(mallory, deleteOf(noteBy(mallory, 'before')))
})
