import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPeer } from '../support/peer.ts'
import { ACTIVITY_JSON, countRows, JRD, resolve, search, start } from '../support/resolving.ts'

test('a handle on another domain than its server counts if both say so', async () => {
  await using server = await start()
  await using peer = await startPeer()
  await using name = await startPeer()
  const alice = await server.signUp('alice')
  const bob = peer.addActor('bob')
  const links = [{ rel: 'self', type: ACTIVITY_JSON, href: bob.uri }]
  const described = { subject: `acct:bob@${name.host}`, links }
  peer.serve('/.well-known/webfinger', described, JRD)
  name.serve('/.well-known/webfinger', described, JRD)

  const byServer = await resolve(alice, `@bob@${peer.host}`)
  const byName = await resolve(alice, `@bob@${name.host}`)

  assert.equal(byServer.acct, `bob@${name.host}`)
  assert.equal(byName.id, byServer.id)
  assert.equal((await countRows(server)).count, 1)
})

test('a handle on another domain does not count if that domain disagrees', async () => {
  await using server = await start()
  await using peer = await startPeer()
  await using victim = await startPeer()
  const alice = await server.signUp('alice')
  const evil = peer.addActor('admin')
  const real = victim.addActor('admin')
  const links = [{ rel: 'self', type: ACTIVITY_JSON, href: evil.uri }]
  peer.serve('/.well-known/webfinger', { subject: `acct:admin@${victim.host}`, links }, JRD)

  const found = await search(alice, evil.uri)
  const theirs = await resolve(alice, `@admin@${victim.host}`)

  assert.deepEqual(found, [])
  assert.equal(theirs.uri, real.uri)
})

test('host-meta names another address for WebFinger', async () => {
  await using server = await start()
  await using peer = await startPeer()
  await using name = await startPeer()
  const alice = await server.signUp('alice')
  const bob = peer.addActor('bob')
  const links = [{ rel: 'self', type: ACTIVITY_JSON, href: bob.uri }]
  const described = { subject: `acct:bob@${name.host}`, links }
  peer.serve('/.well-known/webfinger', described, JRD)
  peer.serve('/finger', described, JRD)
  name.serve('/.well-known/webfinger', '', { status: 404 })
  name.serve(
    '/.well-known/host-meta',
    `<?xml version="1.0"?><XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0"><Link rel='lrdd' template='${peer.origin}/finger?a=1&amp;resource={uri}'/></XRD>`,
    { contentType: 'application/xrd+xml' },
  )

  const found = await resolve(alice, `@bob@${name.host}`)

  assert.equal(found.acct, `bob@${name.host}`)
  const asked = peer.requests.find(({ path }) => path.startsWith('/finger'))
  assert.equal(asked?.path, `/finger?a=1&resource=acct%3Abob%40${encodeURIComponent(name.host)}`)
})

test('a server without WebFinger has its actors found by address', async () => {
  await using server = await start()
  await using peer = await startPeer()
  const alice = await server.signUp('alice')
  const bob = peer.addActor('bob')
  peer.serve('/.well-known/webfinger', '', { status: 404 })

  const found = await resolve(alice, bob.uri)

  assert.equal(found.acct, `bob@${peer.host}`)
})

test('a name that only the actor itself claims is taken from nobody', async () => {
  await using server = await start()
  await using peer = await startPeer()
  const alice = await server.signUp('alice')
  const bob = peer.addActor('bob')
  const before = await resolve(alice, bob.uri)
  const eve = peer.addActor('eve', { document: { preferredUsername: 'bob' } })
  peer.serve('/.well-known/webfinger', '', { status: 404 })

  const found = await search(alice, eve.uri)

  assert.deepEqual(found, [])
  assert.equal((await alice.get(`/api/v1/accounts/${before.id}`)).json().uri, bob.uri)
})

test('a handle whose address is none is nobody’s, and keeps no post from being sent', async () => {
  await using server = await start()
  await using peer = await startPeer()
  const alice = await server.signUp('alice')
  const links = [{ rel: 'self', type: ACTIVITY_JSON, href: 'https://[' }]
  peer.serve('/.well-known/webfinger', { subject: `acct:bob@${peer.host}`, links }, JRD)

  assert.deepEqual(await search(alice, `@bob@${peer.host}`), [])
  const { mentions } = await alice.publish(`Hello @bob@${peer.host}`)

  assert.deepEqual(mentions, [])
})
