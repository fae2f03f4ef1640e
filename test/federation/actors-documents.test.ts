import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { dataUri, png } from '../support/media-api.ts'
import { startNetwork } from '../support/network.ts'
import { startPeer } from '../support/peer.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const ACTIVITY_JSON = 'application/activity+json'
const LD_JSON = 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"'
const ORIGIN = 'https://rookery.test'

const get = ({ anonymous }: TestServer, path: string, accept = ACTIVITY_JSON) =>
  anonymous.send('GET', path, undefined, { accept })

test('an actor says all that other servers ask for', async () => {
  await using server = await startTestServer({ secretCost: 'normal' })
  const alice = await server.signUp('Alice')
  const profile = await alice.patch('/api/v1/accounts/update_credentials', {
    display_name: 'Alice <3',
    note: 'Birds #Birding and https://example.org',
    locked: true,
    discoverable: true,
    indexable: true,
    fields_attributes: [{ name: 'Site', value: 'https://example.org' }],
    attribution_domains: ['news.example'],
    avatar: dataUri('image/png', await png(400, 400)),
    avatar_description: 'A rook',
  })
  assert.equal(profile.statusCode, 200, profile.body)

  const reply = await get(server, '/users/alice')

  assert.equal(reply.statusCode, 200, reply.body)
  assert.equal(reply.headers['content-type'], `${ACTIVITY_JSON}; charset=utf-8`)
  const actor = reply.json()
  const uri = `${ORIGIN}/users/Alice`
  assert.partialDeepStrictEqual(actor, {
    id: uri,
    type: 'Person',
    preferredUsername: 'Alice',
    name: 'Alice <3',
    url: `${ORIGIN}/@Alice`,
    inbox: `${uri}/inbox`,
    outbox: `${uri}/outbox`,
    followers: `${uri}/followers`,
    following: `${uri}/following`,
    featured: `${uri}/collections/featured`,
    featuredTags: `${uri}/collections/tags`,
    endpoints: { sharedInbox: `${ORIGIN}/inbox` },
    manuallyApprovesFollowers: true,
    discoverable: true,
    indexable: true,
    memorial: false,
    attributionDomains: ['news.example'],
    attachment: [{ type: 'PropertyValue', name: 'Site' }],
    tag: [{ type: 'Hashtag', href: `${ORIGIN}/tags/birding`, name: '#birding' }],
    icon: { type: 'Image', mediaType: 'image/png', summary: 'A rook' },
    publicKey: { id: `${uri}#main-key`, owner: uri },
    assertionMethod: [{ id: `${uri}#ed25519-key`, type: 'Multikey', controller: uri }],
  })
  assert.match(actor.summary, /^<p>Birds <a href="https:\/\/rookery\.test\/tags\/birding"/)
  assert.match(actor.published, /^\d{4}-\d\d-\d\dT00:00:00Z$/)
  assert.match(actor.assertionMethod[0].publicKeyMultibase, /^z6Mk/)
  const key = createPublicKey(actor.publicKey.publicKeyPem)
  assert.equal(key.asymmetricKeyDetails?.modulusLength, 2048)
  assert.equal(actor.suspended, undefined)
  assert.equal(actor.image, undefined)
})

test('the keys of an actor stay the same, however many ask for them first', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')

  const replies = await Promise.all(Array.from({ length: 5 }, () => get(server, '/users/alice')))

  const keys = replies.map((reply) => reply.json().publicKey.publicKeyPem)
  const multikeys = replies.map((reply) => reply.json().assertionMethod[0].publicKeyMultibase)
  assert.equal(new Set(keys).size, 1)
  assert.equal(new Set(multikeys).size, 1)
})

test('the page of an account is its document for those who ask for activities', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')

  const byPage = await get(server, '/@alice', LD_JSON)
  const page = await get(server, '/@alice', 'text/html')
  const browser = await get(server, '/users/alice', 'text/html')

  assert.equal(byPage.statusCode, 200, byPage.body)
  assert.equal(byPage.json().id, `${ORIGIN}/users/alice`)
  assert.equal(page.statusCode, 200)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.match(
    String(page.headers.link),
    /<https:\/\/rookery\.test\/users\/alice>; rel="alternate"; type="application\/activity\+json"/,
  )
  assert.equal(browser.statusCode, 302)
})

test('a bot is a Service; one that moved and its aliases are named', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.patch('/api/v1/accounts/update_credentials', { bot: true })
  const bobUri = `${ORIGIN}/users/bob`
  await setAccount(server, alice, { moved_to_id: bob.id, also_known_as: JSON.stringify([bobUri]) })

  const actor = (await get(server, '/users/alice')).json()

  assert.partialDeepStrictEqual(actor, {
    type: 'Service',
    movedTo: bobUri,
    alsoKnownAs: [bobUri],
  })
})

test('S-277 who is pending is missing; S-280 who is suspended says only that; who is deleted is gone', async () => {
  await using server = await startTestServer()
  await server.signUp('pending', { confirmed: false })
  const bad = await server.signUp('bad')
  await bad.patch('/api/v1/accounts/update_credentials', { note: 'secret', display_name: 'Bad' })
  await setAccount(server, bad, { suspended_at: server.clock.now })
  const gone = await server.signUp('gone')
  await setAccount(server, gone, { deleted_at: server.clock.now })

  const pending = await get(server, '/users/pending')
  const suspended = await get(server, '/users/bad')
  const deleted = await get(server, '/users/gone')
  const nobody = await get(server, '/users/nobody')

  assert.equal(pending.statusCode, 404)
  assert.equal(suspended.statusCode, 200, suspended.body)
  assert.partialDeepStrictEqual(suspended.json(), { suspended: true, name: '', summary: '' })
  assert.ok(suspended.json().publicKey.publicKeyPem)
  assert.equal(deleted.statusCode, 410)
  assert.partialDeepStrictEqual(deleted.json(), {
    id: `${ORIGIN}/users/gone`,
    type: 'Tombstone',
  })
  assert.equal(nobody.statusCode, 404)
})

test('addresses by number lead to those by name', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('Alice')
  const pending = await server.signUp('pending', { confirmed: false })

  const actor = await get(server, `/ap/users/${alice.id}`)
  const below = await get(server, `/ap/users/${alice.id}/outbox?page=true&max_id=7`)
  const missing = await get(server, `/ap/users/${pending.id}`)
  const wrong = await get(server, '/ap/users/what')

  assert.equal(actor.statusCode, 301)
  assert.equal(actor.headers.location, `${ORIGIN}/users/Alice`)
  assert.equal(below.statusCode, 301)
  assert.equal(below.headers.location, `${ORIGIN}/users/Alice/outbox?page=true&max_id=7`)
  assert.equal(missing.statusCode, 404)
  assert.equal(wrong.statusCode, 404)
})

test('S-415 in secure mode who does not sign sees the keys, who signs all', async () => {
  await using network = await startNetwork(['home'], { home: { secureMode: true } })
  await using peer = await startPeer()
  const alice = await network.signUp('alice@home')
  await alice.patch('/api/v1/accounts/update_credentials', { note: 'for those who sign' })
  const bob = peer.addActor('bob')

  const unsigned = await peer.get(alice.uri)
  const signed = await peer.get(alice.uri, { actor: bob })
  const forged = await peer.get(alice.uri, { actor: bob, keyId: `${peer.origin}/users/nobody#key` })

  assert.equal(unsigned.status, 200, unsigned.body)
  assert.deepEqual(Object.keys(unsigned.json).sort(), [
    '@context',
    'assertionMethod',
    'id',
    'inbox',
    'preferredUsername',
    'publicKey',
    'type',
  ])
  assert.match(unsigned.headers['cache-control'] ?? '', /private/)
  assert.equal(signed.status, 200, signed.body)
  assert.match(signed.json.summary, /for those who sign/)
  assert.equal(forged.status, 401, forged.body)
})

test('handles are found on the domain of handles and of the server, in any letter case', async () => {
  await using server = await startTestServer({ handleDomain: 'handles.test' })
  await server.signUp('Alice')
  const ask = (resource: string) => server.anonymous.get('/.well-known/webfinger', { resource })

  for (const resource of [
    'acct:alice@HANDLES.test',
    'acct:ALICE@rookery.test',
    `${ORIGIN}/@alice`,
    `${ORIGIN}/users/Alice`,
  ]) {
    const reply = await ask(resource)
    assert.equal(reply.statusCode, 200, `${resource}: ${reply.body}`)
    assert.equal(reply.json().subject, 'acct:Alice@handles.test')
    const self = reply.json().links.find(({ rel }: { rel: string }) => rel === 'self')
    assert.equal(self.href, `${ORIGIN}/users/Alice`)
  }
  for (const resource of ['acct:rookery.test@rookery.test', `${ORIGIN}/actor`, ORIGIN]) {
    const reply = await ask(resource)
    assert.equal(reply.statusCode, 200, `${resource}: ${reply.body}`)
    assert.equal(reply.json().subject, 'acct:rookery.test@handles.test')
    const self = reply.json().links.find(({ rel }: { rel: string }) => rel === 'self')
    assert.equal(self.href, `${ORIGIN}/actor`)
  }
})
