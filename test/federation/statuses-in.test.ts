import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs as tombstoneJobs } from '../../src/kernel/activitypub/tombstones.ts'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { meet } from '../support/acquaintances.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import {
  announceOf,
  createOf,
  deleteOf,
  likeOf,
  noteBy,
  noteTo,
  serveAt,
  undoOf,
  updateOf,
} from '../support/notes.ts'
import type { Json } from '../support/peer.ts'

const contents = (list: Json[]) => list.map(({ content }) => content)

test('what a followed account publishes comes home; what names somebody tells them', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const carol = await both.signUp('carol')
  await followOnPeer(both.home, both.alice, bob)
  await both.settle()

  await both.deliver(bob, createOf(noteTo(bob, 'hello', carol)))
  await both.deliver(bob, createOf(noteTo(bob, 'hello', carol)))

  assert.deepEqual(contents(await both.alice.home()), ['<p>hello</p>'])
  assert.deepEqual(
    (await carol.notifications()).map(({ type }) => type),
    ['mention'],
  )
  const account = (await both.alice.home())[0].account
  assert.equal(account.statuses_count, 1)
})

test('a status that was fetched first is brought to its readers when it is delivered', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await followOnPeer(both.home, both.alice, bob)
  const note = serveAt(both.peer, noteTo(bob, 'early', both.alice))
  const found = await both.alice.resolve(note.id)
  await both.settle()
  assert.deepEqual(await both.alice.home(), [])
  assert.deepEqual(await both.alice.notifications(), [])

  await both.deliver(bob, createOf(note))
  await both.deliver(bob, createOf(note))

  assert.deepEqual(
    (await both.alice.home()).map(({ id }) => id),
    [found.id],
  )
  assert.equal((await both.alice.notifications()).length, 1)
  assert.equal((await both.alice.home())[0].account.statuses_count, 1)
})

test('the posts of a remote account are never fewer than none', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await followOnPeer(both.home, both.alice, bob)
  const note = noteTo(bob, 'hello', both.alice)
  await both.deliver(bob, createOf(note))
  const { account } = (await both.alice.home())[0]
  // its server says meanwhile that there are none
  await both.home.app.database.transaction((db) =>
    db
      .updateTable('account_stats')
      .set({ statuses_count: 0 })
      .where('account_id', '=', account.id)
      .execute(),
  )

  const gone = { id: `${note.id}#delete`, type: 'Delete', actor: bob.uri, object: note.id }
  await both.deliver(bob, gone)

  const shown = (await both.alice.get(`/api/v1/accounts/${account.id}`)).json()
  assert.equal(shown.statuses_count, 0)
})

test('what is days old comes into no home timeline', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await followOnPeer(both.home, both.alice, bob)
  const published = new Date(Date.now() - 50 * HOUR).toISOString()

  await both.deliver(bob, createOf(noteTo(bob, 'old', both.alice, { published })))

  assert.equal((await both.stored()).length, 1)
  assert.deepEqual(await both.alice.home(), [])
  assert.deepEqual(await both.alice.notifications(), [])
})

test('a status is found by its id, by its page, and by the link of a page', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const note = serveAt(both.peer, noteBy(bob, 'found', { url: both.peer.url('/@bob/found') }))
  const html = { contentType: 'text/html; charset=utf-8' }
  const link = `<link href='${note.id}' type="application/activity+json" rel=alternate>`
  both.peer.serve('/@bob/found', note)
  both.peer.serve('/linked', `<html><head><link rel="icon" href="/x">${link}</head></html>`, html)
  const header = `<${note.id}>; rel="alternate"; type="application/activity+json"`
  both.peer.serve('/headed', '<html></html>', { ...html, headers: { link: header } })
  both.peer.serve(
    '/circle',
    '<link rel="alternate" type="application/ld+json" href="/circle">',
    html,
  )
  both.peer.serve('/plain', '<p>nothing</p>', html)

  for (const address of ['/linked', '/headed', '/@bob/found', '/users/bob/notes/found']) {
    const found = await both.alice.resolve(both.peer.url(address))
    assert.equal(found.uri, note.id, address)
  }
  for (const address of ['/circle', '/plain', '/missing']) {
    const found = await both.alice.search(both.peer.url(address))
    assert.deepEqual([found.statuses, found.accounts], [[], []], address)
  }
  const profile = await both.alice.resolve(bob.uri)
  assert.equal(profile.acct, bob.handle)
})

test('a profile that is seen first shows what was said last and what is pinned', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob', {
    document: { featured: both.peer.url('/users/bob/collections/featured') },
  })
  const names = Array.from({ length: 25 }, (_, at) => `post-${String(at).padStart(2, '0')}`)
  const notes = names.map((name, at) =>
    noteTo(bob, name, both.alice, {
      published: new Date(Date.now() - (at + 1) * HOUR).toISOString(),
    }),
  )
  for (const note of notes) serveAt(both.peer, note)
  const page = { type: 'OrderedCollectionPage', orderedItems: notes.map(createOf) }
  both.peer.serve('/users/bob/outbox', {
    id: both.peer.url('/users/bob/outbox'),
    type: 'OrderedCollection',
    totalItems: 25,
    first: { ...page, id: both.peer.url('/users/bob/outbox?page=1') },
  })
  both.peer.serve('/users/bob/collections/featured', {
    id: both.peer.url('/users/bob/collections/featured'),
    type: 'OrderedCollection',
    orderedItems: [notes[24].id, notes[3]],
  })

  const account = await both.alice.resolve(bob.handle)
  await both.settle()

  const path = `/api/v1/accounts/${account.id}/statuses`
  const shown = (await both.alice.get(path, { limit: 40 })).json()
  assert.deepEqual(
    contents(shown),
    names.map((name) => `<p>${name}</p>`),
  )
  const pinned = (await both.alice.get(path, { pinned: true })).json()
  assert.deepEqual(contents(pinned).sort(), ['<p>post-03</p>', '<p>post-24</p>'])
  assert.deepEqual(await both.alice.notifications(), [], 'nobody is told of what was')
})

test('pins follow the featured collection of their owner, and of nobody else', async () => {
  await using both = await startHomeAndPeer()
  const featured = both.peer.url('/users/bob/collections/featured')
  const bob = both.peer.addActor('bob', { document: { featured } })
  const carol = both.peer.addActor('carol')
  for (const actor of [bob, carol]) await followOnPeer(both.home, both.alice, actor)
  const note = serveAt(both.peer, noteBy(bob, 'pinned'))
  const theirs = serveAt(both.peer, noteBy(carol, 'theirs'))
  await both.deliver(bob, createOf(note))
  const account = (await both.alice.home())[0].account
  const pins = async () => {
    const path = `/api/v1/accounts/${account.id}/statuses`
    return contents((await both.alice.get(path, { pinned: true })).json())
  }
  const activity = (type: string, actor: Json, object: string, target = featured) => ({
    id: `${actor.uri}#${type}/1`,
    type,
    actor: actor.uri,
    target,
    object,
  })

  await both.deliver(carol, activity('Add', carol, note.id))
  await both.deliver(bob, activity('Add', bob, theirs.id))
  await both.deliver(bob, activity('Add', bob, note.id, `${bob.uri}/collections/other`))
  assert.deepEqual(await pins(), [])
  await both.deliver(bob, activity('Add', bob, note.id))
  await both.deliver(bob, activity('Add', bob, note.id))
  assert.deepEqual(await pins(), ['<p>pinned</p>'])
  await both.deliver(carol, activity('Remove', carol, note.id))
  assert.deepEqual(await pins(), ['<p>pinned</p>'])
  await both.deliver(bob, activity('Remove', bob, note.id))
  assert.deepEqual(await pins(), [])
})

test('a boost of what is not known fetches it; taking it back leaves what was boosted', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const carol = both.peer.addActor('carol')
  await followOnPeer(both.home, both.alice, bob)
  const note = serveAt(both.peer, noteBy(carol, 'boosted'))
  const boost = announceOf(bob, note.id)

  await both.deliver(bob, boost)
  await both.deliver(bob, { ...boost, id: `${boost.id}/again` })
  const home = await both.alice.home()
  assert.deepEqual(
    home.map(({ reblog }) => reblog.uri),
    [note.id],
  )
  assert.equal(home[0].reblog.reblogs_count, 1)

  await both.deliver(bob, undoOf(boost))
  assert.deepEqual(await both.alice.home(), [])
  assert.deepEqual(
    (await both.stored()).map(({ uri }) => uri),
    [note.id],
  )
  await both.deliver(bob, boost)
  assert.deepEqual(await both.alice.home(), [], 'what was taken back does not come again')
})

test('private statuses are for followers and whom they name; a self-boost brings its own', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const carol = await both.signUp('carol')
  await followOnPeer(both.home, both.alice, bob)
  const to = [`${bob.uri}/followers`]
  const note = noteBy(bob, 'secret', { to, cc: [] })

  await both.deliver(bob, announceOf(bob, note.id, { object: note, to, cc: [] }))

  const [boost] = await both.alice.home()
  assert.equal(boost.reblog.content, '<p>secret</p>')
  assert.equal(boost.visibility, 'private')
  assert.equal((await carol.get(`/api/v1/statuses/${boost.reblog.id}`)).statusCode, 404)
})

test('who is only addressed may see it, and is not told', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const carol = await both.signUp('carol')
  // private mentions by strangers would be kept back
  await followOnPeer(both.home, both.alice, bob)
  const note = noteTo(bob, 'aside', both.alice, { to: [both.aliceUri], cc: [carol.uri] })

  await both.deliver(bob, createOf(note))

  const [mention] = await both.alice.notifications()
  assert.equal(mention.status.visibility, 'direct')
  assert.deepEqual(
    mention.status.mentions.map(({ username }: Json) => username),
    ['alice'],
  )
  assert.equal((await carol.get(`/api/v1/statuses/${mention.status.id}`)).statusCode, 200)
  assert.deepEqual(await carol.notifications(), [])
})

test('strangers whom a status names become its mentions by a job', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const dave = both.peer.addActor('dave')
  await followOnPeer(both.home, both.alice, bob)
  const tag = [{ type: 'Mention', href: dave.uri, name: '@dave' }]

  await both.deliver(bob, createOf(noteBy(bob, 'hi', { tag })))

  const [status] = await both.alice.home()
  assert.deepEqual(
    status.mentions.map(({ acct }: Json) => acct),
    [dave.handle],
  )
})

test('what others pass on is looked up where it is at home', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const carol = both.peer.addActor('carol')
  await followOnPeer(both.home, both.alice, bob)
  const note = serveAt(both.peer, noteBy(carol, 'true'))
  const forged = { ...note, content: '<p>forged</p>' }
  const signature = { type: 'RsaSignature2017', creator: carol.keys[0]?.uri, signatureValue: 'x' }

  await both.deliver(bob, { ...createOf(forged), signature })
  assert.deepEqual(contents(await both.stored()), ['<p>true</p>'])

  serveAt(both.peer, { ...note, content: '<p>newer</p>', updated: new Date().toISOString() })
  await both.deliver(bob, { ...updateOf(forged, Date.now()), signature })
  assert.deepEqual(contents(await both.stored()), ['<p>newer</p>'])

  await both.deliver(bob, { ...deleteOf(note), signature })
  assert.equal((await both.stored()).length, 1, 'it is still there')
  both.peer.remove(new URL(note.id).pathname)
  await both.deliver(bob, { ...deleteOf(note), signature })
  assert.deepEqual(await both.stored(), [])
})

test('nothing is taken from a suspended account', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await followOnPeer(both.home, both.alice, bob)
  const accountId = await meet(both.home, bob)
  const post = await both.alice.publish('quiet please')
  await both.home.app.transact(async (tx) => {
    await tx.db
      .updateTable('account')
      .set({ suspended_at: tx.now })
      .where('id', '=', accountId)
      .execute()
  })

  await both.deliver(bob, createOf(noteTo(bob, 'hello', both.alice)))
  await both.deliver(bob, announceOf(bob, post.uri))

  assert.equal((await both.stored()).length, 1)
})

test('pins are looked at again with the profile, and what is not pinned any more goes', async () => {
  await using both = await startHomeAndPeer()
  const featured = both.peer.url('/users/bob/collections/featured')
  const bob = both.peer.addActor('bob', { document: { featured } })
  const [first, second] = ['first', 'second'].map((name) =>
    serveAt(both.peer, noteBy(bob, name)),
  ) as [Json, Json]
  const feature = (note: Json) =>
    serveAt(both.peer, { id: featured, type: 'OrderedCollection', orderedItems: [note.id] })
  feature(first)
  const account = await both.alice.resolve(bob.handle)
  await both.settle()
  const pins = async () => {
    const path = `/api/v1/accounts/${account.id}/statuses`
    return contents((await both.alice.get(path, { pinned: true })).json())
  }
  const refreshed = async () => {
    await both.home.app.transact(async (tx) => {
      tx.emit({ type: 'account.refreshed', accountId: account.id })
    })
    await both.settle()
  }
  assert.deepEqual(await pins(), ['<p>first</p>'])

  feature(second)
  await refreshed()
  assert.deepEqual(await pins(), ['<p>second</p>'])
  both.peer.serve(new URL(featured).pathname, 'broken', { status: 500 })
  await refreshed()
  assert.deepEqual(await pins(), ['<p>second</p>'], 'what cannot be read takes nothing away')
})

test('a group passes on votes for what is ours, as their own server says', async () => {
  await using both = await startHomeAndPeer()
  const group = both.peer.addActor('group', { type: 'Group' })
  const bob = both.peer.addActor('bob')
  await followOnPeer(both.home, both.alice, group)
  const post = await both.alice.publish('to the group')
  const like = { ...likeOf(bob, post.uri), id: both.peer.url('/likes/1') }
  const forged = { ...likeOf(bob, post.uri), id: both.peer.url('/likes/2') }
  const passOn = (activity: Json) =>
    announceOf(group, activity.id, { id: `${activity.id}/announce`, object: activity })
  const count = async () =>
    (await both.alice.get(`/api/v1/statuses/${post.id}`)).json().favourites_count

  await both.deliver(group, passOn(forged))
  assert.equal(await count(), 0)
  serveAt(both.peer, like)
  await both.deliver(group, passOn(like))
  assert.equal(await count(), 1)
  const undo = serveAt(both.peer, { ...undoOf(like), id: both.peer.url('/undos/1') })
  await both.deliver(group, passOn(undo))
  assert.equal(await count(), 0)
})

test('what was taken back is remembered for months, not for ever', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await meet(both.home, bob)
  await both.deliver(bob, deleteOf(noteBy(bob, 'gone')))
  const { app, clock } = both.home
  const remembered = async () => {
    await tombstoneJobs['federation.remove_tombstones']!.run(app, {}, 1)
    return (await app.db.selectFrom('tombstone').select('uri').execute()).length
  }

  assert.equal(await remembered(), 1)
  clock.now += 100 * 24 * HOUR
  assert.equal(await remembered(), 0)
})
