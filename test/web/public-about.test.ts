import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureSetupLink } from '../../src/features/identity/sign-up/setup.ts'
import { replaceRules } from '../../src/features/instance/rules.ts'
import { SOFTWARE } from '../../src/features/instance/software.ts'
import { startTestServer } from '../support/server.ts'
import { metaOf, pageAt, postsOf, visit } from './public-page.ts'

const DAY = Date.parse('2026-08-12')

test('the start page says what the server is, how to come in, and what is said', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.publish('hello world')
  await server.set('title', 'Birds & Friends')
  await server.set('description', 'A place for birds')

  const closed = await pageAt(server, '/')
  await server.set('registrations.mode', 'approval')
  const approval = await pageAt(server, '/')

  assert.match(closed, /<title>Birds &amp; Friends<\/title>/)
  assert.match(closed, /href="\/auth\/sign_in">Sign in/)
  assert.doesNotMatch(closed, /sign_up/)
  assert.deepEqual(postsOf(closed), ['hello world'])
  assert.match(approval, /href="\/auth\/sign_up">Ask to join/)
  assert.partialDeepStrictEqual(metaOf(closed), {
    description: 'A place for birds',
    'og:title': 'Birds & Friends',
    'og:url': 'https://rookery.test/',
    'og:image': 'https://rookery.test/assets/preview.png',
  })
})

test('the pictures that pages name are there', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const pages = [await pageAt(server, '/'), await pageAt(server, '/@alice')]
  const manifest = (await server.anonymous.get('/site.webmanifest')).body
  const found = [...pages, manifest].flatMap(
    (text) => text.match(/\/assets\/(?:web\/)?[\w.-]+/g) ?? [],
  )

  assert.ok(found.includes('/assets/icon-512.png') && found.includes('/assets/preview.png'))
  for (const path of new Set(found)) {
    assert.equal((await server.anonymous.get(path)).statusCode, 200, path)
  }
})

test('before the owner has an account, the start page says where to go', async () => {
  await using server = await startTestServer()
  const link = await ensureSetupLink(server.app)

  const html = await pageAt(server, '/')

  assert.match(html, /<h1>Your server is running<\/h1>/)
  assert.ok(!html.includes(new URL(link ?? '').searchParams.get('token') ?? 'missing'))
})

test('a server of one person shows that person first', async () => {
  await using server = await startTestServer()
  await server.signUp('alice', { role: 'Owner' })
  await server.set('single_user', true)

  const response = await visit(server, '/')

  assert.equal(response.statusCode, 302)
  assert.equal(response.headers.location, '/@alice')
})

test('S-311 the start page shows no posts where the local feed is not public', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.publish('hello')

  for (const access of ['authenticated', 'disabled'] as const) {
    await server.set('timelines.live.local', access)
    assert.deepEqual(postsOf(await pageAt(server, '/')), [], access)
  }
})

test('the about page has the description, the rules, the contact and the source', async () => {
  await using server = await startTestServer()
  await server.signUp('alice', { role: 'Owner' })
  await server.set('extended_description', {
    content: '<p>Long <b>story</b></p><script>alert(1)</script>',
    updated_at: DAY,
  })
  await server.set('contact_email', 'hello@example.org')
  await server.app.transact((tx) =>
    replaceRules(tx, [
      { text: 'Be kind', hint: 'To <all>' },
      { text: 'No ads', hint: '' },
    ]),
  )

  const html = await pageAt(server, '/about')

  assert.match(html, /<p>Long <b>story<\/b><\/p>/)
  assert.match(html, /<bdi>Be kind<\/bdi><\/strong><br><bdi class="muted">To &lt;all&gt;<\/bdi>/)
  assert.match(html, /href="https:\/\/rookery\.test\/@alice"/)
  assert.match(html, /mailto:hello@example\.org/)
  assert.match(html, /<strong>1<\/strong> person/)
  assert.ok(html.includes(SOFTWARE.version) && html.includes('/source.tar.gz"'))
  assert.doesNotMatch(html, /<script/)
})

test('S-306 there is always a privacy policy, and the operator’s if there is one', async () => {
  await using server = await startTestServer()

  const standard = await pageAt(server, '/privacy-policy')
  await server.set('privacy_policy', { content: '<p>We keep nothing.</p>', updated_at: DAY })
  const own = await pageAt(server, '/privacy-policy')

  assert.match(standard, /<h2>What is kept<\/h2>/)
  assert.match(own, /<p>We keep nothing\.<\/p>/)
  assert.match(own, /<time datetime="2026-08-12T00:00:00Z">August 12, 2026<\/time>/)
  assert.doesNotMatch(own, /What is kept/)
})

test('terms of service have a page and a link once there are some', async () => {
  await using server = await startTestServer()

  const missing = await visit(server, '/terms-of-service')
  const without = await pageAt(server, '/about')
  await server.set('terms_of_service', { content: '<p>Do good.</p>', updated_at: DAY })
  const terms = await pageAt(server, '/terms-of-service')

  assert.equal(missing.statusCode, 404)
  assert.doesNotMatch(without, /terms-of-service/)
  assert.match(terms, /<p>Do good\.<\/p>/)
  assert.match(terms, /<a href="\/terms-of-service">Terms of service<\/a>/)
})

test('robots are told what is not for them, all of it on a closed server', async () => {
  await using server = await startTestServer()
  const robots = async () => (await server.anonymous.get('/robots.txt')).body

  assert.match(await robots(), /^User-agent: \*\nDisallow: \/api\/\n/)
  await server.set('sign_in_required', true)
  assert.equal(await robots(), 'User-agent: *\nDisallow: /\n')
})

test('browsers find out how to install the page', async () => {
  await using server = await startTestServer()
  await server.set('title', 'Birds')

  const response = await server.anonymous.get('/site.webmanifest')

  assert.equal(response.statusCode, 200)
  assert.match(response.headers['content-type'] as string, /^application\/manifest\+json/)
  assert.partialDeepStrictEqual(response.json(), {
    name: 'Birds',
    start_url: '/home',
    share_target: { method: 'GET', enctype: 'application/x-www-form-urlencoded' },
  })
})
