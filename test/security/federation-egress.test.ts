import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { meet } from '../support/acquaintances.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { about } from '../support/follow-activities.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import { announceOf, createOf, likeOf, noteBy, serveAt } from '../support/notes.ts'
import type { Json, Peer, PeerActor } from '../support/peer.ts'

/** An internal service that a hostile peer would like to reach through us: it rejects every request and records it. */
interface Inner extends AsyncDisposable {
  address: string
  url(path: string): string
  /** paths that were asked for, without their queries */
  asked: Set<string>
}

/** On an address of this machine that is not the peer's. */
async function startInner(): Promise<Inner | null> {
  const asked = new Set<string>()
  const server = createServer((request, response) => {
    asked.add(request.url!.split('?')[0]!)
    response.writeHead(404).end()
  })
  for (const address of ['127.0.0.2', '::1']) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    server.once('error', () => resolve(false))
    server.listen(0, address, () => resolve(true))
    if (!(await promise)) continue
    const { port } = server.address() as AddressInfo
    const host = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
    return {
      address,
      url: (path) => `http://${host}${path}`,
      asked,
      async [Symbol.asyncDispose]() {
        server.closeAllConnections()
        await new Promise((done) => server.close(done))
      },
    }
  }
  return null
}

interface Stage extends HomeAndPeer {
  inner: Inner
}

/** A path of the peer that leads to the inner server. */
function redirect({ peer, inner }: Stage, path: string, to: string): string {
  peer.serve(path, '', { status: 302, headers: { location: inner.url(to) } })
  return peer.url(path)
}

const JRD = { contentType: 'application/jrd+json' }
const HTML = { contentType: 'text/html' }

const fingerPath = (peer: Peer, name: string) =>
  `/.well-known/webfinger?resource=${encodeURIComponent(`acct:${name}@${peer.host}`)}`

/** Handles whose descriptions lead inside. @returns the paths there */
async function lookUpHandles(stage: Stage): Promise<string[]> {
  const { alice, peer, inner } = stage
  redirect(stage, fingerPath(peer, 'one'), '/webfinger')
  const self = { rel: 'self', type: 'application/activity+json', href: inner.url('/actor') }
  peer.serve(fingerPath(peer, 'two'), { subject: `acct:two@${peer.host}`, links: [self] }, JRD)
  peer.serve(fingerPath(peer, 'three'), '', { status: 404 })
  const template = inner.url('/finger?resource={uri}')
  const links = [{ rel: 'lrdd', type: 'application/jrd+json', template }]
  peer.serve('/.well-known/host-meta', { links }, { contentType: 'application/json' })
  for (const name of ['one', 'two', 'three']) await alice.search(`${name}@${peer.host}`)
  return ['/webfinger', '/actor', '/finger']
}

/** Addresses that people search for. */
async function lookUpAddresses(stage: Stage): Promise<string[]> {
  const { alice, peer, inner } = stage
  const link = `<link rel="alternate" type="application/activity+json" href="${inner.url('/alternate')}">`
  peer.serve('/page', `<html><head>${link}</head></html>`, HTML)
  const header = `<${inner.url('/header')}>; rel="alternate"; type="application/activity+json"`
  peer.serve('/linked', '<html>', { ...HTML, headers: { link: header } })
  peer.serve('/elsewhere', { id: inner.url('/id'), type: 'Note' })
  const addresses = [
    inner.url('/searched'),
    redirect(stage, '/moved', '/redirected'),
    peer.url('/page'),
    peer.url('/linked'),
    peer.url('/elsewhere'),
  ]
  for (const address of addresses) await alice.search(address)
  return ['/searched', '/redirected', '/alternate', '/header', '/id']
}

/** An actor whose collections and pictures are inside. */
async function meetActor(stage: Stage): Promise<string[]> {
  const { home, peer, inner } = stage
  const names = ['outbox', 'followers', 'following', 'featured', 'featuredTags']
  const collections = names.map((name) => [name, redirect(stage, `/of-bob/${name}`, `/${name}`)])
  const picture = (path: string) => ({
    type: 'Image',
    mediaType: 'image/png',
    url: inner.url(path),
  })
  const pictures = { icon: picture('/avatar'), image: picture('/banner') }
  const document = { ...Object.fromEntries(collections), ...pictures }
  const id = await meet(home, peer.addActor('bob', { document }))
  await stage.settle()
  for (const kind of ['avatar', 'header']) await look(stage, `/proxy/accounts/${id}/${kind}`)
  return [...names.map((name) => `/${name}`), '/avatar', '/banner']
}

/** Asks for a file, which is there only where it may be fetched. */
async function look({ home }: Stage, path: string): Promise<void> {
  const { statusCode } = await home.anonymous.get(path)
  assert.ok(statusCode === 200 || statusCode === 404, path)
}

/** A post with everything that is fetched for one. */
async function receivePost(stage: Stage, mallory: PeerActor): Promise<string[]> {
  const { alice, home, peer, inner, aliceUri } = stage
  const emoji = { type: 'Image', mediaType: 'image/png', url: inner.url('/emoji') }
  const note = noteBy(mallory, 'look', {
    content: `<p>look <a href="${inner.url('/card')}">there</a> :blob:</p>`,
    inReplyTo: inner.url('/parent'),
    quote: inner.url('/quoted'),
    replies: inner.url('/replies'),
    attachment: [
      { type: 'Image', mediaType: 'image/png', url: inner.url('/picture') },
      {
        type: 'Video',
        mediaType: 'video/mp4',
        url: inner.url('/film'),
        icon: { url: inner.url('/still') },
      },
    ],
    tag: [
      { type: 'Mention', href: inner.url('/mention'), name: '@inner' },
      { type: 'Mention', href: aliceUri, name: '@alice' },
      { type: 'Emoji', id: peer.url('/emojis/blob'), name: ':blob:', icon: emoji },
    ],
  })
  await stage.deliver(mallory, createOf(note))
  const [{ id }] = (await stage.stored()).filter(({ uri }) => uri === note.id)
  const read = async () => (await alice.get(`/api/v1/statuses/${id}`)).json()
  const { media_attachments: media, emojis } = await read()
  await alice.get(`/api/v1/statuses/${id}/context`)
  await stage.settle()
  const files = [...media.flatMap((one: Json) => [one.url, one.preview_url]), emojis[0].url]
  for (const url of files) await look(stage, new URL(url).pathname)
  home.clock.now += 120_000 // a link from elsewhere is looked at with some delay
  await stage.settle()
  const parts = ['/parent', '/quoted', '/replies', '/mention', '/card']
  return [...parts, '/picture', '/film', '/still', '/emoji']
}

/** Links of people here whose previews lead inside. */
async function previewLinks(stage: Stage): Promise<string[]> {
  const { alice, peer, inner } = stage
  const oEmbed = `<link rel="alternate" type="application/json+oembed" href="${inner.url('/oembed')}">`
  const picture = `<meta property="og:image" content="${inner.url('/card-picture')}">`
  peer.serve('/article', `<html><head><title>News</title>${picture}${oEmbed}</head></html>`, HTML)
  redirect(stage, '/short', '/expanded')
  await alice.publish(`see ${peer.url('/short')}`)
  const { id } = await alice.publish(`see ${peer.url('/article')}`)
  await stage.settle()
  const { card } = (await alice.get(`/api/v1/statuses/${id}`)).json()
  await look(stage, new URL(card.image).pathname)
  return ['/expanded', '/oembed', '/card-picture']
}

/** Activities that make us ask for something. */
async function receiveActivities(stage: Stage, mallory: PeerActor): Promise<string[]> {
  const { home, peer, inner, alice, aliceUri } = stage
  const inbox = `${home.app.config.origin}/inbox`
  const now = () => home.app.clock() - Date.now()
  const send = async (activity: Json, more = {}) => {
    await peer.send(mallory, activity, { inbox, clockAhead: now(), ...more })
    await stage.settle()
  }
  const original = serveAt(peer, noteBy(mallory, 'original'))
  const approval = redirect(stage, '/approval', '/authorization')
  const neighbour = peer.addActor('neighbour')
  await followOnPeer(home, alice, neighbour)
  const quoting = noteBy(neighbour, 'quoting', {
    quote: original.id,
    quoteAuthorization: approval,
  })
  await peer.send(neighbour, createOf(quoting), { inbox, clockAhead: now() })
  await stage.settle()
  await send(announceOf(mallory, inner.url('/boosted')))
  await send({ ...about('Move', mallory, mallory.uri), target: inner.url('/target') })
  const signature = { type: 'RsaSignature2017', creator: inner.url('/creator') }
  const passedOn = createOf(noteBy({ ...mallory, uri: inner.url('/forwarded') }, 'forwarded'))
  await send({ ...passedOn, signature })
  await send({
    ...createOf(noteBy(mallory, 'named')),
    object: redirect(stage, '/named', '/object'),
  })
  const url = redirect(stage, '/sync', '/synchronization')
  const header = `collectionId="${mallory.uri}/followers", url="${url}", digest="${'ff'.repeat(32)}"`
  await send(likeOf(mallory, `${aliceUri}/1`), {
    headers: { 'collection-synchronization': header },
  })
  await send(likeOf(mallory, `${aliceUri}/1`), { keyId: inner.url('/key#main') })
  const paths = ['/authorization', '/boosted', '/target', '/forwarded/notes/forwarded', '/object']
  return [...paths, '/synchronization', '/key']
}

/** A name is only resolved when something is sent, so what was public may be inside by then. */
async function sendThere({ alice, home, inner }: Stage, mallory: PeerActor): Promise<string[]> {
  await home.app.transact((tx) =>
    tx.db
      .updateTable('remote_actor')
      .set({ inbox_uri: inner.url('/inbox'), shared_inbox_uri: inner.url('/inbox') })
      .execute(),
  )
  await alice.publish(`hello @${mallory.handle}`)
  await home.settle()
  return ['/inbox']
}

/** Does all of it. @returns every path that a server which guards nothing asks for inside */
async function tryEverything(stage: Stage): Promise<string[]> {
  const mallory = stage.peer.addActor('mallory')
  const found = [await lookUpHandles(stage), await lookUpAddresses(stage), await meetActor(stage)]
  await followOnPeer(stage.home, stage.alice, mallory)
  found.push(
    await receivePost(stage, mallory),
    await previewLinks(stage),
    await receiveActivities(stage, mallory),
    await sendThere(stage, mallory),
  )
  return found.flat().sort()
}

test('A31 no way out leads to a private address: discovery, documents, pictures, previews, inboxes', async (t) => {
  await using inner = await startInner()
  if (inner === null) return t.skip('this machine has one loopback address only')
  const own = '127.0.0.1/32'
  const tried = async (egressAllow: string[]) => {
    await using both = await startHomeAndPeer({ egressAllow })
    inner.asked.clear()
    return await tryEverything({ ...both, inner })
  }

  const all = await tried([own, `${inner.address}/${inner.address.includes(':') ? 128 : 32}`])
  assert.deepEqual([...inner.asked].sort(), all, 'each way is there where it is allowed')
  await tried([own])

  assert.deepEqual([...inner.asked], [])
})
