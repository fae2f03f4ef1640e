import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startGifSite } from '../support/gif-provider.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { startTestServer } from '../support/server.ts'

const NULL = '\0'
const JRD = { contentType: 'application/jrd+json' }

test('A116 a WebFinger answer with null characters, or a long address, harms nobody who names the handle', async () => {
  await using stage = await startHomeAndPeer()
  const { alice, peer } = stage
  const mallory = peer.addActor('mallory')
  const { handle } = mallory
  const link = (href: string) => ({ rel: 'self', type: 'application/activity+json', href })
  const answers = [
    { subject: `acct:${handle}`, links: [link(`${mallory.uri}${NULL}`)] },
    { subject: `acct:mallory${NULL}@${peer.host}`, links: [link(mallory.uri)] },
    { subject: `acct:${handle}`, links: [link(`${mallory.uri}/${'x'.repeat(5000)}`)] },
  ]
  for (const answer of answers) {
    peer.serve('/.well-known/webfinger', answer, JRD)
    const found = await alice.get('/api/v2/search', { q: `@${handle}`, resolve: 'true' })
    assert.equal(found.statusCode, 200, found.body)
    const posted = await alice.post('/api/v1/statuses', { status: `@${handle} hello` })
    assert.equal(posted.statusCode, 200, posted.body)
  }
})

test('A116 null characters of a linked page are left out of its preview', async () => {
  await using stage = await startHomeAndPeer()
  const { home, alice, peer } = stage
  const oEmbed = `<link rel="alternate" type="application/json+oembed" href="/oembed">`
  const html = { contentType: 'text/html' }
  const head = `<title>a${NULL}b&#0;c</title><meta property="og:description" content="d${NULL}e">`
  peer.serve('/page', `<html lang="e${NULL}n"><head>${head}</head>`, html)
  peer.serve('/embedding', `<head><title>x</title>${oEmbed}</head>`, html)
  const answer = { type: 'video', title: `f${NULL}g`, author_name: `h${NULL}`, provider_url: NULL }
  peer.serve('/oembed', answer, { contentType: 'application/json' })

  for (const path of ['/page', '/embedding']) await alice.publish(peer.url(path))
  await stage.settle()

  const failed = await home.app.db
    .selectFrom('job')
    .where('last_error', 'is not', null)
    .select(['kind', 'last_error'])
    .execute()
  assert.deepEqual(failed, [])
  const home1 = (await alice.get('/api/v1/timelines/home')).json()
  const cards = home1.map(({ card }: { card: { title: string } | null }) => card?.title)
  assert.deepEqual(cards, ['fg', 'ab\ufffdc'])
})

test('A116 a client whose name has a null character is unknown', async () => {
  await using server = await startTestServer()
  for (const name of [`a${NULL}`, 'a%00']) {
    const authorization = `Basic ${Buffer.from(`${name}:secret`).toString('base64')}`
    const form = { grant_type: 'client_credentials' }
    const answer = await server.anonymous.post('/oauth/token', form, { authorization })
    assert.equal(answer.statusCode, 401, answer.body)
    assert.equal(answer.json().error, 'invalid_client')
  }
})

test('A116 null characters of a description of a GIF are left out', async () => {
  await using site = await startGifSite()
  const gifs = { provider: 'klipy' as const, url: site.url, key: 'secret' }
  await using server = await startTestServer({ gifs, egressAllow: ['127.0.0.0/8'] })
  const alice = await server.signUp('alice')
  site.offered = [{ id: 'rook1', description: `a ${NULL}rook \ud800` }]

  const taken = await alice.post('/api/rookery/v1/gifs/rook1')

  assert.ok(taken.statusCode < 300, taken.body)
  assert.equal(taken.json().description, 'a rook \ufffd')
})
