import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertRemoteStatus } from '../support/remote-status.ts'
import { startTestServer } from '../support/server.ts'
import { postsOf, visit } from './public-page.ts'

test('a post may be shown in frames of other sites, nothing else may', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { url } = await alice.publish('hello')

  const { statusCode, headers, body } = await visit(server, `${new URL(url).pathname}/embed`)

  assert.equal(statusCode, 200)
  assert.match(headers['content-security-policy'] as string, /frame-ancestors \*$/)
  assert.match(headers['content-security-policy'] as string, /^default-src 'none'/)
  assert.equal(headers['set-cookie'], undefined)
  assert.deepEqual(postsOf(body), ['hello'])
  assert.match(body, /<base target="_blank">/)
  assert.doesNotMatch(body, /<form|<script/)
})

test('oEmbed tells how to show a post that is named by its page or its federation id', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.patch('/api/v1/accounts/update_credentials', { display_name: 'Alice "A" <b>' })
  const post = await alice.publish('hello')

  for (const url of [post.url, post.uri, `${post.url}?x=1#y`]) {
    const response = await server.anonymous.get('/api/oembed', { url })
    assert.equal(response.statusCode, 200, url)
    assert.partialDeepStrictEqual(response.json(), {
      type: 'rich',
      version: '1.0',
      title: 'Alice "A" <b>: hello',
      author_name: 'Alice "A" <b>',
      author_url: 'https://rookery.test/@alice',
      provider_name: 'Rookery',
      provider_url: 'https://rookery.test/',
      cache_age: 86_400,
      width: 400,
      height: null,
    })
    assert.match(response.json().html, new RegExp(`^<iframe src="${post.url}/embed" `))
    assert.match(response.json().html, /title="A post by Alice &quot;A&quot; &lt;b&gt;"/)
  }
  const sized = { url: post.url, maxwidth: 300, maxheight: 200 }
  const { html, ...given } = (await server.anonymous.get('/api/oembed', sized)).json()
  assert.match(html, /width="300" height="200"/)
  assert.partialDeepStrictEqual(given, { width: 300, height: 200 })
})

test('oEmbed does not tell what posts say where one must sign in to read them', async () => {
  await using server = await startTestServer({ limitedFederationMode: true })
  const alice = await server.signUp('alice')
  const { url } = await alice.publish('secret')

  const response = await server.anonymous.get('/api/oembed', { url })

  assert.equal(response.statusCode, 200)
  assert.equal(response.json().title, 'A post by alice')
  assert.doesNotMatch(response.body, /secret/)
})

test('oEmbed knows nothing of what is not public, not ours or no post', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const hidden = await alice.publish('secret', { visibility: 'private' })
  const post = await alice.publish('hello')
  const boost = (await bob.post(`/api/v1/statuses/${post.id}/reblog`)).json()
  const remote = await insertRemoteStatus(server.app, { tag: 'birds' })
  const { account } = (await server.anonymous.get(`/api/v1/statuses/${remote}`)).json()
  const addresses = [
    hidden.url,
    `https://rookery.test/@bob/${boost.id}`,
    `https://rookery.test/@${account.acct}/${remote}`,
    `https://rookery.test/@bob/${post.id}`,
    `https://other.test/@alice/${post.id}`,
    'https://rookery.test/@alice',
    'https://rookery.test/@alice/x',
    'nonsense',
    '',
  ]

  for (const url of addresses) {
    const response = await server.anonymous.get('/api/oembed', { url })
    assert.equal(response.statusCode, 404, url)
    assert.deepEqual(response.json(), { error: 'Record not found' })
  }
  assert.equal((await server.anonymous.get('/api/oembed')).statusCode, 404)
})
