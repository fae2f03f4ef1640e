import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meet } from '../support/acquaintances.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import {
  announceOf,
  createOf,
  deleteOf,
  likeOf,
  noteBy,
  serveAt,
  undoOf,
} from '../support/notes.ts'
import { type Json, type Peer, startPeer } from '../support/peer.ts'

/** The server of mallory, who attacks, and another one where bob lives; alice here follows mallory. */
async function startAttack(type = 'Person') {
  await using open = new AsyncDisposableStack()
  const both = open.use(await startHomeAndPeer())
  const bobs = open.use(await startPeer())
  const mallory = both.peer.addActor('mallory', { type })
  await followOnPeer(both.home, both.alice, mallory)
  await both.settle()
  const kept = open.move()
  return {
    ...both,
    bobs,
    bob: bobs.addActor('bob'),
    mallory,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

type Attack = Awaited<ReturnType<typeof startAttack>>

/** Serves a path that redirects. @returns its address */
function redirect(peer: Peer, path: string, location: string): string {
  peer.serve(path, '', { status: 302, headers: { location } })
  return peer.url(path)
}

/** An address at bob's server that leads wherever its query says, as careless sites have them. */
function openRedirect({ bobs }: Attack, location: string): string {
  return redirect(bobs, `/redirect?to=${encodeURIComponent(location)}`, location)
}

/** Addresses at mallory's server that answer with a document of bob's, in each way there is. */
function aliasesOf({ peer, bobs }: Attack, name: string, document: Json): [string, string][] {
  const id: string = document.id
  peer.serve(`/copy/${name}`, document)
  peer.serve(`/listed/${name}`, { ...document, id: [id] })
  peer.serve(`/nested/${name}`, { ...document, id: { id } })
  redirect(peer, `/second/${name}`, redirect(bobs, `/first/${name}`, id))
  return [
    ['a redirect', redirect(peer, `/alias/${name}`, id)],
    ['redirects', peer.url(`/second/${name}`)],
    ['another id in the body', peer.url(`/copy/${name}`)],
    ['an id in a list', peer.url(`/listed/${name}`)],
    ['an id in an object', peer.url(`/nested/${name}`)],
    ['a fragment', `${peer.url(`/alias/${name}`)}#main`],
  ]
}

/** Federation ids of the authors of what is stored. */
async function authors({ home }: Attack): Promise<string[]> {
  const rows = await home.app.db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .where('account.domain', 'is not', null)
    .select('account.uri')
    .execute()
  return rows.map(({ uri }) => uri)
}

test('A57 a post whose author is an address that leads to somebody else is nobody’s', async () => {
  await using at = await startAttack()
  const { alice, bob, mallory, peer } = at
  const aliases = aliasesOf(at, 'bob', bob.document)
  const forged: string[] = []
  const isForged = async (uri: string) => {
    await at.settle()
    return (await at.stored()).some((status) => status.uri === uri)
  }

  for (const [index, [how, attributedTo]] of aliases.entries()) {
    const forms: Json[] = [attributedTo, [attributedTo], { id: attributedTo, type: 'Person' }]
    for (const [form, author] of forms.entries()) {
      const noteOf = (name: string) =>
        noteBy(mallory, `${name}-${index}-${form}`, { attributedTo: author })
      const found = serveAt(peer, noteOf('found'))
      await alice.search(found.id)
      if (await isForged(found.id)) forged.push(`${how}, ${form}, looked up`)
      const boosted = serveAt(peer, noteOf('boosted'))
      await at.deliver(mallory, announceOf(mallory, boosted.id))
      if (await isForged(boosted.id)) forged.push(`${how}, ${form}, boosted`)
      const published = noteOf('published')
      await alice.search(serveAt(peer, createOf(published)).id)
      if (await isForged(published.id)) forged.push(`${how}, ${form}, published`)
    }
  }

  assert.deepEqual(forged, [])
})

test('A57 a post that names two authors is by the one that was checked', async () => {
  await using at = await startAttack()
  const { alice, bob, mallory, peer } = at
  const alias = redirect(peer, '/alias', bob.uri)
  const people = (...uris: string[]) => uris.map((id) => ({ id, type: 'Person' }))

  const lists: Json[] = [
    [bob.uri, alias],
    [alias, bob.uri],
    people(bob.uri, alias),
    [bob.uri, mallory.uri],
    [alias, mallory.uri],
    people(alias, mallory.uri),
  ]
  for (const [index, attributedTo] of lists.entries()) {
    const forged = serveAt(peer, noteBy(mallory, `${index}`, { attributedTo }))
    await alice.search(forged.id)
    const create = createOf({ ...forged, id: `${forged.id}-sent` })
    await at.deliver(mallory, { ...create, actor: mallory.uri })
  }

  const found = await authors(at)
  assert.ok(found.length > 0)
  assert.ok(!found.includes(bob.uri), found.join())
})

test('A57 a group passes on no vote whose voter is an address that leads to somebody else', async () => {
  await using at = await startAttack('Group')
  const { alice, bob, bobs, mallory: group, peer } = at
  const post = await alice.publish('to the group')
  const passOn = (activity: Json) => announceOf(group, activity.id, { object: activity })
  const count = async () => (await alice.get(`/api/v1/statuses/${post.id}`)).json().favourites_count

  const forged: string[] = []
  for (const [how, actor] of aliasesOf(at, 'bob', bob.document)) {
    const other = await alice.publish('to the group')
    const like = { ...likeOf(bob, other.uri), id: peer.url(`/likes/${encodeURIComponent(how)}`) }
    await at.deliver(group, passOn(serveAt(peer, { ...like, actor })))
    const { favourites_count } = (await alice.get(`/api/v1/statuses/${other.id}`)).json()
    if (favourites_count > 0) forged.push(how)
  }
  assert.deepEqual(forged, [])
  const like = serveAt(bobs, { ...likeOf(bob, post.uri), id: bobs.url('/likes/1') })
  await at.deliver(group, passOn(like))
  assert.equal(await count(), 1, 'bob’s own')
  const alias = redirect(peer, '/bob', bob.uri)
  const undo = serveAt(peer, { ...undoOf(like), actor: alias, id: peer.url('/undos/1') })
  await at.deliver(group, passOn(undo))
  assert.equal(await count(), 1, 'taken back in bob’s name')
})

test('A57 a vote at an address of its voter that leads elsewhere is none', async () => {
  await using at = await startAttack('Group')
  const { alice, bob, bobs, mallory: group, peer } = at
  const post = await alice.publish('to the group')
  const serveVote = (vote: Json) => openRedirect(at, serveAt(peer, vote).id)
  const passOn = (id: string, activity: Json) =>
    announceOf(group, id, { object: { ...activity, id } })
  const count = async () => (await alice.get(`/api/v1/statuses/${post.id}`)).json().favourites_count
  const forged = { ...likeOf(bob, post.uri), id: peer.url('/likes/1') }

  await at.deliver(group, passOn(serveVote(forged), forged))
  assert.equal(await count(), 0)

  const like = serveAt(bobs, { ...likeOf(bob, post.uri), id: bobs.url('/likes/1') })
  await at.deliver(group, passOn(like.id, like))
  const undo = { ...undoOf(like), id: peer.url('/undos/1') }
  await at.deliver(group, passOn(serveVote(undo), undo))
  assert.equal(await count(), 1)
})

test('A57 consent to a quote at an address of its author that leads elsewhere is none', async () => {
  await using at = await startAttack()
  const { alice, bob, bobs, mallory, peer } = at
  const original = serveAt(bobs, noteBy(bob, 'words of wisdom'))
  const quoting = (name: string, quote: string, quoteAuthorization: string) =>
    noteBy(mallory, name, { quote, quoteAuthorization })
  const consent = (place: Peer, name: string, target = original.id) =>
    serveAt(place, {
      '@context': 'https://www.w3.org/ns/activitystreams',
      id: place.url(`/authorizations/${name}`),
      type: 'QuoteAuthorization',
      attributedTo: bob.uri,
      interactingObject: noteBy(mallory, name).id,
      interactionTarget: target,
    })
  const stateOf = async (note: Json) => {
    await at.deliver(mallory, createOf(note))
    const stored = (await at.stored()).find(({ uri }) => uri === note.id)
    return (await alice.get(`/api/v1/statuses/${stored.id}`)).json().quote.state
  }

  const lent = openRedirect(at, consent(peer, 'lent').id)
  assert.equal(await stateOf(quoting('lent', original.id, lent)), 'pending')
  const alias = redirect(peer, '/original', original.id)
  const other = consent(peer, 'alias', alias)
  assert.equal(await stateOf(quoting('alias', alias, other.id)), 'pending')
  const copied = consent(peer, 'copied')
  bobs.serve('/copied', copied)
  assert.equal(await stateOf(quoting('copied', original.id, bobs.url('/copied'))), 'pending')
  const given = consent(bobs, 'given')
  assert.equal(await stateOf(quoting('given', original.id, given.id)), 'accepted')
})

test('A57 a quote is accepted by the consent that was looked at, not by one named meanwhile', async () => {
  await using at = await startAttack()
  const { alice, bob, bobs, home, mallory } = at
  const original = serveAt(bobs, noteBy(bob, 'words of wisdom'))
  const given = bobs.url('/authorizations/1')
  const quoting = noteBy(mallory, 'look', { quote: original.id, quoteAuthorization: given })
  const other = { approval_uri: `${given}0`, updated_at: 0 }
  bobs.serve('/authorizations/1', async () => {
    await home.app.transact((tx) => tx.db.updateTable('quote').set(other).execute())
    return {
      '@context': LD,
      id: given,
      type: 'QuoteAuthorization',
      attributedTo: bob.uri,
      interactingObject: quoting.id,
      interactionTarget: original.id,
    }
  })

  await at.deliver(mallory, createOf(quoting))

  assert.equal(bobs.count('/authorizations/1'), 1)
  const stored = (await at.stored()).find(({ uri }) => uri === quoting.id)
  const { quote } = (await alice.get(`/api/v1/statuses/${stored.id}`)).json()
  assert.equal(quote.state, 'pending')
})

const LD = ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/fep/7aa9']

/** A collection of mallory's with one item; the consent to it stands where its id says. */
function serveCollection(
  { peer, bobs, mallory }: Attack,
  name: string,
  { member, consentAt, target = member }: { member: string; consentAt: string; target?: string },
): { id: string; featureAuthorization: (address: string) => void } {
  const id = peer.url(`/lists/${name}`)
  const place = consentAt.startsWith(peer.origin) ? peer : bobs
  const consent = serveAt(place, {
    '@context': LD,
    id: consentAt,
    type: 'FeatureAuthorization',
    interactingObject: id,
    interactionTarget: target,
  })
  const serveItem = (featureAuthorization: string) => {
    const item = {
      id: `${id}/1`,
      type: 'FeaturedItem',
      featuredObject: member,
      featureAuthorization,
    }
    const document = { '@context': LD, id, type: 'FeaturedCollection', name: 'Theirs' }
    const owner = { attributedTo: mallory.uri, orderedItems: [item], totalItems: 1 }
    peer.serve(`/lists/${name}`, { ...document, ...owner })
  }
  serveItem(consent.id)
  return { id, featureAuthorization: serveItem }
}

/** How many somebody sees in a collection. */
async function members({ alice, settle }: Attack, id: string): Promise<number> {
  const [found] = (await alice.search(id)).collections
  assert.ok(found, `${id} is no collection`)
  await settle()
  return (await alice.get(`/api/v1/collections/${found.id}`)).json().collection.item_count
}

test('A57 nobody is in a collection by consent of an address that leads to them', async () => {
  await using at = await startAttack()
  const { bob, bobs, peer } = at
  const forged: string[] = []

  for (const [index, [how, member]] of aliasesOf(at, 'bob', bob.document).entries()) {
    const consentAt = peer.url(`/consents/${index}`)
    const { id } = serveCollection(at, `${index}`, { member, consentAt })
    if ((await members(at, id)) > 0) forged.push(how)
  }
  assert.deepEqual(forged, [])
  const theirs = serveCollection(at, 'theirs', {
    member: bob.uri,
    consentAt: bobs.url('/consents/1'),
  })
  assert.equal(await members(at, theirs.id), 1)
})

test('A57 consent to be in a collection at an address of its member that leads elsewhere is none', async () => {
  await using at = await startAttack()
  const { bob, peer } = at
  const consentAt = peer.url('/consents/1')
  const list = serveCollection(at, 'lent', { member: bob.uri, consentAt })
  list.featureAuthorization(openRedirect(at, consentAt))

  assert.equal(await members(at, list.id), 0)
})

test('A57 a key at an address that leads to somebody else signs for nobody', async () => {
  await using at = await startAttack()
  const { bob, bobs, home, mallory, peer } = at
  const inbox = `${home.app.config.origin}/inbox`
  const [key] = mallory.keys
  const keyAt = (id: string, owner: string) => ({
    '@context': LD,
    id,
    type: 'Key',
    owner,
    publicKeyPem: mallory.document.publicKey.publicKeyPem,
  })
  peer.serve('/keys/bobs', keyAt(peer.url('/keys/bobs'), bob.uri))
  const alias = redirect(peer, '/alias', bob.uri)
  peer.serve('/keys/alias', keyAt(peer.url('/keys/alias'), alias))
  peer.serve('/users/claimant', {
    ...mallory.document,
    id: peer.url('/users/claimant'),
    preferredUsername: 'claimant',
    publicKey: keyAt(`${bob.uri}#main-key`, bob.uri),
  })
  const lent = (path: string, document: Json) => {
    peer.serve(path, document)
    return openRedirect(at, peer.url(path))
  }
  const keyIds = [
    `${alias}#main-key`,
    peer.url('/keys/bobs'),
    peer.url('/keys/alias'),
    `${peer.url('/users/claimant')}#main-key`,
    lent('/keys/1', keyAt(peer.url('/keys/1'), bob.uri)),
    lent('/keys/2', keyAt(bobs.url('/keys/2'), bob.uri)),
    lent('/actors/1', { ...mallory.document, id: bob.uri }),
    lent('/actors/2', { ...bob.document, publicKey: keyAt(peer.url('/actors/2#k'), bob.uri) }),
  ]

  for (const keyId of keyIds) {
    for (const actor of [bob.uri, alias]) {
      const note = noteBy({ ...bob, uri: actor }, 'never said')
      const activity = { ...createOf(note), actor, to: at.aliceUri }
      const { privateKey } = key!
      const { status } = await peer.send(mallory, activity, { inbox, keyId, privateKey })
      await at.settle()
      assert.equal(status, 401, keyId)
      assert.deepEqual(await authors(at), [], keyId)
    }
  }
})

test('A57 what is boosted or published by reference is what stands at the id that was named', async () => {
  await using at = await startAttack()
  const { bob, bobs, mallory, peer } = at
  const note = serveAt(bobs, noteBy(bob, 'words of wisdom'))
  const own = serveAt(peer, noteBy(mallory, 'evil words'))

  for (const [how, alias] of aliasesOf(at, 'note', note)) {
    await at.deliver(mallory, announceOf(mallory, alias))
    await at.deliver(mallory, { ...createOf(noteBy(mallory, how)), object: alias })
  }
  assert.deepEqual(await authors(at), [])
  await at.deliver(mallory, announceOf(mallory, openRedirect(at, own.id)))
  assert.deepEqual(await at.stored(), [])
  await at.deliver(mallory, announceOf(mallory, note.id))
  assert.deepEqual(await authors(at), [bob.uri, mallory.uri])
})

test('A57 a page is credited to who names both the address linked and where it was found', async () => {
  await using at = await startAttack()
  const { alice, bobs, home, peer } = at
  await home.app.transact((tx) =>
    tx.db
      .updateTable('account')
      .set({ attribution_domains: '["news.localhost"]' })
      .where('id', '=', alice.id)
      .execute(),
  )
  const meta = `<meta name="fediverse:creator" content="@alice@${home.app.config.domain}">`
  const page = `<html><head><title>An article</title>${meta}</head></html>`
  peer.serve('/page', page, { contentType: 'text/html' })
  bobs.serve('/page', page, { contentType: 'text/html' })
  const news = bobs.origin.replace('127.0.0.1', 'news.localhost')
  const lent = openRedirect(at, peer.url('/page')).replace(bobs.origin, news)
  const credited = async (link: string) => {
    const { id } = await alice.publish(`see ${link}`)
    await at.settle()
    const { card } = (await alice.get(`/api/v1/statuses/${id}`)).json()
    assert.equal(card.title, 'An article')
    return card.authors.length
  }

  assert.equal(await credited(lent), 0, 'a redirect away from their site')
  assert.equal(await credited(redirect(peer, '/to-news', `${news}/page`)), 0, 'one to it')
  assert.equal(await credited(`${news}/page`), 1)
})

/** Lets a peer say that one of its handles is an actor's, wherever that is. */
function claimHandle(peer: Peer, name: string, actorUri: string): string {
  const self = { rel: 'self', type: 'application/activity+json', href: actorUri }
  peer.serve(
    '/.well-known/webfinger',
    { subject: `acct:${name}@${peer.host}`, links: [self] },
    { contentType: 'application/jrd+json' },
  )
  return `${name}@${peer.host}`
}

test('A57 a handle is an actor’s only if the actor’s own server says so too', async () => {
  await using at = await startAttack()
  const { alice, bob, bobs, home, peer } = at
  const carol = bobs.addActor('carol')
  await meet(home, bob)
  const seen = async (handle: string) =>
    (await alice.search(handle)).accounts.map(({ acct }: Json) => acct)

  assert.deepEqual(await seen(claimHandle(peer, 'fool', bob.uri)), [bob.handle], 'known')
  assert.deepEqual(await seen(claimHandle(peer, 'bob', bob.uri)), [bob.handle], 'the same name')
  assert.deepEqual(await seen(claimHandle(peer, 'clown', carol.uri)), [carol.handle], 'unknown')
  assert.deepEqual(await seen(claimHandle(peer, 'x', redirect(peer, '/x', bob.uri))), [])

  const rows = await home.app.db
    .selectFrom('account')
    .where('uri', 'in', [bob.uri, carol.uri])
    .select(['username', 'domain'])
    .execute()
  assert.deepEqual(rows.map(({ username, domain }) => `${username}@${domain}`).toSorted(), [
    bob.handle,
    carol.handle,
  ])
})

test('A57 people may paste any address of a post or profile, which is found under its own id', async () => {
  await using at = await startAttack()
  const { alice, bob, bobs } = at
  const note = serveAt(bobs, noteBy(bob, 'words of wisdom'))
  redirect(bobs, '/@bob', bob.uri)
  bobs.serve('/@bob/1', note)

  const { accounts } = await alice.search(bobs.url('/@bob'))
  const { statuses } = await alice.search(bobs.url('/@bob/1'))

  assert.deepEqual(
    accounts.map(({ uri }: Json) => uri),
    [bob.uri],
  )
  assert.deepEqual(
    statuses.map(({ uri }: Json) => uri),
    [note.id],
  )
})

test('A57 an actor that is gone elsewhere goes here by its own word alone', async () => {
  await using at = await startAttack()
  const { alice, bob, bobs, mallory, peer } = at
  const { statuses } = await alice.search(serveAt(bobs, noteBy(bob, 'words of wisdom')).id)
  assert.equal(statuses.length, 1)

  const alias = redirect(peer, '/alias', bob.uri)
  await at.deliver(mallory, { ...deleteOf({ id: alias, attributedTo: mallory.uri }) })
  await at.deliver(mallory, {
    id: `${mallory.uri}#u`,
    type: 'Update',
    object: { id: alias, type: 'Person' },
  })

  assert.deepEqual(await authors(at), [bob.uri])
})
