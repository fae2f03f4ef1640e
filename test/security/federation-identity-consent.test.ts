import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Attack,
  aliasesOf,
  openRedirect,
  redirect,
  startAttack,
} from '../support/impostors.ts'
import { createOf, noteBy, serveAt } from '../support/notes.ts'
import type { Json, Peer } from '../support/peer.ts'

const LD = ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/fep/7aa9']

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
