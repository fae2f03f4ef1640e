import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockDomain } from '../../src/features/instance/domain-blocks.ts'
import { vote } from '../../src/features/polls/votes.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { meet } from '../support/acquaintances.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { about, blockBy, followBy } from '../support/follow-activities.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import type { NetworkUser } from '../support/network.ts'
import {
  announceOf,
  createOf,
  deleteOf,
  likeOf,
  noteBy,
  noteTo,
  undoOf,
  updateOf,
  voteBy,
} from '../support/notes.ts'
import { type Json, type PeerActor, startPeer } from '../support/peer.ts'

const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'
const POLL = { options: ['yes', 'no'], expires_in: 3600 }

function reactionBy(actor: PeerActor, uri: string, content: string, more: Json = {}): Json {
  const id = `${actor.uri}#reactions/${encodeURIComponent(content + uri)}`
  return { id, type: 'EmojiReact', actor: actor.uri, object: uri, content, ...more }
}

/** Everything that somebody can do with a post. */
function deedsOf(actor: PeerActor, post: Json, author: NetworkUser): Json[] {
  const blob = {
    type: 'Emoji',
    id: `${actor.uri}/emojis/blob`,
    name: ':blob:',
    icon: { type: 'Image', url: `${actor.uri}/blob.png` },
  }
  const named = (uri: string) => ({ ...likeOf(actor, uri, 'misskey'), content: '👍' })
  return [
    likeOf(actor, post.uri),
    likeOf(actor, post.url, 'by-its-page'),
    named(post.uri),
    reactionBy(actor, post.uri, '🎉'),
    reactionBy(actor, post.url, '🎉'),
    reactionBy(actor, post.uri, ':blob:', { tag: [blob] }),
    announceOf(actor, post.uri),
    announceOf(actor, post.url),
    createOf(noteTo(actor, 'answer', author, { inReplyTo: post.uri })),
    createOf(noteBy(actor, 'aside', { inReplyTo: post.uri })),
    voteBy(actor, { uri: post.uri, authorUri: author.uri }, 'yes'),
  ]
}

const NOTHING = {
  favourites_count: 0,
  reblogs_count: 0,
  replies_count: 0,
  quotes_count: 0,
  poll: { votes_count: 0, voters_count: 0 },
}

const shown = async (user: NetworkUser, id: string): Promise<Json> =>
  (await user.get(`/api/v1/statuses/${id}`)).json()

/** Sends as somebody and gives the answers, status and body. */
async function answersTo(
  { home, peer, settle }: HomeAndPeer,
  actor: PeerActor,
  activities: readonly Json[],
): Promise<string[]> {
  const answers = []
  for (const activity of activities) {
    const inbox = `${home.app.config.origin}/inbox`
    const { status, body } = await peer.send(actor, activity, { inbox })
    answers.push(`${status} ${body}`)
    await settle()
  }
  return answers
}

/** How many reactions and emoji of others there are. */
async function countTraces({ home }: HomeAndPeer): Promise<number> {
  const { db } = home.app
  const reactions = await db.selectFrom('reaction').select('id').execute()
  const emojis = await db
    .selectFrom('custom_emoji')
    .select('id')
    .where('domain', 'is not', null)
    .execute()
  return reactions.length + emojis.length
}

test('A18: whatever an outsider does with a private post leaves no trace and gets no answer', async () => {
  await using both = await startHomeAndPeer()
  const [outsider, friend] = [both.peer.addActor('outsider'), both.peer.addActor('friend')]
  await followOnPeer(both.home, both.alice, outsider)
  await both.deliver(friend, followBy(friend, both.aliceUri))
  await both.alice.post('/api/v1/notifications/clear')
  both.peer.received.length = 0
  const post = await both.alice.publish('among us', { visibility: 'private', poll: POLL })
  await both.settle()
  const told = both.peer.received.length
  const none = { uri: `${post.uri}0`, url: `${post.url}0` }

  const answers = await answersTo(both, outsider, deedsOf(outsider, post, both.alice))
  const alike = await answersTo(both, outsider, [likeOf(outsider, none.uri, '0')])

  assert.deepEqual(new Set([...answers, ...alike]), new Set(['202 ']))
  assert.equal(both.peer.received.length, told)
  assert.partialDeepStrictEqual(await shown(both.alice, post.id), NOTHING)
  assert.deepEqual(await both.alice.notifications(), [])
  assert.equal((await both.stored()).length, 1)
  assert.equal(await countTraces(both), 0)
  for (const deed of [likeOf(friend, post.uri), reactionBy(friend, post.uri, '🎉')]) {
    await both.deliver(friend, deed)
  }
  assert.equal((await shown(both.alice, post.id)).favourites_count, 1)
  assert.equal(await countTraces(both), 1)
})

test('A24: what a blocked account does is answered 202 and comes to nothing', async () => {
  await using both = await startHomeAndPeer()
  const { alice, peer } = both
  const bob = peer.addActor('bob')
  await alice.post(`/api/v1/accounts/${await meet(both.home, bob)}/block`)
  await both.settle()
  const post = await alice.publish('for all', { poll: POLL })
  const direct = { to: [alice.uri], cc: [] }
  const follow = followBy(bob, alice.uri)

  const answers = await answersTo(both, bob, [
    ...deedsOf(bob, post, alice),
    createOf(noteTo(bob, 'naming', alice)),
    createOf(noteTo(bob, 'whispering', alice, direct)),
    follow,
  ])

  assert.deepEqual(new Set(answers), new Set(['202 ']))
  assert.partialDeepStrictEqual(await shown(alice, post.id), NOTHING)
  assert.deepEqual(await alice.notifications(), [])
  assert.deepEqual((await alice.get('/api/v1/conversations')).json(), [])
  assert.equal((await alice.home()).length, 1)
  const thread = (await alice.get(`/api/v1/statuses/${post.id}/context`)).json()
  assert.deepEqual(thread.descendants, [])
  assert.equal(await countTraces(both), 0)
  const account = (await alice.get(`/api/v1/accounts/${alice.id}`)).json()
  assert.equal(account.followers_count, 0)
})

test('A24: of a suspended domain every activity is 403, and nothing is fetched there or sent', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const { alice, home, peer } = both
  const bob = peer.addActor('bob')
  await both.deliver(bob, followBy(bob, alice.uri))
  const note = noteTo(bob, 'before', alice)
  await both.deliver(bob, createOf(note))
  const post = await alice.publish('for all', { poll: POLL })
  await both.settle()
  await home.app.transact((tx) => blockDomain(tx, peer.host, { severity: 'suspend' }))
  await both.settle()
  const [asked, told] = [peer.requests.length, peer.received.length]
  const stored = (await both.stored()).length
  const like = likeOf(bob, post.uri)

  const answers = await answersTo(both, bob, [
    ...deedsOf(bob, post, alice),
    createOf(noteTo(bob, 'naming', alice)),
    updateOf(note, Date.now()),
    { id: `${bob.uri}#updates/1`, type: 'Update', actor: bob.uri, object: bob.document },
    deleteOf(note),
    undoOf(like),
    followBy(bob, alice.uri),
    blockBy(bob, alice.uri),
    about('Accept', bob, `${alice.uri}#follows/1`),
    about('Flag', bob, [alice.uri]),
    about('Move', bob, bob.uri),
    about('QuoteRequest', bob, post.uri),
  ])
  const stranger = peer.addActor('stranger')
  const found = [await alice.search(stranger.uri), await alice.search(stranger.handle)]
  await alice.search(bob.uri)
  const location = peer.url('/.well-known/webfinger')
  other.serve('/.well-known/webfinger', '', { status: 302, headers: { location } })
  other.serve('/moved', '', { status: 302, headers: { location: stranger.uri } })
  await alice.search(`somebody@${other.host}`)
  await alice.search(other.url('/moved'))
  await alice.publish(`hello @${bob.handle}`)
  await both.settle()

  assert.deepEqual(new Set(answers.map((answer) => answer.slice(0, 3))), new Set(['403']))
  for (const { accounts } of found) assert.deepEqual(accounts, [])
  assert.equal(peer.requests.length, asked)
  assert.ok(other.requests.length >= 2, 'it sends us on, in vain')
  assert.equal(peer.received.length, told)
  assert.partialDeepStrictEqual(await shown(alice, post.id), NOTHING)
  assert.equal((await both.stored()).length, stored + 1)
})

const idsAt = async (user: NetworkUser, path: string): Promise<string[]> =>
  (await user.get(path)).json().map(({ id }: Json) => id)

test('A20: nothing stays at the top of a timeline, or jumps there, by the time that it claims', async () => {
  await using both = await startHomeAndPeer()
  const { alice, home, peer } = both
  const bob = peer.addActor('bob')
  const bobId = await followOnPeer(home, alice, bob)
  const carol = peer.addActor('carol')
  const carolId = await followOnPeer(home, alice, carol)
  const now = Date.now()
  const at = (time: number) => ({ published: new Date(time).toISOString() })
  const tag = [{ type: 'Hashtag', name: '#clock', href: peer.url('/tags/clock') }]
  const said = (name: string, time: number) => createOf(noteBy(bob, name, { tag, ...at(time) }))

  await both.deliver(bob, said('ahead', now + 3650 * DAY))
  await both.deliver(bob, said('far ahead', 8e15))
  await both.deliver(bob, said('before', -3650 * DAY))
  const [ahead] = (await alice.home()).map(({ uri }) => uri)
  await both.deliver(carol, announceOf(carol, ahead, at(now + 3650 * DAY)))
  home.clock.now += 60_000
  const last = said('last', home.app.clock() - 1)
  const inbox = `${home.app.config.origin}/inbox`
  await peer.send(bob, last, { inbox, clockAhead: 60_000 })
  await both.settle()
  const boostsBy = `/api/v1/accounts/${carolId}/statuses`
  const [boost] = (await alice.get(boostsBy)).json()
  assert.equal(boost.reblog.uri, ahead)
  assert.ok(Date.parse(boost.created_at) <= home.app.clock() - 60_000, boost.created_at)

  const timelines = [
    '/api/v1/timelines/home',
    '/api/v1/timelines/public',
    '/api/v1/timelines/public?remote=true',
    '/api/v1/timelines/tag/clock',
    `/api/v1/accounts/${bobId}/statuses`,
  ]
  for (const path of timelines) {
    const entries = (await alice.get(path)).json()
    assert.equal(entries[0]?.uri, last.object.id, path)
    const ids = entries.map(({ id }: Json) => id)
    assert.deepEqual(ids, [...ids].sort().reverse(), path)
    for (const { created_at } of entries) {
      const time = Date.parse(created_at)
      assert.ok(time >= 0 && time <= home.app.clock(), `${created_at} in ${path}`)
    }
    const newer = path.includes('?') ? '&' : '?'
    assert.deepEqual(await idsAt(alice, `${path}${newer}min_id=${ids[0]}`), [], path)
  }
})

test('A22: of twenty votes at once one counts, whether they come by one door or many', async () => {
  await using both = await startHomeAndPeer()
  const { alice, home, peer } = both
  const bob = peer.addActor('bob')
  const bobId = await meet(home, bob)
  const posts = [
    await alice.publish('one', { poll: POLL }),
    await alice.publish('two', { poll: POLL }),
  ]
  const figures = async ({ poll }: Json) => {
    const { options, voters_count } = (await alice.get(`/api/v1/polls/${poll.id}`)).json()
    return [options[0].votes_count + options[1].votes_count, voters_count]
  }
  const [first, second] = posts
  const address = { uri: first.uri, authorUri: alice.uri }
  const inbox = `${home.app.config.origin}/inbox`

  await Promise.all(
    Array.from({ length: 20 }, (_, at) => {
      const cast = voteBy(bob, address, at % 2 === 0 ? 'yes' : 'no')
      const id = `${bob.uri}#votes/${at}`
      const activity = { ...cast, id: `${id}/activity`, object: { ...cast.object, id } }
      return peer.send(bob, activity, { inbox })
    }),
  )
  await both.settle()
  // as two processes would that have one each: nothing but the database is between them
  const racing = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) =>
      home.app.transact((tx) =>
        vote(tx, { pollId: second.poll.id, accountId: bobId, choices: [at % 2] }),
      ),
    ),
  )

  assert.deepEqual(await figures(first), [1, 1])
  assert.deepEqual(await figures(second), [1, 1])
  assert.equal(racing.filter(({ status }) => status === 'fulfilled').length, 1)
  const votes = await home.app.db.selectFrom('poll_vote').select('choice').execute()
  assert.equal(votes.length, 2)
})

test('A13 A18: an answer to a private post lets nobody see it', async () => {
  await using both = await startHomeAndPeer()
  const { alice, peer } = both
  const friend = peer.addActor('friend')
  const carol = await both.signUp('carol')
  await both.deliver(friend, followBy(friend, alice.uri))
  const post = await alice.publish('among us', { visibility: 'private' })

  const answer = noteTo(friend, 'answer', carol, { inReplyTo: post.uri, to: [PUBLIC, carol.uri] })
  await both.deliver(friend, createOf(answer))
  await both.deliver(friend, announceOf(friend, post.uri))

  const [notification] = await carol.notifications()
  assert.equal(notification.status.uri, answer.id)
  const thread = (await carol.get(`/api/v1/statuses/${notification.status.id}/context`)).json()
  assert.deepEqual(thread.ancestors, [])
  assert.equal((await carol.get(`/api/v1/statuses/${post.id}`)).statusCode, 404)
  assert.equal((await shown(alice, post.id)).reblogs_count, 0)
})

test('A11: nothing is stored under an id that is dressed up as the sender’s server', async () => {
  await using both = await startHomeAndPeer()
  const { alice, home, peer } = both
  const mallory = peer.addActor('mallory')
  await followOnPeer(home, alice, mallory)
  const path = '/users/mallory/notes/1'
  const ids = [
    `http://mallory@${peer.host}${path}`,
    `http://127.0.0.1:x@${peer.host}${path}`,
    `http://${peer.host}@elsewhere.example${path}`,
    `http://${peer.host}\\@elsewhere.example${path}`,
    `http://${peer.host}.elsewhere.example${path}`,
    `http://127.0.0.1${path}`,
    `https://${peer.host}${path}`,
    `http://${peer.host}\t${path}`,
    `http://${peer.host} ${path}`,
  ]

  for (const [at, id] of ids.entries()) {
    const activity = createOf(noteBy(mallory, 'dressed up', { id }))
    await both.deliver(mallory, { ...activity, id: `${mallory.uri}#creates/${at}` })
    assert.deepEqual(await both.stored(), [], id)
  }
})
