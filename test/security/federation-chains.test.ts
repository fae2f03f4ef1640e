import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchDocument } from '../../src/kernel/activitypub/fetch.ts'
import { Unreachable } from '../../src/kernel/base/errors.ts'
import { meet } from '../support/acquaintances.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import { createOf, noteBy, serveAt } from '../support/notes.ts'
import type { Json, Peer } from '../support/peer.ts'

const HTML = { contentType: 'text/html' }

/** Serves `/name/0` … which send on to each other, the last one to what is given. @returns the first */
function serveChain(peer: Peer, name: string, length: number, last: string): string {
  for (let at = 0; at < length; at++) {
    const location = at === length - 1 ? last : peer.url(`/${name}/${at + 1}`)
    peer.serve(`/${name}/${at}`, '', { status: 302, headers: { location } })
  }
  return length === 0 ? last : peer.url(`/${name}/0`)
}

function servePage(peer: Peer, path: string, link: string): string {
  peer.serve(path, `<html><head><title>A page</title>${link}</head></html>`, HTML)
  return peer.url(path)
}

const alternate = (href: string) =>
  `<link rel="alternate" type="application/activity+json" href="${href}">`

test('A33 on the way from a page to its post only so many addresses are asked, in all', async () => {
  await using both = await startHomeAndPeer()
  const { alice, peer } = both
  const bob = peer.addActor('bob')
  await meet(both.home, bob)
  await both.settle()
  /** A page some redirects away, whose post is some redirects away. */
  const pageOf = (name: string, before: number, after: number) => {
    const note = serveAt(peer, noteBy(bob, name))
    const there = serveChain(peer, `${name}-after`, after, note.id)
    return serveChain(peer, `${name}-before`, before, servePage(peer, `/${name}`, alternate(there)))
  }
  const search = async (address: string) => {
    peer.requests.length = 0
    const { statuses } = await alice.search(address)
    return { found: statuses.length, asked: peer.requests.length }
  }

  const near = await search(pageOf('near', 1, 1))
  const far = await search(pageOf('far', 3, 3))
  const round = servePage(peer, '/round', alternate(peer.url('/round')))
  const inCircles = await search(round)
  for (let at = 0; at < 20; at++) servePage(peer, `/p/${at}`, alternate(peer.url(`/p/${at + 1}`)))
  const endless = await search(peer.url('/p/0'))

  assert.equal(near.found, 1)
  for (const { found, asked } of [far, inCircles, endless]) {
    assert.equal(found, 0)
    assert.ok(asked <= 12, `${asked} requests`)
  }
})

test('A33 a page and its oEmbed description share one budget too', async () => {
  await using both = await startHomeAndPeer()
  const { alice, peer } = both
  const json = { contentType: 'application/json' }
  peer.serve('/oembed', { type: 'link', version: '1.0', author_name: 'Somebody' }, json)
  const oEmbed = (href: string) =>
    `<link rel="alternate" type="application/json+oembed" href="${href}">`
  const cardOf = async (address: string) => {
    const { id } = await alice.publish(`see ${address}`)
    await both.settle()
    return (await alice.get(`/api/v1/statuses/${id}`)).json().card
  }
  const articleOf = (name: string, redirects: number) => {
    const there = serveChain(peer, `${name}-after`, redirects, peer.url('/oembed'))
    return serveChain(peer, `${name}-before`, redirects, servePage(peer, `/${name}`, oEmbed(there)))
  }

  const near = await cardOf(articleOf('near', 1))
  const far = await cardOf(articleOf('far', 3))
  servePage(peer, '/round', oEmbed(peer.url('/round')))
  await cardOf(peer.url('/round'))
  const lost = await cardOf(serveChain(peer, 'lost', 9, peer.url('/near')))

  assert.equal(near.author_name, 'Somebody')
  assert.equal(far.title, 'A page')
  assert.equal(far.author_name, '')
  assert.equal(peer.count('/round'), 1)
  assert.equal(lost, null)
  assert.ok(peer.requests.filter(({ path }) => path.startsWith('/lost/')).length <= 6)
})

/** Names under one registered domain, all of which are the peer. */
const wild = ({ peer }: HomeAndPeer, at: number) =>
  peer.origin.replace('127.0.0.1', `w${at}.wild.localhost`)

const askedOfWild = ({ peer }: HomeAndPeer) =>
  peer.requests.filter(({ headers }) => headers.host?.includes('wild.localhost')).length

test('A35 the budget of a domain is one for all names under it', async () => {
  await using both = await startHomeAndPeer()
  const { home, peer } = both
  const fetchAt = (origin: string) => fetchDocument(home.app, `${origin}/note`)
  peer.serve('/note', ({ headers }) => ({ id: `http://${headers.host}/note`, type: 'Note' }))
  let spent = 0
  while (spent < 5000 && home.app.federation.fetches.spend(`w${spent}.wild.localhost`)) spent += 1

  await assert.rejects(fetchAt(wild(both, 1000)), Unreachable)

  assert.equal(askedOfWild(both), 0)
  const stranger = await fetchAt(wild(both, 0).replace('wild', 'other'))
  assert.equal(stranger.type, 'Note')
})

test('A35 replies and mentions under a wildcard are asked for a bounded number of times', async () => {
  await using both = await startHomeAndPeer()
  const { alice, home, peer } = both
  const mallory = peer.addActor('mallory')
  await followOnPeer(home, alice, mallory)
  const items = Array.from({ length: 290 }, (_, at) => `${wild(both, at)}/replies/${at}`)
  const replies = { id: peer.url('/replies'), type: 'Collection', items }
  peer.serve('/replies', replies)
  const tag = items.map((_, at) => ({
    type: 'Mention',
    href: `${wild(both, at)}/users/crowd`,
    name: '@crowd',
  }))
  const note = noteBy(mallory, 'root', { replies: peer.url('/replies'), tag })

  await both.deliver(mallory, createOf(note))
  const named = askedOfWild(both)
  const [stored] = await both.stored()
  await alice.get(`/api/v1/statuses/${stored.id}/context`)
  await both.settle()

  assert.ok(named >= 1 && named <= 10, `${named} strangers`)
  const asked = askedOfWild(both) - named
  assert.ok(asked >= 100 && asked <= 200, `${asked} replies`)
})

test('A35 collections without end are left after a few pages, whatever they hold', async () => {
  await using both = await startHomeAndPeer()
  const { alice, home, peer } = both
  const endless = (path: string, items: (at: number) => Json[]) => {
    peer.serve(path, ({ path: asked }) => {
      const at = Number(URL.parse(asked, peer.origin)!.searchParams.get('page') ?? 0)
      const next = peer.url(`${path}?page=${at + 1}`)
      return { id: peer.url(asked), type: 'OrderedCollectionPage', orderedItems: items(at), next }
    })
    return peer.url(path)
  }
  const nothing = () => []
  const document = {
    outbox: endless('/endless/outbox', nothing),
    featured: endless('/endless/featured', (at) => [peer.url(`/missing/${at}`)]),
    featuredTags: endless('/endless/tags', nothing),
    followers: endless('/endless/followers', nothing),
    following: endless('/endless/following', nothing),
  }
  const mallory = peer.addActor('mallory', { document })

  await followOnPeer(home, alice, mallory)
  await both.settle()
  const replies = endless('/endless/replies', nothing)
  await both.deliver(mallory, createOf(noteBy(mallory, 'root', { replies })))
  const [stored] = await both.stored()
  await alice.get(`/api/v1/statuses/${stored.id}/context`)
  await both.settle()

  for (const name of ['outbox', 'featured', 'tags', 'followers', 'following', 'replies']) {
    const asked = peer.count(`/endless/${name}`)
    assert.ok(asked >= 1 && asked <= 12, `${asked} pages of ${name}`)
  }
})

test('A35 one look at a thread brings so many replies at most, even if none has to be fetched', async () => {
  await using both = await startHomeAndPeer()
  const { alice, home, peer } = both
  const mallory = peer.addActor('mallory')
  await followOnPeer(home, alice, mallory)
  const base = '/endless/replies'
  let made = 0
  peer.serve(base, ({ path }) => {
    const id = peer.url(path)
    const inReplyTo = URL.parse(id)!.searchParams.get('of')
    const items = Array.from({ length: 280 }, () => {
      made += 1
      const { id: uri } = noteBy(mallory, `reply-${made}`)
      const replies = peer.url(`${base}?of=${encodeURIComponent(uri)}`)
      return noteBy(mallory, `reply-${made}`, { inReplyTo, replies })
    })
    return { id, type: 'Collection', items }
  })
  const root = noteBy(mallory, 'root')
  const replies = peer.url(`${base}?of=${encodeURIComponent(root.id)}`)
  await both.deliver(mallory, createOf({ ...root, replies }))
  const [stored] = await both.stored()

  await alice.get(`/api/v1/statuses/${stored.id}/context`)
  await both.settle()

  assert.equal((await both.stored()).length, 501)
  assert.equal(peer.count(base), 2)
})
