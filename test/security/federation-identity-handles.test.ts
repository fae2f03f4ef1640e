import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meet } from '../support/acquaintances.ts'
import { authors, openRedirect, redirect, startAttack } from '../support/impostors.ts'
import { createOf, noteBy } from '../support/notes.ts'
import type { Json, Peer } from '../support/peer.ts'

const CONTEXT = ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1']

test('A57 a key at an address that leads to somebody else signs for nobody', async () => {
  await using at = await startAttack()
  const { bob, bobs, home, mallory, peer } = at
  const inbox = `${home.app.config.origin}/inbox`
  const [key] = mallory.keys
  const keyAt = (id: string, owner: string) => ({
    '@context': CONTEXT,
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
