import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { type Peer, startPeer } from '../support/peer.ts'
import { ACTIVITY_JSON, countRows, JRD, resolve, search, start } from '../support/resolving.ts'
import type { TestServer } from '../support/server.ts'

test('a handle, with or without @, and a profile address all find the same account', async () => {
  await using server = await start()
  await using peer = await startPeer()
  const alice = await server.signUp('alice')
  const bob = peer.addActor('bob', {
    document: {
      preferredUsername: 'Bob',
      name: 'Bob 🐦 :rook:',
      summary: '<p>Birds<script>alert(1)</script> <a href="javascript:x">and</a> :rook:</p>',
      published: '2020-02-03T04:05:06Z',
      manuallyApprovesFollowers: true,
      discoverable: true,
      icon: { type: 'Image', url: peer.url('/bob.png'), summary: 'A bird' },
      image: [{ type: 'Image', url: [{ type: 'Link', href: peer.url('/sea.jpg') }] }],
      attachment: [
        { type: 'PropertyValue', name: 'Site', value: '<a href="https://bob.example">bob</a>' },
        { type: 'IdentityProof', name: 'no field' },
      ],
      tag: [
        {
          type: 'Emoji',
          name: ':rook:',
          id: peer.url('/emojis/1'),
          icon: { type: 'Image', url: peer.url('/rook.png') },
        },
      ],
    },
  })

  const found = await resolve(alice, `@bob@${peer.host}`)
  const again = await resolve(alice, `BOB@${peer.host}`)
  const byId = await resolve(alice, bob.uri)

  assert.equal(again.id, found.id)
  assert.equal(byId.id, found.id)
  assert.equal((await countRows(server)).count, 1)
  const { origin } = server.app.config
  assert.partialDeepStrictEqual(found, {
    username: 'Bob',
    acct: `Bob@${peer.host}`,
    display_name: 'Bob 🐦 :rook:',
    locked: true,
    bot: false,
    group: false,
    discoverable: true,
    note: '<p>Birds and :rook:</p>',
    uri: bob.uri,
    url: `${peer.origin}/@bob`,
    created_at: '2020-02-03T00:00:00.000Z',
    avatar_description: 'A bird',
    fields: [{ name: 'Site', verified_at: null }],
  })
  assert.match(found.fields[0].value, /^<a href="https:\/\/bob\.example"/)
  assert.equal(found.fields.length, 1)
  assert.ok(found.avatar.startsWith(`${origin}/proxy/accounts/${found.id}/avatar?v=`), found.avatar)
  assert.ok(
    found.header_static.startsWith(`${origin}/proxy/accounts/${found.id}/header/static?v=`),
    found.header_static,
  )
  assert.equal(found.emojis.length, 1)
  assert.equal(found.emojis[0].shortcode, 'rook')
  assert.ok(found.emojis[0].url.startsWith(`${origin}/proxy/emojis/`), found.emojis[0].url)
  assert.equal(found.roles, undefined)
  assert.equal(found.noindex, undefined)
})

test('without resolve nobody is asked', async () => {
  await using server = await start()
  await using peer = await startPeer()
  const alice = await server.signUp('alice')
  peer.addActor('bob')

  const response = await alice.get('/api/v2/search', { q: `@bob@${peer.host}` })
  const lookup = await alice.get('/api/v1/accounts/lookup', { acct: `bob@${peer.host}` })

  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual(response.json().accounts, [])
  assert.equal(lookup.statusCode, 404)
  assert.deepEqual(peer.requests, [])
})

test('what a new account only points to is fetched by a job', async () => {
  await using server = await start()
  await using peer = await startPeer()
  const alice = await server.signUp('alice')
  peer.addActor('bob')
  const counted = (name: string, totalItems: number, more = {}) =>
    peer.serve(`/users/bob/${name}`, {
      id: peer.url(`/users/bob/${name}`),
      type: 'OrderedCollection',
      totalItems,
      ...more,
    })
  counted('followers', 12, { first: peer.url('/users/bob/followers?page=1') })
  counted('following', 34)
  counted('outbox', 56, { first: peer.url('/users/bob/outbox?page=1') })

  const { id } = await resolve(alice, `bob@${peer.host}`)
  await server.settle()

  const account = (await alice.get(`/api/v1/accounts/${id}`)).json()
  assert.partialDeepStrictEqual(account, {
    followers_count: 12,
    following_count: 34,
    statuses_count: 56,
    hide_collections: true,
  })
})

test('a server that does not answer finds nothing, which is logged, and may later', async (t) => {
  await using server = await start()
  await using peer = await startPeer()
  const alice = await server.signUp('alice')
  const bob = peer.addActor('bob')
  peer.serve(`/users/bob`, '', { status: 503 })
  const { mock } = t.mock.method(server.app.log, 'info', () => {})

  const meanwhile = await search(alice, `bob@${peer.host}`)
  assert.deepEqual(await search(alice, bob.uri), [])
  const said = mock.calls.map(({ arguments: [context, message] }) => [
    message,
    (context as unknown as { err: Error }).err.message,
  ])
  peer.serve(`/users/bob`, () => bob.document)
  const later = await search(alice, `bob@${peer.host}`)

  assert.deepEqual(meanwhile, [])
  assert.equal(later.length, 1)
  const failed = ['a look-up failed', `${peer.host} answered 503`]
  assert.deepEqual(said, [failed, failed])
})

test('many who look at once find one account', async () => {
  await using server = await start()
  await using peer = await startPeer()
  const alice = await server.signUp('alice')
  const bob = peer.addActor('bob')

  const found = await Promise.all(Array.from({ length: 10 }, () => resolve(alice, bob.uri)))

  assert.equal(new Set(found.map(({ id }) => id)).size, 1)
  assert.equal((await countRows(server)).count, 1)
})

test('an account that is met a day later is fetched again; one that is gone goes', async () => {
  await using server = await start()
  await using peer = await startPeer()
  const alice = await server.signUp('alice')
  const bob = peer.addActor('bob')
  const { id } = await resolve(alice, `bob@${peer.host}`)
  await server.settle()

  bob.document.name = 'Robert'
  server.clock.now += DAY + 1000
  const before = peer.count('/users/bob')
  await resolve(alice, `bob@${peer.host}`)
  await server.settle()
  const renamed = (await alice.get(`/api/v1/accounts/${id}`)).json()
  // apart, so that a red run tells whether it was asked, or the answer was lost
  assert.equal(peer.count('/users/bob') - before, 1)
  assert.equal(renamed.display_name, 'Robert')
  peer.remove('/users/bob')
  server.clock.now += DAY + 1000
  await resolve(alice, `bob@${peer.host}`)
  await server.settle()
  const gone = await alice.get(`/api/v1/accounts/${id}`)

  assert.equal(gone.statusCode, 404)
})

test('a server that does not answer for a day is asked once a day, not each time', async () => {
  await using server = await start()
  await using peer = await startPeer()
  const alice = await server.signUp('alice')
  peer.addActor('bob')
  const { id } = await resolve(alice, `bob@${peer.host}`)
  await server.settle()
  peer.serve('/users/bob', '', { status: 500 })
  server.clock.now += DAY + 1000
  const before = peer.count('/users/bob')

  for (let time = 0; time < 3; time++) {
    await resolve(alice, `bob@${peer.host}`)
    await server.settle()
  }

  assert.equal(peer.count('/users/bob') - before, 1)
  assert.equal((await alice.get(`/api/v1/accounts/${id}`)).statusCode, 200)
})

test('a server set up anew has its handles go on as the accounts they were', async () => {
  await using server = await start()
  await using peer = await startPeer()
  const alice = await server.signUp('alice')
  const old = peer.addActor('bob')
  const before = await resolve(alice, old.uri)
  const uri = peer.url('/actors/42')
  peer.serve('/actors/42', {
    ...old.document,
    id: uri,
    inbox: `${uri}/inbox`,
    publicKey: undefined,
  })
  const links = [{ rel: 'self', type: ACTIVITY_JSON, href: uri }]
  peer.serve('/.well-known/webfinger', { subject: `acct:bob@${peer.host}`, links }, JRD)

  const after = await resolve(alice, uri)

  assert.equal(after.id, before.id)
  assert.equal(after.uri, uri)
})

test('an actor that changed its name has the new handle', async () => {
  await using server = await start()
  await using peer = await startPeer()
  const alice = await server.signUp('alice')
  const bob = peer.addActor('bob')
  const { id } = await resolve(alice, bob.uri)
  await server.settle()
  bob.document.preferredUsername = 'robert'
  const links = [{ rel: 'self', type: ACTIVITY_JSON, href: bob.uri }]
  peer.serve('/.well-known/webfinger', { subject: `acct:robert@${peer.host}`, links }, JRD)
  server.clock.now += DAY + 1000

  await resolve(alice, bob.uri)
  await resolve(alice, `@robert@${peer.host}`)
  await server.settle()

  const account = (await alice.get(`/api/v1/accounts/${id}`)).json()
  assert.equal(account.acct, `robert@${peer.host}`)
})

test('nothing is fetched from a domain that is suspended', async () => {
  await using server = await start()
  await using peer = await startPeer()
  const alice = await server.signUp('alice')
  const bob = peer.addActor('bob')
  const carol = await resolve(alice, peer.addActor('carol').uri)
  peer.requests.length = 0
  await blockDomain(server, peer)
  const { actors } = server.app.federation
  assert.equal(await actors.resolveActor(server.app, carol.uri), null)
  await server.settle()

  const byHandle = await search(alice, `bob@${peer.host}`)
  const byUri = await search(alice, bob.uri)
  const known = await search(alice, `carol@${peer.host}`)

  assert.deepEqual(known, [])
  assert.deepEqual(byHandle, [])
  assert.deepEqual(byUri, [])
  assert.deepEqual(peer.requests, [])
})

async function blockDomain({ app }: TestServer, peer: Peer): Promise<void> {
  await app.transact(async (tx) => {
    await tx.db
      .insertInto('domain_block')
      .values({
        id: tx.newId(),
        domain: peer.host,
        severity: 'suspend',
        reject_media: false,
        reject_reports: false,
        obfuscate: false,
        private_comment: null,
        public_comment: null,
        created_at: tx.now,
      })
      .execute()
    tx.emit({ type: 'domain.blocked', domain: peer.host })
  })
}
