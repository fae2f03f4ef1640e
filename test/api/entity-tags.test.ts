import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const AS2 = 'application/activity+json'
const HTML = 'text/html'

/** Addresses of what seldom changes, or is often asked for by strangers, and what is accepted there. */
function addresses(alice: TestUser, statusId: string): [path: string, accept: string][] {
  const status = `/users/alice/statuses/${statusId}`
  return [
    ...[
      '/api/v1/instance',
      '/api/v2/instance',
      '/api/v1/instance/rules',
      '/api/v1/instance/peers',
      '/api/v1/instance/activity',
      '/api/v1/instance/languages',
      '/api/v1/instance/translation_languages',
      '/api/v1/instance/privacy_policy',
      '/api/v1/instance/extended_description',
      '/api/v1/custom_emojis',
      `/api/v1/statuses/${statusId}`,
      `/api/v1/statuses/${statusId}/context`,
      `/api/v1/accounts/${alice.id}`,
      '/api/v1/trends/tags',
      '/api/openapi.json',
      '/nodeinfo/2.0',
      '/nodeinfo/2.1',
      '/.well-known/nodeinfo',
      '/.well-known/host-meta',
      '/.well-known/host-meta.json',
      '/.well-known/oauth-authorization-server',
      '/.well-known/webfinger?resource=acct:alice@rookery.test',
      '/site.webmanifest',
      '/robots.txt',
    ].map((path): [string, string] => [path, '*/*']),
    ...[
      '/users/alice',
      status,
      `${status}/activity`,
      `${status}/replies`,
      `${status}/likes`,
      '/actor',
    ]
      .concat(['/users/alice/outbox', '/users/alice/outbox?page=true', '/users/alice/followers'])
      .concat(['/users/alice/collections/featured', '/tags/birds?page=true'])
      .map((path): [string, string] => [path, AS2]),
    ...['/', '/about', '/@alice', `/@alice/${statusId}`, '/tags/birds', '/@alice.rss'].map(
      (path): [string, string] => [path, HTML],
    ),
  ]
}

function ask(
  server: TestServer,
  [path, accept]: readonly [string, string],
  more: Record<string, string> = {},
  method = 'GET',
) {
  return server.anonymous.send(method, path, undefined, { accept, ...more })
}

/** Headers without those that tell of one request, or of a body. */
function kept({ headers }: { headers: object }): Record<string, unknown> {
  const passing = ['date', 'x-request-id', 'connection', 'content-length', 'content-type']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.includes(name)))
}

test('S-581 what caches may share has a tag, by which it is known again', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello #birds')
  // figures count what is written behind a reply
  await server.settle()

  for (const one of addresses(alice, id)) {
    const [path] = one
    const first = await ask(server, one)
    const tag = String(first.headers.etag)
    assert.equal(first.statusCode, 200, path)
    assert.match(tag, /^W\/"[\w-]{22}"$/, path)
    assert.match(String(first.headers['cache-control']), /^public, max-age=\d+/, path)
    assert.equal((await ask(server, one)).headers.etag, tag, path)

    for (const header of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await ask(server, one, { 'if-none-match': header })
      assert.equal(again.statusCode, 304, path)
      assert.equal(again.body, '', path)
      assert.deepEqual(kept(again), kept(first), path)
      assert.equal(again.headers['content-length'], undefined, path)
    }
    const other = await ask(server, one, { 'if-none-match': 'W/"other", "another"' })
    assert.equal(other.statusCode, 200, path)
    assert.equal(other.body, first.body, path)

    const head = await ask(server, one, {}, 'HEAD')
    assert.equal(head.statusCode, 200, path)
    assert.equal(head.body, '', path)
    assert.deepEqual(kept(head), kept(first), path)
    assert.equal(head.headers['content-length'], first.headers['content-length'], path)
    const knownHead = await ask(server, one, { 'if-none-match': tag }, 'HEAD')
    assert.equal(knownHead.statusCode, 304, path)
  }
})

test('S-581 a change changes the tag', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello')
  const tags = async () => {
    const found: unknown[] = []
    for (const one of [
      [`/api/v1/statuses/${id}`, '*/*'],
      [`/users/alice/statuses/${id}`, AS2],
      [`/@alice/${id}`, HTML],
      ['/api/v2/instance', '*/*'],
      ['/nodeinfo/2.0', '*/*'],
      ['/site.webmanifest', '*/*'],
    ] as const) {
      found.push((await ask(server, one)).headers.etag)
    }
    return found
  }
  const before = await tags()

  const edited = await alice.put(`/api/v1/statuses/${id}`, { status: 'hello again' })
  assert.equal(edited.statusCode, 200)
  await server.set('title', 'Nest')

  const after = await tags()
  assert.deepEqual(
    after.map((tag, at) => tag !== undefined && tag !== before[at]),
    after.map(() => true),
  )
})

test('S-581 a page has one tag, compressed or not', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.publish('hello')
  const page = ['/@alice', HTML] as const

  const plain = await ask(server, page)
  const packed = await ask(server, page, { 'accept-encoding': 'gzip' })

  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body)
  assert.equal(packed.headers.etag, plain.headers.etag)
  const tag = { 'if-none-match': String(plain.headers.etag), 'accept-encoding': 'gzip' }
  const known = await ask(server, page, tag)
  assert.equal(known.statusCode, 304)
  assert.equal(known.headers['content-encoding'], undefined)
  assert.equal(known.headers.vary, packed.headers.vary)
})

test('S-581 what is for one viewer has no tag, also where it is the same', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello')

  for (const path of [`/api/v1/statuses/${id}`, '/api/v1/accounts/verify_credentials']) {
    const answer = await alice.send('GET', path, undefined, { 'if-none-match': '*' })
    assert.equal(answer.statusCode, 200, path)
    assert.equal(answer.headers.etag, undefined, path)
    assert.equal(answer.headers['cache-control'], 'private, no-store', path)
  }
})

test('S-581 a page of posts has no tag, as the next one would be another', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.publish('hello #birds')

  for (const path of [
    '/api/v1/timelines/public',
    '/api/v1/timelines/tag/birds',
    `/api/v1/accounts/${alice.id}/statuses`,
    '/api/v1/trends/statuses',
    '/api/v1/directory',
  ]) {
    const answer = await ask(server, [path, '*/*'], { 'if-none-match': '*' })
    assert.equal(answer.statusCode, 200, path)
    assert.match(String(answer.headers['cache-control']), /^public, max-age=15\b/, path)
    assert.equal(answer.headers.etag, undefined, path)
  }
})
