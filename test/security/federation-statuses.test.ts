import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR } from '../../src/kernel/base/durations.ts'
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
  voteBy,
} from '../support/notes.ts'
import { type Json, startPeer } from '../support/peer.ts'

test('A12: a Create whose object is attributed to somebody else is dropped', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const mallory = both.peer.addActor('mallory')
  const neighbour = both.peer.addActor('neighbour')
  const victim = other.addActor('victim')
  await followOnPeer(both.home, both.alice, mallory)
  await followOnPeer(both.home, both.alice, neighbour)
  const forgeries = [
    noteBy(mallory, 'of another server', { attributedTo: victim.uri }),
    noteBy(mallory, 'of another account', { attributedTo: neighbour.uri }),
    noteBy(mallory, 'elsewhere', { id: `${victim.uri}/notes/1` }),
    noteBy(mallory, 'ours', { id: `${both.aliceUri}/statuses/1`, attributedTo: both.aliceUri }),
    noteBy(mallory, 'of nobody', { attributedTo: undefined }),
  ]

  for (const forged of forgeries) {
    await both.deliver(mallory, { ...createOf(forged), id: `${mallory.uri}/1`, actor: mallory.uri })
  }

  assert.deepEqual(await both.stored(), [])
  await both.deliver(mallory, createOf(noteBy(mallory, 'own')))
  assert.equal((await both.stored()).length, 1)
})

test('A12: what is fetched is by somebody of its own server', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const victim = other.addActor('victim')
  const mallory = both.peer.addActor('mallory')
  const forged = noteBy(mallory, 'forged', { attributedTo: victim.uri })
  serveAt(both.peer, forged)

  assert.deepEqual((await both.alice.search(forged.id)).statuses, [])

  assert.deepEqual(await both.stored(), [])
})

test('A13: naming a post again widens nobody’s view of it', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const mallory = both.peer.addActor('mallory')
  await followOnPeer(both.home, both.alice, bob)
  const carol = await both.signUp('carol')
  const followers = [`${bob.uri}/followers`]
  const secret = noteBy(bob, 'secret', { to: followers, cc: [] })
  serveAt(both.peer, secret)
  await both.deliver(bob, createOf(secret))
  const [stored] = await both.stored()
  const path = `/api/v1/statuses/${stored.id}`
  assert.equal((await both.alice.get(path)).statusCode, 200)

  const named = noteTo(bob, 'secret', carol, { to: ['as:Public', carol.uri] })
  await both.deliver(bob, createOf(named))
  const copied = { ...createOf(named), id: `${mallory.uri}/1`, actor: mallory.uri }
  await both.deliver(mallory, { ...copied, to: [carol.uri] })
  await both.deliver(mallory, { ...copied, to: [carol.uri], object: secret.id })

  assert.equal((await carol.get(path)).statusCode, 404)
  assert.deepEqual(await carol.notifications(), [])
  assert.equal((await both.stored()).length, 1)
  assert.equal((await both.stored())[0].visibility, 'private')
})

test('A14: an Update from elsewhere, or one that swaps the author, changes nothing', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const bob = both.peer.addActor('bob')
  const neighbour = both.peer.addActor('neighbour')
  const mallory = other.addActor('mallory')
  for (const actor of [bob, neighbour, mallory]) await followOnPeer(both.home, both.alice, actor)
  const note = noteBy(bob, 'true')
  await both.deliver(bob, createOf(note))
  const forged = { ...note, content: '<p>forged</p>' }
  const now = Date.now()

  const by = (actor: { uri: string }, update: Json) => ({
    ...update,
    id: `${actor.uri}#updates/1`,
    actor: actor.uri,
  })
  for (const actor of [mallory, neighbour]) {
    await both.deliver(actor, by(actor, updateOf(forged, now)))
    await both.deliver(actor, by(actor, updateOf({ ...forged, attributedTo: actor.uri }, now)))
  }
  await both.deliver(bob, by(bob, updateOf({ ...forged, attributedTo: neighbour.uri }, now)))

  const [stored] = await both.stored()
  assert.equal(stored.content, '<p>true</p>')
  assert.equal(stored.edited_at, null)
  await both.deliver(bob, updateOf({ ...note, content: '<p>newer</p>' }, now))
  assert.equal((await both.stored())[0].content, '<p>newer</p>')
})

test('A15: only owners delete and undo', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const bob = both.peer.addActor('bob')
  const neighbour = both.peer.addActor('neighbour')
  const mallory = other.addActor('mallory')
  for (const actor of [bob, neighbour, mallory]) await followOnPeer(both.home, both.alice, actor)
  const post = await both.alice.publish('like me')
  const note = noteBy(bob, 'stays')
  const like = likeOf(bob, post.uri)
  const boost = announceOf(bob, post.uri)
  for (const activity of [createOf(note), like, boost]) await both.deliver(bob, activity)
  const before = (await both.stored()).map(({ uri }) => uri)
  assert.equal(before.length, 3)

  for (const actor of [mallory, neighbour]) {
    const mine = { id: `${actor.uri}/1`, actor: actor.uri }
    await both.deliver(actor, { ...deleteOf(note), ...mine })
    await both.deliver(actor, { ...deleteOf({ ...note, id: boost.id }), ...mine })
    await both.deliver(actor, { ...deleteOf({ ...note, id: post.uri }), ...mine })
    await both.deliver(actor, { ...undoOf(like), ...mine })
    await both.deliver(actor, { ...undoOf(boost), ...mine })
    await both.deliver(actor, { ...undoOf(like), ...mine, object: like.id })
    await both.deliver(actor, { ...undoOf(boost), ...mine, object: boost.id })
  }

  assert.deepEqual(
    (await both.stored()).map(({ uri }) => uri),
    before,
  )
  const shown = (await both.alice.get(`/api/v1/statuses/${post.id}`)).json()
  assert.deepEqual([shown.favourites_count, shown.reblogs_count], [1, 1])
})

test('A15: who deletes in advance what is another’s keeps nothing from coming, nor its owner’s word', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const bob = both.peer.addActor('bob')
  const neighbour = both.peer.addActor('neighbour')
  const mallory = other.addActor('mallory')
  for (const actor of [bob, neighbour, mallory]) await followOnPeer(both.home, both.alice, actor)
  const note = noteBy(bob, 'to come')
  const withdrawn = noteBy(bob, 'withdrawn')

  for (const actor of [mallory, neighbour]) {
    for (const one of [note, withdrawn]) {
      await both.deliver(actor, { ...deleteOf(one), id: `${actor.uri}/1`, actor: actor.uri })
    }
  }
  await both.deliver(bob, deleteOf(withdrawn))
  for (const one of [note, withdrawn]) await both.deliver(bob, createOf(one))

  assert.deepEqual(
    (await both.stored()).map(({ uri }) => uri),
    [note.id],
  )
  const gone = await both.home.app.db.selectFrom('tombstone').selectAll().execute()
  for (const { uri, actor_uri } of gone) {
    assert.equal(new URL(uri).origin, new URL(actor_uri).origin, 'no word on another’s server')
  }
})

test('A16: what an Announce brings along is looked up at its origin', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const mallory = both.peer.addActor('mallory')
  const victim = other.addActor('victim')
  await followOnPeer(both.home, both.alice, mallory)
  const real = serveAt(other, noteBy(victim, 'real'))
  const missing = noteBy(victim, 'never said')
  const forge = (note: Json) =>
    announceOf(mallory, note.id, { object: { ...note, content: '<p>forged</p>' } })

  const near = serveAt(both.peer, noteBy(both.peer.addActor('neighbour'), 'near'))
  await both.deliver(mallory, forge(real))
  await both.deliver(mallory, forge(missing))
  await both.deliver(mallory, forge(near))

  const texts = (await both.stored()).map(({ content }) => content)
  assert.deepEqual(texts.sort(), ['', '', '<p>near</p>', '<p>real</p>'])
})

test('A18: reactions by outsiders to a private post are ignored and uncounted', async () => {
  await using both = await startHomeAndPeer()
  const outsider = both.peer.addActor('outsider')
  await followOnPeer(both.home, both.alice, outsider)
  const poll = { options: ['yes', 'no'], expires_in: 3600 }
  const post = await both.alice.publish('among us', { visibility: 'private', poll })
  const answered = noteTo(outsider, 'answer', both.alice, { inReplyTo: post.uri })
  const vote = voteBy(outsider, { uri: post.uri, authorUri: both.aliceUri }, 'yes')

  const answers = []
  for (const activity of [
    likeOf(outsider, post.uri),
    announceOf(outsider, post.uri),
    createOf(answered),
    vote,
    likeOf(outsider, `${post.uri}0`, '2'),
  ]) {
    const inbox = `${both.home.app.config.origin}/inbox`
    const { status, body } = await both.peer.send(outsider, activity, { inbox })
    answers.push(`${status} ${body}`)
    await both.settle()
  }

  assert.deepEqual(new Set(answers), new Set(['202 ']), 'the answer tells nothing')
  const shown = (await both.alice.get(`/api/v1/statuses/${post.id}`)).json()
  assert.partialDeepStrictEqual(shown, {
    favourites_count: 0,
    reblogs_count: 0,
    replies_count: 0,
    poll: { votes_count: 0 },
  })
  assert.deepEqual(await both.alice.notifications(), [])
  assert.equal((await both.stored()).length, 1)
})

test('A19: what concerns nobody here is dropped, and nothing is fetched for it', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const stranger = both.peer.addActor('stranger')
  const author = other.addActor('author')
  const theirs = serveAt(other, noteBy(author, 'theirs'))
  await meet(both.home, stranger)
  await both.settle()
  const before = both.peer.requests.length
  const picture = { type: 'Document', mediaType: 'image/png', url: both.peer.url('/a.png') }
  const tag = [{ type: 'Mention', href: author.uri, name: '@author' }]

  await both.deliver(stranger, createOf(noteBy(stranger, 'plain', { attachment: [picture] })))
  await both.deliver(stranger, createOf(noteBy(stranger, 'naming', { tag })))
  await both.deliver(stranger, createOf(noteBy(stranger, 'answer', { inReplyTo: theirs.id })))
  await both.deliver(stranger, announceOf(stranger, theirs.id))
  await both.deliver(stranger, likeOf(stranger, theirs.id))

  assert.deepEqual(await both.stored(), [])
  assert.equal(other.requests.length, 0)
  assert.equal(both.peer.requests.length, before)
  await both.deliver(stranger, createOf(noteTo(stranger, 'for alice', both.alice)))
  assert.equal((await both.stored()).length, 1)
})

test('A20: times ahead of us or before 1970 change no order', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await followOnPeer(both.home, both.alice, bob)
  const at = (time: number) => ({ published: new Date(time).toISOString() })
  const now = Date.now()

  await both.deliver(bob, createOf(noteBy(bob, 'ahead', at(now + 3650 * DAY))))
  await both.deliver(bob, createOf(noteBy(bob, 'before', { published: '1912-06-23T00:00:00Z' })))
  await both.deliver(bob, createOf(noteBy(bob, 'after', at(now))))
  const note = noteBy(bob, 'edited ahead', at(now - HOUR))
  await both.deliver(bob, createOf(note))
  await both.deliver(bob, updateOf({ ...note, content: '<p>first</p>' }, now + 3650 * DAY))
  await both.deliver(bob, updateOf({ ...note, content: '<p>second</p>' }, Date.now() + DAY))
  const own = await both.alice.publish('last')

  const home = await both.alice.home()
  assert.equal(home[0].id, own.id)
  const present = both.home.app.clock()
  for (const { created_at, edited_at } of home) {
    assert.ok(Date.parse(created_at) <= present && Date.parse(created_at) >= 0, created_at)
    if (edited_at !== null) assert.ok(Date.parse(edited_at) <= present, edited_at)
  }
  const texts = (await both.stored()).map(({ content }) => content)
  assert.equal(texts[0], '<p>before</p>', 'the oldest id')
  assert.ok(texts.includes('<p>second</p>'), 'a lie about the time locks no later edit out')
})

test('A22: one vote, for an option there is, while the poll is open', async () => {
  await using both = await startHomeAndPeer()
  const [bob, carol, dave, eve] = ['bob', 'carol', 'dave', 'eve'].map((name) =>
    both.peer.addActor(name),
  ) as [Json, Json, Json, Json]
  const poll = { options: ['yes', 'no'], expires_in: 3600 }
  const post = await both.alice.publish('vote', { poll })
  const address = { uri: post.uri, authorUri: both.aliceUri }
  const figures = async () => {
    const shown = (await both.alice.get(`/api/v1/polls/${post.poll.id}`)).json()
    return [...shown.options.map(({ votes_count }: Json) => votes_count), shown.voters_count]
  }

  await both.deliver(bob, voteBy(bob, address, 'yes'))
  await both.deliver(bob, voteBy(bob, address, 'yes'))
  await both.deliver(bob, voteBy(bob, address, 'no'))
  await both.deliver(carol, voteBy(carol, address, 'perhaps'))
  assert.deepEqual(await figures(), [1, 0, 1])

  const inbox = `${both.home.app.config.origin}/inbox`
  const racing = ['yes', 'no', 'yes', 'no'].map((choice) =>
    both.peer.send(dave, voteBy(dave, address, choice), { inbox }),
  )
  await Promise.all(racing)
  await both.settle()
  assert.equal((await figures())[2], 2)
  assert.equal((await figures())[0] + (await figures())[1], 2)

  both.home.clock.now += 2 * HOUR
  await both.peer.send(eve, voteBy(eve, address, 'yes'), { inbox, clockAhead: 2 * HOUR })
  await both.settle()
  assert.equal((await figures())[2], 2)
  assert.equal((await both.stored()).length, 1, 'a vote is no status')
})

test('A35: endless threads and mentions of one owner are followed a bounded way', async () => {
  await using both = await startHomeAndPeer()
  const mallory = both.peer.addActor('mallory')
  await followOnPeer(both.home, both.alice, mallory)
  await both.settle()
  const endless = (at: number) =>
    noteBy(mallory, `deep-${at}`, { inReplyTo: `${mallory.uri}/notes/deep-${at + 1}` })
  for (let at = 0; at < 100; at++) serveAt(both.peer, endless(at))
  const tag = Array.from({ length: 500 }, (_, at) => ({
    type: 'Mention',
    href: both.peer.addActor(`crowd${at}`, { keys: [] }).uri,
    name: `@crowd${at}`,
  }))

  await both.deliver(mallory, createOf({ ...endless(0), tag }))

  const notes = both.peer.requests.filter(({ path }) => path.includes('/notes/deep-'))
  assert.ok(notes.length >= 20 && notes.length <= 25, `${notes.length} levels up`)
  const met = both.peer.requests.filter(({ path }) => /^\/users\/crowd\d+$/.test(path))
  assert.ok(met.length >= 1 && met.length <= 15, `${met.length} strangers`)
})

test('A35: endless replies of one owner are read a bounded way', async () => {
  await using both = await startHomeAndPeer()
  const mallory = both.peer.addActor('mallory')
  await followOnPeer(both.home, both.alice, mallory)
  const base = `/users/mallory/notes/root/replies`
  let made = 0
  const page = ({ path }: { path: string }): Json => {
    const at = Number(new URL(path, both.peer.origin).searchParams.get('page') ?? 0)
    const items = Array.from({ length: 10 }, () => {
      const name = `reply-${made++}`
      const parent = { inReplyTo: `${mallory.uri}/notes/root` }
      const replies = `${both.peer.origin}${base}?page=${at}`
      return serveAt(both.peer, noteBy(mallory, name, { ...parent, replies })).id
    })
    const id = both.peer.url(`${base}?page=${at}`)
    const next = both.peer.url(`${base}?page=${at + 1}`)
    return { id, type: 'CollectionPage', items, next }
  }
  both.peer.serve(base, page)
  const root = noteBy(mallory, 'root', { replies: both.peer.url(base) })
  await both.deliver(mallory, createOf(root))
  const [stored] = await both.stored()
  const before = both.peer.requests.length

  await both.alice.get(`/api/v1/statuses/${stored.id}/context`)
  await both.settle()

  assert.ok((await both.stored()).length > 50)
  assert.ok((await both.stored()).length <= 501)
  const asked = both.peer.requests.length - before
  assert.ok(asked <= 700, `${asked} requests`)
})
