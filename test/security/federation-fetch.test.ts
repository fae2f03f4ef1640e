import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchCollection, fetchDocument, findDocument } from '../../src/kernel/activitypub/fetch.ts'
import { storedId, vouchedFor } from '../../src/kernel/activitypub/proved-document.ts'
import { NotFound, Unreachable } from '../../src/kernel/base/errors.ts'
import { createHopBudget } from '../../src/kernel/net/hop-budget.ts'
import { startPeer } from '../support/peer.ts'
import { startPeerAndHome } from '../support/peer-and-home.ts'

type Stage = Awaited<ReturnType<typeof startPeerAndHome>>

const LD_JSON = 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"'

const note = (id: string) => ({ id, type: 'Note', content: 'hello' })
const addressOf = (stage: Stage, path: string) =>
  path.startsWith('http') ? path : stage.peer.url(path)
/** The target of an address. */
const findAt = (stage: Stage, path: string) => findDocument(stage.home.app, addressOf(stage, path))
/** A row with an id. */
const fetchAt = (stage: Stage, path: string) =>
  fetchDocument(stage.home.app, addressOf(stage, path))

test('A09 a document whose id is elsewhere is asked for there', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  const id = peer.url('/notes/1')
  peer.serve('/@mallory/1', { ...note(id), content: 'what the alias says' })
  peer.serve('/notes/1', note(id))

  const found = await findAt(stage, '/@mallory/1')

  assert.equal(found.content, 'hello')
  await assert.rejects(fetchAt(stage, '/@mallory/1'), NotFound)
})

test('A09 a document that names an id which says otherwise is dropped', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  await using victim = await startPeer()
  const id = victim.url('/notes/1')
  peer.serve('/forged', { ...note(id), content: 'never said' })
  peer.serve('/nameless', { type: 'Note', content: 'hello' })
  peer.serve('/a', note(peer.url('/b')))
  peer.serve('/b', note(peer.url('/c')))

  for (const path of ['/forged', '/nameless', '/a']) {
    await assert.rejects(findAt(stage, path), NotFound, path)
  }
  assert.equal(victim.count('/notes/1'), 1)
})

test('A09 a redirect to another server does not speak for the first', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  await using evil = await startPeer()
  const id = peer.url('/notes/1')
  peer.serve('/notes/1', '', { status: 302, headers: { location: evil.url('/notes/1') } })
  evil.serve('/notes/1', note(id))
  peer.serve('/alias', note(id))

  for (const find of [fetchAt, findAt]) {
    await assert.rejects(find(stage, '/notes/1'), NotFound)
    await assert.rejects(find(stage, '/alias'), NotFound)
  }
})

test('A10 only the types of Activity Streams are believed', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  const types = {
    'application/activity+json': true,
    'application/activity+json; charset=utf-8': true,
    [LD_JSON]: true,
    'application/ld+json': false,
    'application/ld+json; profile="https://example.org/"': false,
    'application/json': false,
    'text/html': false,
    'text/plain; application/activity+json': false,
    'application/octet-stream': false,
  }

  for (const [at, [contentType, believed]] of Object.entries(types).entries()) {
    const path = `/notes/${at}`
    peer.serve(path, note(peer.url(path)), { contentType })
    const found = fetchAt(stage, path)
    if (believed) assert.equal((await found).id, peer.url(path), contentType)
    else await assert.rejects(found, NotFound, contentType)
  }
})

test('A10 what is uploaded here is never Activity Streams', async () => {
  await using stage = await startPeerAndHome()
  const { alice } = stage
  const boundary = 'upload'
  const actor = JSON.stringify({ id: stage.url('/system/actor'), type: 'Person' })
  const part = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.json"\r\ncontent-type: application/activity+json\r\n\r\n${actor}\r\n--${boundary}--\r\n`

  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const answer = await alice.post('/api/v2/media', Buffer.from(part), type)

  assert.equal(answer.statusCode, 422, answer.body)
})

test('A11 an id that differs from its address in nothing but disguise is not the same', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  const { host } = peer
  const ids = [
    `http://mallory@${host}/notes/1`,
    `http://${host}\\@127.0.0.1/notes/1`,
    `http://${host}/notes/1 `,
    `http://${host.replace('127.0.0.1', '127.1')}/notes/1`,
    `https://${host}/notes/1`,
    `http://127.0.0.1/notes/1`,
    `HTTP://${host}/notes/1`,
    `http://${host}/other/../notes/1`,
    `http://${host}/notes/%31`,
  ]

  for (const id of ids) {
    peer.serve('/notes/1', note(id))
    for (const find of [findAt, fetchAt]) {
      await assert.rejects(find(stage, '/notes/1'), (error) => {
        assert.ok(error instanceof NotFound || error instanceof Unreachable, id)
        return true
      })
    }
  }
})

test('an id may be written with letters of any language, and without its last slash', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  for (const [path, id] of [
    ['/notes/%C3%A4', peer.url('/notes/ä')],
    ['/', peer.origin],
  ] as const) {
    peer.serve(path, note(id))
    assert.equal((await findAt(stage, path)).id, id)
    assert.equal((await fetchAt(stage, id)).id, id)
  }
})

test('A33 redirects and ids share one budget, and circles end', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  const to = (path: string) => ({ status: 302, headers: { location: peer.url(path) } })
  peer.serve('/round', '', to('/again'))
  peer.serve('/again', '', to('/round'))
  peer.serve('/1', '', to('/2'))
  peer.serve('/2', '', to('/3'))
  peer.serve('/3', note(peer.url('/4')))
  peer.serve('/4', note(peer.url('/4')))

  await assert.rejects(findAt(stage, '/round'), NotFound)
  assert.equal((await findAt(stage, '/1')).id, peer.url('/4'))
  const budget = createHopBudget(3)
  const { app } = stage.home
  await assert.rejects(findDocument(app, peer.url('/1'), { budget }), NotFound)
})

test('A34 what is too large, too deep or no object is no document', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  const id = peer.url('/notes/1')
  const bodies = [
    JSON.stringify({ ...note(id), content: 'x'.repeat(1 << 20) }),
    `{"id":"${id}","object":${'['.repeat(1000)}${']'.repeat(1000)}}`,
    `[${JSON.stringify(note(id))}]`,
    '{"id":',
    'null',
    '',
  ]

  for (const body of bodies) {
    peer.serve('/notes/1', body)
    await assert.rejects(fetchAt(stage, '/notes/1'), NotFound, body.slice(0, 40))
  }
})

test('A35 one domain makes us fetch only so much in a minute', async () => {
  await using stage = await startPeerAndHome()
  const { peer, home } = stage
  peer.serve('/notes/1', note(peer.url('/notes/1')))
  while (home.app.federation.fetches.spend('127.0.0.1'));

  await assert.rejects(fetchAt(stage, '/notes/1'), Unreachable)
  assert.equal(peer.count('/notes/1'), 0)

  home.clock.now += 61_000
  assert.equal((await fetchAt(stage, '/notes/1')).type, 'Note')
})

test('what is gone or forbidden is not there, what fails may be later', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  const lasting = [400, 401, 403, 404, 410, 451]
  const passing = [408, 500, 502, 503]

  for (const status of lasting) {
    peer.serve('/notes/1', '', { status })
    await assert.rejects(fetchAt(stage, '/notes/1'), NotFound, String(status))
  }
  for (const status of passing) {
    peer.serve('/notes/1', '', { status })
    await assert.rejects(fetchAt(stage, '/notes/1'), Unreachable, String(status))
  }
  await assert.rejects(fetchAt(stage, 'http://127.0.0.1:9/closed'), Unreachable)
  await assert.rejects(fetchAt(stage, 'ftp://127.0.0.1/file'), NotFound)
  await assert.rejects(fetchAt(stage, stage.alice.uri), NotFound)
})

test('a host that has enough of us is left alone as long as it says', async () => {
  await using stage = await startPeerAndHome()
  const { peer, home } = stage
  peer.serve('/notes/1', '', { status: 429, headers: { 'retry-after': '120' } })

  await assert.rejects(fetchAt(stage, '/notes/1'), Unreachable)
  peer.serve('/notes/1', note(peer.url('/notes/1')))
  await assert.rejects(fetchAt(stage, '/notes/1'), Unreachable)
  assert.equal(peer.count('/notes/1'), 1)

  home.clock.now += 121_000
  assert.equal((await fetchAt(stage, '/notes/1')).type, 'Note')
})

test('documents are asked for in the name of the instance actor, whose key is open', async () => {
  await using stage = await startPeerAndHome({ secureMode: true })
  const { peer } = stage
  peer.serve('/notes/1', note(peer.url('/notes/1')))

  await fetchAt(stage, '/notes/1')
  const actor = await peer.get(stage.url('/actor'))

  const signature = String(peer.requests.at(-1)!.headers.signature)
  assert.equal(actor.status, 200)
  assert.match(String(actor.headers['content-type']), /^application\/activity\+json/)
  assert.ok(signature.includes(`keyId="${actor.json.publicKey.id}"`), signature)
  assert.equal(actor.json.publicKey.owner, stage.url('/actor'))
  // GoToSocial asks for each of these once it meets an actor
  for (const name of ['outbox', 'followers', 'following', 'featured']) {
    const { status, json } = await peer.get(actor.json[name])
    assert.equal(status, 200, name)
    const empty = { id: actor.json[name], type: 'OrderedCollection', totalItems: 0 }
    assert.partialDeepStrictEqual(json, empty)
  }
})

test('A35 a collection is read page by page on its own origin, as far as the limits go', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  await using elsewhere = await startPeer()
  const page = (number: number, next: string) => ({
    id: peer.url(`/c?page=${number}`),
    type: 'CollectionPage',
    items: [`${number}a`, `${number}b`],
    next,
  })
  peer.serve('/c', {
    id: peer.url('/c'),
    type: 'Collection',
    totalItems: 9,
    first: peer.url('/c?page=1'),
  })
  peer.serve('/c?page=1', page(1, peer.url('/c?page=2')))
  peer.serve('/c?page=2', page(2, peer.url('/c?page=3')))
  peer.serve('/c?page=3', page(3, elsewhere.url('/c?page=4')))
  elsewhere.serve('/c', page(4, ''))
  const read = (
    maxItems: number,
    maxPages: number,
    collection: Parameters<typeof fetchCollection>[1] = peer.url('/c'),
  ) => fetchCollection(stage.home.app, collection, { origin: peer.origin, maxItems, maxPages })

  const whole = await read(100, 100)
  assert.deepEqual(whole, {
    items: ['1a', '1b', '2a', '2b', '3a', '3b'],
    totalItems: 9,
    by: peer.url('/c'),
  })
  assert.deepEqual((await read(3, 100)).items, ['1a', '1b', '2a'])
  assert.deepEqual((await read(100, 2)).items, ['1a', '1b'])
  assert.equal(elsewhere.requests.length, 0)
  const [home, foreign] = [peer.url('/c'), elsewhere.url('/c')].map(
    (id) => vouchedFor(storedId({ uri: id }), { id, items: 'one' })!,
  )
  const embedded = vouchedFor(home!.id, {
    id: peer.url('/d'),
    type: 'Collection',
    first: { type: 'CollectionPage', items: [], next: peer.url('/c?page=3') },
  })
  assert.deepEqual((await read(100, 5, embedded)).items, ['3a', '3b'])
  assert.deepEqual((await read(100, 5, elsewhere.url('/c'))).items, [])
  assert.deepEqual((await read(100, 5, foreign)).items, [])
  assert.deepEqual((await read(100, 5, home)).items, ['one'])
  assert.deepEqual(await read(100, 5, null), { items: [], totalItems: null, by: null })
})

test('A35 a collection whose pages go round in circles ends', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  const url = peer.url('/c')
  peer.serve('/c', { id: url, type: 'CollectionPage', items: ['a'], next: url })

  const limits = { origin: peer.origin, maxItems: 100, maxPages: 100 }
  const { items } = await fetchCollection(stage.home.app, url, limits)

  assert.deepEqual(items, ['a'])
  assert.equal(peer.count('/c'), 1)
})
