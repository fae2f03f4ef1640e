import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { insertRemoteStatus } from '../support/remote-status.ts'
import { startTestServer } from '../support/server.ts'
import { metaOf, pageAt, postsOf, visit } from './public-page.ts'

test('a tag’s page shows public posts from here and elsewhere, in any spelling', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.publish('one #Birds')
  await alice.publish('secret #birds', { visibility: 'private' })
  await alice.publish('quiet #birds', { visibility: 'unlisted' })
  await insertRemoteStatus(server.app, { tag: 'birds' })

  for (const path of ['/tags/Birds', '/tags/birds', '/tags/%23BIRDS']) {
    const html = await pageAt(server, path)
    assert.deepEqual(postsOf(html), ['from elsewhere', 'one #Birds'])
    assert.match(html, /<h1><bdi>#Birds<\/bdi><\/h1>/)
    assert.match(html, /href="\/tags\/Birds\.rss"/)
    assert.equal(metaOf(html)['og:url'], 'https://rookery.test/tags/Birds')
  }
})

test('S-232 a tag that nobody used has an empty page, what is no tag has none', async () => {
  await using server = await startTestServer()

  const html = await pageAt(server, '/tags/%E9%B3%A5')

  assert.match(html, /#鳥/)
  assert.match(html, /No public posts with this hashtag yet/)
  assert.match(metaOf(html).robots ?? '', /noindex/)
  for (const name of ['1234', 'a-b', '%3Cscript%3E', 'a'.repeat(1001)]) {
    assert.equal((await visit(server, `/tags/${name}`)).statusCode, 404, name)
  }
})

test('S-323 silenced accounts are not on the pages of tags', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.publish('spam #birds')
  await setAccount(server, alice, { silenced_at: Date.now() })

  assert.deepEqual(postsOf(await pageAt(server, '/tags/birds')), [])
})

test('a busy tag has pages', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  for (let post = 1; post <= 21; post++) await alice.publish(`${post} #birds`)

  const first = await pageAt(server, '/tags/birds')
  const link = /href="(\/tags\/birds\?max_id=\d+)">Older/.exec(first)?.[1] ?? ''

  assert.equal(postsOf(first).length, 20)
  assert.deepEqual(postsOf(await pageAt(server, link)), ['1 #birds'])
})

test('S-311 who may see a tag’s posts holds for its page and its feed', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.publish('local #birds')
  await insertRemoteStatus(server.app, { tag: 'birds' })

  await server.set('timelines.hashtag.remote', 'authenticated')
  assert.deepEqual(postsOf(await pageAt(server, '/tags/birds')), ['local #birds'])

  await server.set('timelines.hashtag.local', 'authenticated')
  const page = await visit(server, '/tags/birds')
  assert.equal(page.statusCode, 302)
  assert.equal(page.headers.location, '/auth/sign_in')
  assert.equal((await server.anonymous.get('/tags/birds.rss')).statusCode, 401)

  await server.set('timelines.hashtag.remote', 'disabled')
  await server.set('timelines.hashtag.local', 'disabled')
  assert.deepEqual(postsOf(await pageAt(server, '/tags/birds')), [])
})
