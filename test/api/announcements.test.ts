import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createAnnouncement,
  deleteAnnouncement,
  type NewAnnouncement,
} from '../../src/features/announcements/announcements.ts'
import { saveEmoji } from '../../src/features/emojis/save-emoji.ts'
import { DAY, HOUR } from '../../src/kernel/base/durations.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { openSocket } from '../support/streams.ts'

const PATH = '/api/v1/announcements'
const CROW = encodeURIComponent('🐦')

async function announce(server: TestServer, more: Partial<NewAnnouncement> = {}): Promise<string> {
  const plain = { text: 'News', startsAt: null, endsAt: null, allDay: false, publishAt: null }
  const id = await server.app.transact((tx) => createAnnouncement(tx, { ...plain, ...more }))
  await server.settle()
  return id
}

async function list(user: TestUser, query = '') {
  return entityOf(await user.get(PATH + query), 'Announcement[]')
}

test('an announcement has what its text names: people, hashtags, emoji and public posts', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const picture = { original: { data: Buffer.from('p'), extension: 'png' } as const, still: null }
  await saveEmoji(server.app, { shortcode: 'rook', category: null, picture, overwrite: false })
  const post = await alice.publish('hello')
  const secret = await alice.publish('secret', { visibility: 'private' })

  const text = `@alice says <b> :rook: #News ${post.url} ${secret.url}`
  await announce(server, { text })

  const [one] = await list(alice)
  assert.match(one.content, /&lt;b&gt;/)
  assert.partialDeepStrictEqual(one, {
    starts_at: null,
    ends_at: null,
    all_day: false,
    read: false,
    mentions: [{ id: alice.id, username: 'alice', acct: 'alice' }],
    statuses: [{ id: post.id, url: post.url }],
    tags: [{ name: 'news', url: 'https://rookery.test/tags/news' }],
    emojis: [{ shortcode: 'rook' }],
    reactions: [],
  })
  assert.equal(one.statuses.length, 1, 'only what everybody may see')
  await alice.delete(`/api/v1/statuses/${post.id}`)
  assert.deepEqual((await list(alice))[0].statuses, [])
})

test('a dismissed one is read, and shown to who asks for it; others still have it', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const id = await announce(server)

  for (let time = 1; time <= 2; time++) {
    const answer = await alice.post(`${PATH}/${id}/dismiss`)
    assert.deepEqual([answer.statusCode, answer.json()], [200, {}])
  }

  assert.deepEqual(await list(alice), [])
  const [read] = await list(alice, '?with_dismissed=true')
  assert.deepEqual([read.id, read.read], [id, true])
  assert.equal((await list(bob))[0].read, false)
  assert.equal((await alice.post(`${PATH}/7/dismiss`)).statusCode, 404)
})

test('S-521 reactions: emoji and custom ones, once each, eight different ones', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const picture = { original: { data: Buffer.from('p'), extension: 'png' } as const, still: null }
  await saveEmoji(server.app, { shortcode: 'rook', category: null, picture, overwrite: false })
  const id = await announce(server)
  const react = (user: TestUser, name: string) => user.put(`${PATH}/${id}/reactions/${name}`)

  const first = await react(alice, CROW)
  assert.deepEqual([first.statusCode, first.json()], [200, {}])
  assert.equal((await react(alice, CROW)).statusCode, 422, 'again')
  assert.equal((await react(bob, CROW)).statusCode, 200)
  assert.equal((await bob.patch(`${PATH}/${id}/reactions/rook`)).statusCode, 200)
  for (const wrong of ['no_such_emoji', 'x', encodeURIComponent('🐦🐦')]) {
    assert.equal((await react(alice, wrong)).statusCode, 422, wrong)
  }

  const [{ reactions }] = await list(alice)
  assert.deepEqual(reactions[0], { name: '🐦', count: 2, me: true })
  assert.partialDeepStrictEqual(reactions[1], { name: 'rook', count: 1, me: false })
  assert.match(reactions[1].url, /^https:\/\/rookery\.test\//)

  for (const emoji of ['😀', '😁', '😂', '😃', '😄', '😅']) {
    assert.equal((await react(alice, encodeURIComponent(emoji))).statusCode, 200, emoji)
  }
  assert.equal((await react(alice, encodeURIComponent('😆'))).statusCode, 422, 'the ninth')
  assert.equal((await react(alice, 'rook')).statusCode, 200, 'one of the eight')
  const gone = await bob.delete(`${PATH}/${id}/reactions/${CROW}`)
  assert.deepEqual([gone.statusCode, gone.json()], [200, {}])
  assert.equal((await bob.delete(`${PATH}/${id}/reactions/${CROW}`)).statusCode, 404)
  assert.equal((await list(bob))[0].reactions[0].count, 1)
  assert.equal((await alice.put(`${PATH}/7/reactions/rook`)).statusCode, 404)
})

test('S-521 of twenty people who react at once with different emoji eight succeed', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const id = await announce(server)
  const emoji = [...'🍇🍈🍉🍊🍋🍌🍍🥭🍎🍏🍐🍑🍒🍓🥝🍅🥥🥑🍆🥔']

  const codes = await Promise.all(
    emoji.map(async (one) => {
      return (await alice.put(`${PATH}/${id}/reactions/${encodeURIComponent(one)}`)).statusCode
    }),
  )

  assert.equal(codes.filter((code) => code === 200).length, 8)
  assert.equal((await list(alice))[0].reactions.length, 8)
})

test('it is published at its time and shown until its end, a whole day until the next', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const noon = Math.ceil(server.clock.now / DAY) * DAY + 12 * HOUR
  server.clock.now = noon
  const later = await announce(server, { publishAt: noon + HOUR })
  const short = await announce(server, { startsAt: noon + 3 * HOUR, endsAt: noon + 4 * HOUR })
  const day = await announce(server, { startsAt: noon + HOUR, endsAt: noon + HOUR, allDay: true })
  const shown = async () => idsOf(await list(alice))

  assert.deepEqual(await shown(), [day, short])
  const [whole] = await list(alice)
  assert.deepEqual(
    [whole.all_day, whole.starts_at],
    [true, new Date(noon - 12 * HOUR).toISOString()],
  )
  assert.equal((await alice.post(`${PATH}/${later}/dismiss`)).statusCode, 404)
  server.clock.now = noon + HOUR + 1000
  await server.settle()
  assert.deepEqual(await shown(), [day, later, short])
  server.clock.now = noon + 4 * HOUR
  assert.deepEqual(await shown(), [day, later], 'over, though no job has run')
  server.clock.now = noon + 12 * HOUR + 1000
  await server.settle()
  assert.deepEqual(await shown(), [later])

  for (const wrong of [
    { text: ' ' },
    { startsAt: server.clock.now + HOUR },
    { endsAt: server.clock.now + HOUR },
    { startsAt: server.clock.now + 2 * HOUR, endsAt: server.clock.now + HOUR },
    { startsAt: server.clock.now - 2 * HOUR, endsAt: server.clock.now - HOUR },
  ]) {
    await assert.rejects(announce(server, wrong), /Validation failed/)
  }
})

test('S-468 S-469 user streams hear of it, of reactions, and of its end', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const address = await server.listen()
  const socket = await openSocket(address, { token: alice.token })
  await socket.subscribe('user')

  const id = await announce(server, { text: 'hello' })
  const told = await socket.nextPayload('announcement')
  assert.deepEqual([told.id, 'read' in told], [id, false])
  await bob.put(`${PATH}/${id}/reactions/${CROW}`)
  const expected = { name: '🐦', announcement_id: id }
  assert.deepEqual(await socket.nextPayload('announcement.reaction'), { ...expected, count: 1 })
  await bob.delete(`${PATH}/${id}/reactions/${CROW}`)
  assert.deepEqual(await socket.nextPayload('announcement.reaction'), { ...expected, count: 0 })
  await server.app.transact((tx) => deleteAnnouncement(tx, id))
  await server.settle()
  const { event, payload } = await socket.next()
  assert.deepEqual([event, payload], ['announcement.delete', id])

  const ending = await announce(server, {
    startsAt: server.app.clock(),
    endsAt: server.app.clock() + HOUR,
  })
  await socket.nextPayload('announcement')
  server.clock.now += HOUR + 1000
  await server.settle()
  assert.equal((await socket.next()).payload, ending)
})

test('S-024 S-025 any token of a user lists; dismissing and reacting need their scopes', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const id = await announce(server)
  const follower = await server.tokenFor(alice, 'follow')

  assert.equal((await follower.get(PATH)).statusCode, 200)
  assert.equal((await follower.post(`${PATH}/${id}/dismiss`)).statusCode, 403)
  assert.equal((await follower.put(`${PATH}/${id}/reactions/${CROW}`)).statusCode, 403)
  assert.equal((await server.anonymous.get(PATH)).statusCode, 401)
  assert.equal((await (await server.tokenFor(null, 'read')).get(PATH)).statusCode, 422)
  const one = await countQueries(server, () => alice.get(PATH))
  const post = await alice.publish('x')
  for (let more = 0; more < 5; more++) await announce(server, { text: `@alice ${post.url} #x` })
  await announce(server, { text: 'last' })
  const many = await countQueries(server, () => alice.get(PATH))
  assert.ok(many <= one + 2, `${one} queries for a bare one, ${many} for seven with links`)
})
