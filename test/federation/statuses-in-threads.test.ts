import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshPoll } from '../../src/features/statuses/federation/poll-refresh.ts'
import { refreshThread } from '../../src/features/statuses/federation/refreshes.ts'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { StorageFull } from '../../src/kernel/base/errors.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { createOf, noteBy, serveAt } from '../support/notes.ts'
import type { Json, Peer, PeerActor } from '../support/peer.ts'

const contents = (list: Json[]) => list.map(({ content }) => content)

test('a parent that is not known is fetched with the reply, those above it by jobs', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await followOnPeer(both.home, both.alice, bob)
  const thread = ['root', 'second', 'third', 'fourth'].map((name, at, names) =>
    noteBy(bob, name, at === 0 ? {} : { inReplyTo: `${bob.uri}/notes/${names[at - 1]}` }),
  )
  for (const note of thread) serveAt(both.peer, note)

  await both.deliver(bob, createOf(thread[3]))

  const [status] = await both.alice.home()
  assert.equal(status.content, '<p>fourth</p>')
  const context = (await both.alice.get(`/api/v1/statuses/${status.id}/context`)).json()
  assert.deepEqual(contents(context.ancestors), ['<p>root</p>', '<p>second</p>', '<p>third</p>'])
  assert.deepEqual(
    context.ancestors.map((one: Json) => one.replies_count),
    [1, 1, 1],
  )
  assert.equal((await both.alice.home()).length, 1, 'what was fetched is brought to nobody')
})

test('S-225 opening a thread brings the replies that are missing, and says so', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const carol = both.peer.addActor('carol')
  await followOnPeer(both.home, both.alice, bob)
  await both.settle()
  const repliesOf = (note: Json, items: Json[]) =>
    serveAt(both.peer, { id: `${note.id}/replies`, type: 'Collection', items })
  const withReplies = (note: Json) => ({ ...note, replies: `${note.id}/replies` })
  const root = withReplies(noteBy(bob, 'root'))
  const first = withReplies(noteBy(carol, 'first', { inReplyTo: root.id }))
  const below = noteBy(bob, 'below', { inReplyTo: first.id })
  for (const note of [root, first, below]) serveAt(both.peer, note)
  repliesOf(root, [first.id, both.peer.url('/nowhere')])
  repliesOf(first, [below])
  await both.deliver(bob, createOf(root))
  const [status] = await both.alice.home()
  const path = `/api/v1/statuses/${status.id}/context`

  assert.equal((await both.home.anonymous.get(path)).headers['mastodon-async-refresh'], undefined)
  const opened = await both.alice.get(path)
  assert.deepEqual(opened.json().descendants, [])
  const header = String(opened.headers['mastodon-async-refresh'])
  const [, id] = /^id="(\d+)", retry=3, result_count=0$/.exec(header) ?? []
  assert.ok(id, header)
  const refresh = async () =>
    (await both.alice.get(`/api/v1_alpha/async_refreshes/${id}`)).json().async_refresh
  assert.deepEqual(await refresh(), { id, status: 'running', result_count: 0 })

  await both.settle()

  assert.deepEqual(await refresh(), { id, status: 'finished', result_count: 2 })
  const again = await both.alice.get(path)
  assert.equal(again.headers['mastodon-async-refresh'], undefined, 'not twice in 15 minutes')
  assert.deepEqual(contents(again.json().descendants), ['<p>first</p>', '<p>below</p>'])
  both.home.clock.now += HOUR
  assert.ok((await both.alice.get(path)).headers['mastodon-async-refresh'])
  await both.settle()
  assert.equal(
    (await both.home.anonymous.get(`/api/v1_alpha/async_refreshes/${id}`)).statusCode,
    401,
  )
  assert.equal((await both.alice.get('/api/v1_alpha/async_refreshes/1')).statusCode, 404)
})

/** How software that has no readable collection puts the replies into a note. */
const EMBEDDED: Record<string, (note: string, items: Json[]) => Json> = {
  'Pleroma, without an id': (_, items) => ({ type: 'Collection', items }),
  'a first page without an id': (_, items) => ({
    type: 'Collection',
    first: { type: 'CollectionPage', items },
  }),
  'a collection that cannot be read': (note, items) => ({
    id: `${note}/hidden`,
    type: 'Collection',
    first: { type: 'CollectionPage', partOf: `${note}/hidden`, items },
  }),
}

for (const [name, replies] of Object.entries(EMBEDDED)) {
  test(`replies that stand in the note itself are found: ${name}`, async () => {
    await using both = await startHomeAndPeer()
    const bob = both.peer.addActor('bob')
    await followOnPeer(both.home, both.alice, bob)
    const root = noteBy(bob, 'root')
    await both.deliver(bob, createOf({ ...root, replies: replies(root.id, []) }))
    const answers = ['one', 'two'].map((text) => noteBy(bob, text, { inReplyTo: root.id }))
    for (const answer of answers) serveAt(both.peer, answer)
    const items = answers.map(({ id }) => id)
    serveAt(both.peer, { ...root, replies: replies(root.id, items) })
    const [status] = await both.alice.home()
    const path = `/api/v1/statuses/${status.id}/context`

    await both.alice.get(path)
    await both.settle()

    const { descendants } = (await both.alice.get(path)).json()
    assert.deepEqual(contents(descendants).sort(), ['<p>one</p>', '<p>two</p>'])
  })
}

test('nobody asks after the refresh of a thread that they cannot see', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const carol = await both.signUp('carol')
  await followOnPeer(both.home, both.alice, bob)
  const to = [`${bob.uri}/followers`]
  const note = noteBy(bob, 'secret', { to, cc: [], replies: both.peer.url('/replies') })
  await both.deliver(bob, createOf(note))
  const [status] = await both.alice.home()
  const opened = await both.alice.get(`/api/v1/statuses/${status.id}/context`)
  const [, id] = /id="(\d+)"/.exec(String(opened.headers['mastodon-async-refresh'])) ?? []

  const path = `/api/v1_alpha/async_refreshes/${id}`
  assert.equal((await both.alice.get(path)).statusCode, 200)
  assert.equal((await carol.get(path)).statusCode, 404)
})

test('replies from elsewhere stand in our threads and count', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const post = await both.alice.publish('ask me')

  await both.deliver(bob, createOf(noteBy(bob, 'answer', { inReplyTo: post.uri })))

  const shown = (await both.alice.get(`/api/v1/statuses/${post.id}`)).json()
  assert.equal(shown.replies_count, 1)
  const context = (await both.alice.get(`/api/v1/statuses/${post.id}/context`)).json()
  assert.deepEqual(contents(context.descendants), ['<p>answer</p>'])
  const [reply] = context.descendants
  assert.equal(reply.in_reply_to_account_id, both.alice.id)
})

test('answers to what is not known are left out of a history', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const carol = both.peer.addActor('carol')
  const theirs = serveAt(both.peer, noteBy(carol, 'theirs'))
  const root = serveAt(both.peer, noteBy(bob, 'root'))
  const onward = serveAt(both.peer, noteBy(bob, 'onward', { inReplyTo: root.id }))
  const answer = serveAt(both.peer, noteBy(bob, 'answer', { inReplyTo: theirs.id }))
  const other = serveAt(both.peer, noteBy(bob, 'other', { inReplyTo: theirs.id }))
  const orderedItems = [other.id, createOf(answer), onward.id, createOf(root)]
  const id = both.peer.url('/users/bob/outbox')
  serveAt(both.peer, { id, type: 'OrderedCollection', orderedItems })

  await both.alice.resolve(bob.handle)
  await both.settle()

  assert.deepEqual(contents(await both.stored()).sort(), ['<p>onward</p>', '<p>root</p>'])
  assert.equal(both.peer.count('/users/carol'), 0)
})

/** Serves an outbox of so many posts in pages of twenty, newest first. */
function serveOutbox(peer: Peer, bob: PeerActor, count: number): string[] {
  const id = peer.url('/users/bob/outbox')
  const items = Array.from({ length: count }, (_, at) => {
    const published = new Date(Date.UTC(2024, 0, 1) - at * HOUR).toISOString()
    return createOf(noteBy(bob, `post${at}`, { published }))
  })
  const pages = Math.ceil(count / 20)
  const pageId = (page: number) => `${id}?page=${page}`
  serveAt(peer, { id, type: 'OrderedCollection', totalItems: count, first: pageId(0) })
  for (let page = 0; page < pages; page++) {
    const orderedItems = items.slice(page * 20, page * 20 + 20)
    const next = page + 1 < pages ? { next: pageId(page + 1) } : {}
    const type = 'OrderedCollectionPage'
    serveAt(peer, { id: pageId(page), type, partOf: id, orderedItems, ...next })
  }
  return items.map((item) => item.object.id)
}

test('a history is read page by page, as far as its budget goes', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const uris = serveOutbox(both.peer, bob, 500)

  await both.alice.resolve(bob.handle)
  await both.settle()

  const stored = new Set((await both.stored()).map(({ uri }) => uri))
  assert.deepEqual(
    uris.filter((uri) => stored.has(uri)),
    uris.slice(0, 200),
  )
})

for (const [form, retryAfter] of [
  ['seconds', () => '600'],
  ['a date', (now: number) => new Date(now + 600_000).toUTCString()],
] as const) {
  test(`a history goes on when a server that has enough of us lets us (${form})`, async () => {
    await using both = await startHomeAndPeer()
    const bob = both.peer.addActor('bob')
    serveOutbox(both.peer, bob, 60)
    const headers = { 'retry-after': retryAfter(both.home.clock.now) }
    both.peer.serve('/users/bob/outbox?page=1', '', { status: 429, headers })
    await both.alice.resolve(bob.handle)
    await both.settle()
    assert.equal((await both.stored()).length, 20)
    both.peer.requests.length = 0

    both.home.clock.now += 500_000
    await both.settle()
    assert.deepEqual(both.peer.requests, [])
    serveOutbox(both.peer, bob, 60)
    both.home.clock.now += 110_000
    await both.settle()

    assert.equal((await both.stored()).length, 60)
    const parked = await both.home.app.db
      .selectFrom('job')
      .select('kind')
      .where('parked_at', 'is not', null)
      .execute()
    assert.deepEqual(parked, [])
  })
}

test('a full disk keeps nobody from reading threads and polls of other servers', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await followOnPeer(both.home, both.alice, bob)
  const oneOf = [{ type: 'Note', name: 'yes' }]
  const ask = noteBy(bob, 'ask', { type: 'Question', oneOf, replies: both.peer.url('/replies') })
  await both.deliver(bob, createOf(ask))
  const [status] = await both.alice.home()
  both.home.clock.now += HOUR
  const { app } = both.home
  const broken: typeof app.transact = () => Promise.reject(new StorageFull())

  const full = { ...app, transact: broken }
  const [stored] = await both.stored()

  assert.equal(await refreshThread(full, stored), null)
  await refreshPoll(full, status.poll.id)
  assert.equal(both.peer.count('/users/bob/notes/ask'), 0)
})
