import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'
import { postsOf, visit } from './public-page.ts'

before(() => buildPages())

const VARY = 'Accept, Accept-Language, Cookie'

test('S-019 pages for strangers may be shared for a short while and set no cookie', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { url } = await alice.publish('hello #birds')

  for (const path of [
    '/',
    '/about',
    '/@alice',
    new URL(url).pathname,
    '/tags/birds',
    '/@alice.rss',
  ]) {
    const { statusCode, headers } = await visit(server, path)
    assert.equal(statusCode, 200, path)
    assert.match(headers['cache-control'] as string, /^public, max-age=15\b/, path)
    const isPage = !path.endsWith('.rss')
    assert.equal(headers.vary, isPage ? `${VARY}, Accept-Encoding` : VARY, path)
    assert.equal(headers['set-cookie'], undefined, path)
  }
})

test('pages for somebody who is signed in are their own', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  await server.signUp('bob')
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)

  const { statusCode, headers, body } = await browser.get('/@bob')

  assert.equal(statusCode, 200)
  assert.equal(headers['cache-control'], 'private, no-store')
  assert.match(body, />@alice<\/bdi>/)
  assert.doesNotMatch(body, /Where is your account/)
  assert.equal((await browser.submit('/auth/sign_out', {})).statusCode, 302)
})

test('no page allows inline style, frames or anything from elsewhere, nor script but the client', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { url } = await alice.publish('hello #birds')
  const { pathname } = new URL(url)

  // the client is also where something is missing
  const takenOver = ['/', '/@alice', pathname, '/tags/birds', '/@no']
  for (const path of [...takenOver, '/about', '/privacy-policy']) {
    const { headers, body } = await visit(server, path)
    const scripts = body.match(/<script[^>]*>/g) ?? []
    const allowed = takenOver.includes(path)
    assert.equal(scripts.length, allowed ? 1 : 0, path)
    const more = allowed ? "script-src 'self'; connect-src 'self'; worker-src 'self'; " : ''
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; " +
        `${more}manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      path,
    )
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.doesNotMatch(body, /<style|\sstyle=|\son\w+=/, path)
  }
})

for (const [name, close] of [
  ['S-427 limited federation', { limitedFederationMode: true }],
  ['S-428 sign-in required', {}],
] as const) {
  test(`${name}: people and posts are shown to those only who are signed in`, async () => {
    await using server = await startTestServer(close)
    const alice = await server.signUp('alice')
    const { url } = await alice.publish('hello #birds')
    if (name.startsWith('S-428')) await server.set('sign_in_required', true)
    const { pathname } = new URL(url)
    const browser = new PageClient(server.http)
    await browser.signIn('alice', PASSWORD)

    for (const path of [
      '/@alice',
      '/@alice/media',
      pathname,
      '/tags/birds',
      '/@nobody',
      '/media/1',
    ]) {
      const { statusCode, headers } = await visit(server, path)
      assert.equal(statusCode, 302, path)
      assert.equal(headers.location, '/auth/sign_in')
    }
    for (const path of ['/@alice.rss', '/tags/birds.rss', `${pathname}/embed`]) {
      assert.equal((await visit(server, path)).statusCode, 401, path)
    }
    for (const path of ['/', '/about', '/privacy-policy']) {
      const { statusCode, headers, body } = await visit(server, path)
      assert.equal(statusCode, 200, path)
      assert.equal(headers['cache-control'], 'private, no-store')
      assert.doesNotMatch(body, /hello/)
    }
    assert.deepEqual(postsOf((await browser.get('/@alice')).body), ['hello #birds'])
    assert.equal((await browser.get('/@alice.rss')).statusCode, 200)
  })
}

test('programs that ask for activities alone get a document, not a page', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { url } = await alice.publish('hello')
  const asking = (accept: string) => visit(server, '/@alice', { accept })

  for (const accept of [
    'application/activity+json',
    'application/ld+json; profile="https://www.w3.org/ns/activitystreams"',
  ]) {
    for (const path of ['/@alice', '/users/alice', new URL(url).pathname]) {
      const response = await visit(server, path, { accept })
      assert.equal(response.statusCode, 200, path)
      assert.match(response.headers['content-type'] as string, /^application\/activity\+json/)
    }
  }
  assert.equal((await asking('application/activity+json, text/html;q=0.5')).statusCode, 200)
  assert.equal((await asking('*/*')).statusCode, 200)
})

test('S-020 scripts of other origins may read profiles', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')

  for (const path of ['/@alice', '/users/alice']) {
    const { headers } = await visit(server, path, { origin: 'https://other.example' })
    assert.equal(headers['access-control-allow-origin'], '*', path)
  }
})
