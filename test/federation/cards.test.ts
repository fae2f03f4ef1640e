import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import sharp from 'sharp'
import { entityOf } from '../support/entities.ts'
import { waitForOthers } from '../support/patience.ts'
import { insertRemoteStatus, placeStatus } from '../support/remote-status.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

interface Site extends AsyncDisposable {
  origin: string
  asked: string[]
  pages: Map<string, { body: string | Buffer; type?: string; status?: number }>
}

async function startSite(): Promise<Site> {
  const asked: string[] = []
  const pages: Site['pages'] = new Map()
  const http = createServer((request, response) => {
    asked.push(request.url ?? '')
    const page = pages.get(request.url ?? '')
    if (page === undefined) return void response.writeHead(404).end()
    const type = page.type ?? 'text/html; charset=utf-8'
    response.writeHead(page.status ?? 200, { 'content-type': type }).end(page.body)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as { port: number }
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    pages,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

async function start(): Promise<TestServer> {
  const server = await startTestServer({ egressAllow: ['127.0.0.0/8'] })
  waitForOthers(server.app)
  return server
}

const head = (...lines: string[]) =>
  `<!doctype html><html lang="de-AT"><head>${lines.join('')}</head>`

async function cardOf(server: TestServer, user: TestUser, text: string) {
  const status = await user.publish(text)
  await server.settle()
  return (await user.get(`/api/v1/statuses/${status.id}`)).json().card
}

test('a link gets a preview from the tags of its page', async () => {
  await using site = await startSite()
  await using server = await start()
  const alice = await server.signUp('alice')
  site.pages.set('/news', {
    body: head(
      '<title>Not this</title>',
      '<meta property="og:title" content="Rooks &amp; ravens">',
      '<meta property="og:description" content="A walk\n  in the park">',
      '<meta property="og:image" content="/rook.png"><meta property="og:image:alt" content="A rook">',
      '<meta property="og:site_name" content="The Daily Beak">',
      '<meta property="article:published_time" content="2026-03-01T10:00:00Z">',
    ),
  })

  const card = await cardOf(server, alice, `see ${site.origin}/news#top now`)

  assert.partialDeepStrictEqual(card, {
    url: `${site.origin}/news`,
    title: 'Rooks & ravens',
    description: 'A walk in the park',
    type: 'link',
    provider_name: 'The Daily Beak',
    language: 'de',
    image_description: 'A rook',
    published_at: '2026-03-01T10:00:00.000Z',
    authors: [],
  })
  assert.match(card.image, /^https:\/\/rookery\.test\/proxy\/cards\/\d{18}$/)
})

test('a video page shows its player in a frame of ours, whatever its HTML holds', async () => {
  await using site = await startSite()
  await using server = await start()
  const alice = await server.signUp('alice')
  site.pages.set('/film', {
    body: head(
      '<title>Film</title>',
      '<link rel="alternate" type="application/json+oembed" href="/oembed.json">',
    ),
  })
  site.pages.set('/oembed.json', {
    type: 'application/json',
    body: JSON.stringify({
      type: 'video',
      author_name: 'Robin',
      html: '<script>steal()</script><iframe onload="steal()" src="https://player.example/7?a=1&amp;b=2"></iframe>',
      width: 300,
      height: 200,
    }),
  })

  const card = await cardOf(server, alice, `${site.origin}/film`)

  assert.partialDeepStrictEqual(card, { type: 'video', title: 'Film', width: 300, height: 200 })
  assert.match(card.html, /^<iframe src="https:\/\/player\.example\/7\?a=1&amp;b=2" /)
  assert.doesNotMatch(card.html, /script>|onload/)
  assert.deepEqual(card.authors, [{ name: 'Robin', url: '', account: null }])
})

test('the author of a page is named only if the account names the page too', async () => {
  await using site = await startSite()
  await using server = await start()
  const alice = await server.signUp('alice')
  await server.signUp('mallory')
  const page = (name: string) =>
    head('<title>T</title>', `<meta name="fediverse:creator" content="@${name}@rookery.test">`)
  site.pages.set('/alice', { body: page('alice') })
  site.pages.set('/mallory', { body: page('mallory') })
  await alice.patch('/api/v1/accounts/update_credentials', { attribution_domains: ['127.0.0.1'] })
  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('account')
      .set({ attribution_domains: '["127.0.0.1"]' })
      .where('id', '=', alice.id)
      .execute()
  })

  const own = await cardOf(server, alice, `${site.origin}/alice`)
  const claimed = await cardOf(server, alice, `${site.origin}/mallory`)

  assert.equal(own.authors[0].account.username, 'alice')
  assert.deepEqual(claimed.authors, [])
})

test('S-551 a card has the size and blurhash of its stored picture once that was read', async () => {
  await using site = await startSite()
  await using server = await start()
  const alice = await server.signUp('alice')
  const body = await sharp({
    create: { width: 1200, height: 600, channels: 3, background: '#705' },
  })
    .png()
    .toBuffer()
  site.pages.set('/rook.png', { body, type: 'image/png' })
  const words = ['<title>Rook</title>', '<meta property="og:image" content="/rook.png">']
  site.pages.set('/rook', { body: head(...words) })
  const post = await alice.publish(`see ${site.origin}/rook`)
  await server.settle()
  const read = async () => (await alice.get(`/api/v1/statuses/${post.id}`)).json().card
  const before = await read()

  const picture = await server.anonymous.get(new URL(before.image).pathname)
  const card = await read()

  assert.equal(picture.statusCode, 200)
  const { width, height } = await sharp(picture.rawPayload).metadata()
  assert.deepEqual([card.width, card.height], [width, height])
  assert.ok(card.width >= 400, 'large enough for the large layout')
  assert.match(card.blurhash, /^\S{6,}$/)
  server.clock.now += 15 * 86_400_000
  const again = await cardOf(server, alice, `once more ${site.origin}/rook`)
  assert.deepEqual([again.width, again.height, again.blurhash], [width, height, card.blurhash])
})

test('S-551 an oEmbed photo is a card of type photo', async () => {
  await using site = await startSite()
  await using server = await start()
  const alice = await server.signUp('alice')
  const link = '<link rel="alternate" type="application/json+oembed" href="/photo.json">'
  site.pages.set('/photo', { body: head('<title>Photo</title>', link) })
  const reply = { type: 'photo', url: '/large.jpg', width: 1600, height: 900, title: 'A rook' }
  site.pages.set('/photo.json', { type: 'application/json', body: JSON.stringify(reply) })

  const card = await cardOf(server, alice, `${site.origin}/photo`)

  assert.partialDeepStrictEqual(card, {
    type: 'photo',
    title: 'A rook',
    embed_url: `${site.origin}/large.jpg`,
    width: 1600,
    height: 900,
    html: '',
    provider_name: '',
  })
  assert.match(card.image, /\/proxy\/cards\//)
})

test('S-551 who is named by a page without naming it is told so, until they do', async () => {
  await using site = await startSite()
  await using server = await start()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const creator = '<meta name="fediverse:creator" content="@alice@rookery.test">'
  site.pages.set('/alice', { body: head('<title>T</title>', creator) })
  const post = await bob.publish(`${site.origin}/alice`)
  await server.settle()
  const cardFor = async (viewer: Pick<TestUser, 'get'>) =>
    (await viewer.get(`/api/v1/statuses/${post.id}`)).json().card

  assert.equal((await cardFor(alice)).missing_attribution, true)
  assert.equal((await cardFor(bob)).missing_attribution, false)
  assert.equal('missing_attribution' in (await cardFor(server.anonymous)), false)
  const listed = (await alice.get(`/api/v1/accounts/${bob.id}/statuses`)).json()
  assert.equal(listed[0].card.missing_attribution, true)
  const boost = (await bob.post(`/api/v1/statuses/${post.id}/reblog`)).json()
  const wrapper = (await alice.get(`/api/v1/statuses/${boost.id}`)).json()
  assert.equal(wrapper.reblog.card.missing_attribution, true)

  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('account')
      .set({ attribution_domains: '["127.0.0.1"]' })
      .where('id', '=', alice.id)
      .execute()
    tx.emit({ type: 'account.updated', accountId: alice.id })
  })

  const credited = await cardFor(alice)
  assert.equal(credited.missing_attribution, false)
  assert.equal(credited.authors[0].account.username, 'alice')
})

test('many posts of one link ask its page once, and what cannot be shown has no preview', async () => {
  await using site = await startSite()
  await using server = await start()
  const alice = await server.signUp('alice')
  site.pages.set('/once', { body: head('<title>Once</title>') })
  site.pages.set('/data', { body: 'x'.repeat(100), type: 'application/zip' })
  site.pages.set('/huge', { body: Buffer.alloc(3_000_000, 'a') })

  for (let post = 0; post < 3; post++) await alice.publish(`${post} ${site.origin}/once`)
  const last = await cardOf(server, alice, `again ${site.origin}/once`)

  assert.equal(last.title, 'Once')
  assert.deepEqual(site.asked, ['/once'])
  for (const path of ['/data', '/huge', '/missing']) {
    assert.equal(await cardOf(server, alice, `${site.origin}${path}`), null)
  }
  assert.equal(await cardOf(server, alice, 'http://192.168.0.1/router'), null)
})

test('a page that never answers is no failed job', async () => {
  await using server = await start()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('http://127.0.0.1:9/gone')
  const jobs = () =>
    server.app.db
      .selectFrom('job')
      .select(['attempts', 'parked_at'])
      .where('kind', '=', 'cards.fetch')
      .execute()
  let tries = 0
  for (; tries < 10 && (await jobs()).length > 0; tries++) {
    await server.settle()
    server.clock.now += 86_400_000
  }

  assert.ok(tries > 1, 'it is tried more than once')
  assert.deepEqual(await jobs(), [])
  // who looks at the post does not have it asked for again; another post with the link does
  assert.equal((await alice.get(`/api/v1/statuses/${id}`)).json().card, null)
  await server.app.deferredJobs.flush()
  assert.deepEqual(await jobs(), [])
  await alice.publish('again http://127.0.0.1:9/gone')
  assert.equal((await jobs()).length, 1)
})

test('an edit takes the preview of a link that is gone along', async () => {
  await using site = await startSite()
  await using server = await start()
  const alice = await server.signUp('alice')
  site.pages.set('/a', { body: head('<title>A</title>') })
  const status = await alice.publish(`${site.origin}/a`)
  await server.settle()
  const before = (await alice.get(`/api/v1/statuses/${status.id}`)).json()

  await alice.put(`/api/v1/statuses/${status.id}`, { status: 'nothing to see' })
  await server.settle()
  const after = (await alice.get(`/api/v1/statuses/${status.id}`)).json()

  assert.equal(before.card.title, 'A')
  assert.equal(after.card, null)
})

test('a post of another server is embedded as its own page says, for who is signed in', async () => {
  await using site = await startSite()
  await using server = await start()
  const alice = await server.signUp('alice')
  const id = await insertRemoteStatus(server.app, { tag: 'birds' })
  await placeStatus(server.app, id, site.origin)
  site.pages.set('/post', {
    body: head('<link rel="alternate" type="application/json+oembed" href="/oembed">'),
  })
  site.pages.set('/oembed', {
    type: 'application/json',
    body: JSON.stringify({
      type: 'rich',
      title: 'A post',
      author_name: 'Ann',
      html: '<script>alert(1)</script><iframe src="https://away.test/post/embed" onload="x()">',
      width: 400,
    }),
  })
  const path = `/api/web/embeds/${id}`

  const embed = entityOf(await alice.get(path), 'OEmbed')

  assert.match(embed.html, /^<iframe src="https:\/\/away\.test\/post\/embed"/)
  assert.doesNotMatch(embed.html, /script>|onload/)
  assert.deepEqual([embed.title, embed.author_name, embed.width], ['A post', 'Ann', 400])
  assert.equal((await server.anonymous.get(path)).statusCode, 404)
  const own = await alice.publish('mine')
  const shown = await server.anonymous.get(`/api/web/embeds/${own.id}`)
  assert.match(entityOf(shown, 'OEmbed').html, new RegExp(`/${own.id}/embed`))
  const secret = await alice.publish('secret', { visibility: 'private' })
  assert.equal((await alice.get(`/api/web/embeds/${secret.id}`)).statusCode, 404)
})
