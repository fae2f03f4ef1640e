import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followOnPeer } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { pathOf, png, uploadPicture } from '../support/media-api.ts'
import { multipart } from '../support/multipart.ts'
import { announceOf, createOf, noteBy } from '../support/notes.ts'
import type { Json } from '../support/peer.ts'
import { makeKey, publishedKeys } from '../support/peer-keys.ts'
import { serve } from './loopback.ts'

const AS2 = 'application/activity+json'
const JRD = { contentType: 'application/jrd+json' }

/** An uploaded actor document that claims the id of another actor. */
function impostor(uri: string) {
  const key = makeKey('rsa', `${uri}#main-key`)
  const document = {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: uri,
    type: 'Person',
    preferredUsername: 'impostor',
    inbox: `${uri}/inbox`,
    ...publishedKeys(uri, [key]),
  }
  return { key, document }
}

test('A10 what people upload on another server speaks for nobody there, whatever its type', async () => {
  await using both = await startHomeAndPeer()
  const { alice, home, peer } = both
  const mallory = peer.addActor('mallory')
  await followOnPeer(home, alice, mallory)
  const types = ['application/json', 'application/ld+json', 'text/plain', 'image/png', 'text/html']
  const inbox = `${home.app.config.origin}/inbox`
  const uri = peer.url('/uploads/actor.json')
  const noteUri = peer.url('/uploads/note.json')
  const { key, document } = impostor(uri)
  const self = { rel: 'self', type: AS2, href: uri }
  const finger = `acct:impostor@${peer.host}`
  const path = `/.well-known/webfinger?resource=${encodeURIComponent(finger)}`
  peer.serve(path, { subject: finger, links: [self] }, JRD)
  const page = `<html><head><link rel="alternate" type="${AS2}" href="${noteUri}"></head></html>`
  peer.serve('/page', page, { contentType: 'text/html' })
  const actor = { ...mallory, uri, document, keys: [key] }
  const note = noteBy(mallory, 'uploaded', { id: noteUri })

  for (const contentType of types) {
    peer.serve('/uploads/actor.json', document, { contentType })
    peer.serve('/uploads/note.json', note, { contentType })
    const found = [
      await alice.search(uri),
      await alice.search(`impostor@${peer.host}`),
      await alice.search(noteUri),
      await alice.search(peer.url('/page')),
    ]
    for (const { accounts, statuses } of found) {
      assert.deepEqual([accounts, statuses], [[], []], contentType)
    }
    home.clock.now += 3_600_000 // a key that is not there is not asked for again for a while
    const clockAhead = home.app.clock() - Date.now()
    const signed = await peer.send(actor, createOf(noteBy(actor, 'one')), { inbox, clockAhead })
    assert.equal(signed.status, 401, contentType)
    await peer.send(mallory, announceOf(mallory, noteUri), { inbox, clockAhead })
    await both.settle()
    assert.deepEqual(await both.stored(), [], contentType)
  }

  peer.serve('/uploads/note.json', note)
  assert.equal((await alice.search(noteUri)).statuses.length, 1, 'it is about nothing but the type')
})

test('A10 no file of ours is Activity Streams: uploads, pictures and what we read through', async () => {
  await using both = await startHomeAndPeer()
  const { alice, home, peer } = both
  const { document } = impostor(`${home.app.config.origin}/system/actor`)
  const text = Buffer.from(JSON.stringify(document))
  const hidden = Buffer.concat([await png(20, 10), text])
  await using files = await serve((request, response) => {
    response.writeHead(200, { 'content-type': AS2 })
    response.end(request.url === '/real.png' ? hidden : text)
  })
  const upload = await alice.post('/api/v2/media', ...(await multipart({ file: hidden })))
  assert.equal(upload.statusCode, 200, upload.body)
  const own = [upload.json(), await uploadPicture(alice)]
  const pictureAt = (path: string) => ({
    type: 'Image',
    mediaType: 'image/png',
    url: files.url + path,
  })
  const pictures = { icon: pictureAt('/real.png'), image: pictureAt('/actor.json') }
  const bob = peer.addActor('bob', { document: pictures })
  const bobId = await followOnPeer(home, alice, bob)
  const attachment = ['/real.png', '/actor.json', '/actor.png'].map(pictureAt)
  await both.deliver(bob, createOf(noteBy(bob, 'look', { attachment })))
  const [status] = await alice.home()
  const media = [...own, ...status.media_attachments]
  const paths = [
    ...media.flatMap((one: Json) => [one.url, one.preview_url]).map(pathOf),
    ...['avatar', 'avatar/static', 'header'].map((kind) => `/proxy/accounts/${bobId}/${kind}`),
  ]

  let shown = 0
  for (const path of paths) {
    for (const accept of [AS2, 'application/ld+json', '*/*']) {
      const answer = await home.anonymous.send('GET', path, undefined, { accept })
      const type = String(answer.headers['content-type'])
      assert.ok([200, 404].includes(answer.statusCode), `${path}: ${answer.statusCode}`)
      assert.doesNotMatch(type, /activity\+json|ld\+json/, path)
      if (answer.statusCode === 404) continue
      shown += 1
      assert.match(type, /^image\//, path)
      assert.equal(answer.headers['x-content-type-options'], 'nosniff', path)
      assert.match(String(answer.headers['content-security-policy']), /sandbox/, path)
    }
  }
  assert.equal(shown, 3 * 8, 'the pictures that are some, and none of the others')
})
