import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../src/features/trends/jobs.ts'
import { reviewTrend } from '../../src/features/trends/review.ts'
import { risingStatuses, risingTags } from '../../src/features/trends/review-lists.ts'
import { DAY, HOUR } from '../../src/kernel/base/durations.ts'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const ALL = { limit: 40, offset: 0 }

type Client = Pick<TestUser, 'get' | 'send'>

/** A server at noon of some day. */
async function start(review = false): Promise<TestServer> {
  const server = await startTestServer()
  server.clock.now = Math.ceil(server.clock.now / DAY) * DAY + 12 * HOUR
  if (!review) await server.set('trends.review', false)
  return server
}

/** Lets time pass, and the job run. */
async function pass(server: TestServer, ms = 6 * 60_000): Promise<void> {
  server.clock.now += ms
  await jobs['trends.refresh']!.run(server.app, {}, 1)
}

async function trendingTags(client: Client, query = '') {
  const tags = entityOf(await client.get(`/api/v1/trends/tags${query}`), 'Tag[]')
  return tags.map((tag: { name: string }) => tag.name)
}

async function trendingStatuses(client: Client, query = '', headers = {}) {
  const reply = await client.send('GET', `/api/v1/trends/statuses${query}`, undefined, headers)
  return idsOf(entityOf(reply, 'Status[]'))
}

/** Somebody who lets themselves be discovered. */
async function author(server: TestServer, name: string): Promise<TestUser> {
  const user = await server.signUp(name)
  await user.patch('/api/v1/accounts/update_credentials', { discoverable: true })
  return user
}

async function mark(users: TestUser[], id: string): Promise<void> {
  for (const user of users) await user.post(`/api/v1/statuses/${id}/favourite`)
}

test('S-240 a tag trends that more people use than the day before, until that is usual', async () => {
  await using server = await start()
  const [alice, bob, carol, dora] = (await Promise.all(
    ['alice', 'bob', 'carol', 'dora'].map((name) => server.signUp(name)),
  )) as [TestUser, TestUser, TestUser, TestUser]
  for (const user of [alice, bob]) await user.publish('#Rain')
  for (const text of ['#solo 1', '#solo 2', '#solo 3']) await alice.publish(text)
  await alice.publish('#secret', { visibility: 'unlisted' })
  await bob.publish('#secret', { visibility: 'private' })
  for (const user of [alice, bob, carol]) await user.publish('#storm')

  await pass(server)
  assert.deepEqual(await trendingTags(server.anonymous), ['storm', 'Rain'])
  const [storm] = (await alice.get('/api/v1/trends/tags')).json()
  assert.deepEqual([storm.history[0].uses, storm.history[0].accounts], ['3', '3'])
  assert.equal(storm.following, false)
  assert.deepEqual(await trendingTags(server.anonymous, '?limit=1&offset=1'), ['Rain'])

  // as many as the day before is nothing new; once more of them use it, it is
  await pass(server, DAY)
  assert.deepEqual(await trendingTags(alice), [])
  for (const user of [alice, bob]) await user.publish('#rain')
  await pass(server)
  assert.deepEqual(await trendingTags(alice), [])
  for (const user of [carol, dora]) await user.publish('#rain')
  await pass(server)
  assert.deepEqual(await trendingTags(alice), ['Rain'])

  // it halves every four hours, and what limited accounts use does not count
  await setAccount(server, carol, { silenced_at: server.clock.now })
  for (const user of [alice, carol]) await user.publish('#spam')
  await pass(server, HOUR)
  assert.deepEqual(await trendingTags(alice), ['Rain'])
  await pass(server, 23 * HOUR)
  assert.deepEqual(await trendingTags(alice), [])
})

test('S-017 S-018 S-043 S-241 headers of trends', async () => {
  await using server = await start()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  for (const user of [alice, bob]) await user.publish('#one #two #three')
  await pass(server)

  for (const path of ['/api/v1/trends', '/api/v1/trends/tags']) {
    const page = await server.anonymous.get(`${path}?limit=1&offset=1`)
    assert.equal(entityOf(page, 'Tag[]').length, 1)
    assert.deepEqual(linksOf(page), {
      next: `${path}?limit=1&offset=2`,
      prev: `${path}?limit=1&offset=0`,
    })
    const deprecation = path.endsWith('tags') ? undefined : '@1648598400'
    assert.equal(page.headers.deprecation, deprecation)
    assert.equal(page.headers.vary, 'Authorization, Cookie, Accept-Language')
    const beyond = await server.anonymous.get(`${path}?offset=50`)
    assert.deepEqual(entityOf(beyond, 'Tag[]'), [])
    assert.deepEqual(linksOf(beyond), { prev: `${path}?offset=40` })
  }
  for (const kind of ['links', 'statuses']) {
    const page = await server.anonymous.get(`/api/v1/trends/${kind}?offset=1`)
    assert.equal(page.headers.vary, 'Authorization, Cookie, Accept-Language')
    assert.deepEqual(linksOf(page), { prev: `/api/v1/trends/${kind}?offset=0` })
  }
  const most = await server.anonymous.get('/api/v1/trends/tags?limit=1000')
  assert.equal(most.statusCode, 200)
})

test('S-242 what nobody approved is not shown; the staff lists, approves and rejects it', async () => {
  await using server = await start(true)
  const { app } = server
  const alice = await author(server, 'alice')
  const bob = await author(server, 'bob')
  for (const user of [alice, bob]) await user.publish('#rain')
  const { id } = await alice.publish('hello')
  await mark([alice, bob], id)
  await pass(server)

  assert.deepEqual(await trendingTags(alice), [])
  assert.deepEqual(await trendingStatuses(alice), [])
  const [tag] = await risingTags(app, ALL)
  assert.partialDeepStrictEqual(tag, { name: 'rain', trendable: null, requiresReview: true })
  assert.partialDeepStrictEqual(await risingStatuses(app, ALL), [{ id, authorId: alice.id }])
  const review = (kind: 'tag' | 'status' | 'author', subject: string, approve: boolean) =>
    app.transact((tx) => reviewTrend(tx, { kind, id: subject }, approve))
  await review('tag', tag!.id, true)
  await review('author', alice.id, true)
  assert.deepEqual(await trendingTags(alice), ['rain'])
  assert.deepEqual(await trendingStatuses(server.anonymous), [id])
  assert.equal((await risingTags(app, ALL))[0]!.requiresReview, false)

  // what is decided about one status wins, and a decision counts at once
  await review('status', id, false)
  await review('tag', tag!.id, false)
  assert.deepEqual(await trendingTags(alice), [])
  assert.deepEqual(await trendingStatuses(alice), [])
  assert.equal((await risingStatuses(app, ALL))[0]!.trendable, false)
  await review('author', alice.id, false)
  await review('status', id, true)
  assert.deepEqual(await trendingStatuses(alice), [id])
  await assert.rejects(review('tag', '117000000000000000', true), { name: 'NotFound' })
  await assert.rejects(review('status', '117000000000000000', true), { name: 'NotFound' })

  // switched off, nothing trends, whatever is approved
  await review('tag', tag!.id, true)
  await server.set('trends.enabled', false)
  for (const kind of ['tags', 'links', 'statuses']) {
    const reply = await alice.get(`/api/v1/trends/${kind}`)
    assert.deepEqual([reply.statusCode, reply.json()], [200, []])
  }
})

test('S-240 a status trends that people mark: public, not sensitive, by who is discoverable', async () => {
  await using server = await start()
  const fans = [await server.signUp('fan'), await server.signUp('fen'), await server.signUp('fin')]
  const [alice, bob, carol, dora] = (await Promise.all(
    ['alice', 'bob', 'carol', 'dora'].map((name) => author(server, name)),
  )) as [TestUser, TestUser, TestUser, TestUser]
  const shy = await server.signUp('shy')
  const publish = async (user: TestUser, more = {}, by = fans) => {
    const { id } = await user.publish('hello', more)
    await mark(by, id)
    return id
  }
  const best = await publish(alice)
  const second = await publish(bob, {}, fans.slice(1))
  const boosted = (await carol.publish('hello')).id
  for (const fan of fans.slice(1)) await fan.post(`/api/v1/statuses/${boosted}/reblog`)
  await publish(alice, {}, fans.slice(1))
  const hidden = [
    await publish(shy),
    await publish(dora, { visibility: 'unlisted' }),
    await publish(dora, { sensitive: true }),
    await publish(dora, { spoiler_text: 'x' }),
    await publish(dora, { in_reply_to_id: best }),
    await publish(dora, {}, fans.slice(2)),
  ]

  await pass(server)
  const shown = await trendingStatuses(server.anonymous)
  // one of each author
  assert.deepEqual(shown, [best, boosted, second])
  assert.equal(
    hidden.some((id) => shown.includes(id)),
    false,
  )
  assert.deepEqual(await trendingStatuses(alice, '?limit=1&offset=1'), [boosted])

  // what is not so any more drops out at once
  await carol.put(`/api/v1/statuses/${boosted}`, { status: 'hello', sensitive: true })
  assert.deepEqual(await trendingStatuses(alice), [best, second])
  await setAccount(server, bob, { silenced_at: server.clock.now })
  assert.deepEqual(await trendingStatuses(alice), [best])
  await alice.delete(`/api/v1/statuses/${best}`)
  assert.deepEqual(await trendingStatuses(bob), [])
  await setAccount(server, bob, { silenced_at: null })
  await pass(server, 18 * HOUR)
  assert.deepEqual(await trendingStatuses(alice), [])
})

test('S-243 one’s languages come first, and nobody meets whom they block or mute', async () => {
  await using server = await start()
  const names = ['alice', 'bob', 'carol'] as const
  const [alice, bob, carol] = (await Promise.all(names.map((name) => author(server, name)))) as [
    TestUser,
    TestUser,
    TestUser,
  ]
  const viewer = await server.signUp('viewer')
  const fans = [await server.signUp('fan'), await server.signUp('fen')]
  const english = (await alice.publish('hello', { language: 'en' })).id
  const german = (await bob.publish('hallo', { language: 'de' })).id
  const french = (await carol.publish('salut', { language: 'fr' })).id
  await mark([...fans, viewer, bob], french)
  await mark([...fans, viewer], german)
  await mark(fans, english)
  await pass(server)

  const spoken = (language: string) =>
    trendingStatuses(server.anonymous, '', { 'accept-language': language })
  assert.deepEqual(await spoken('de-AT, fr;q=0.5'), [german, french, english])
  assert.deepEqual(await spoken(''), [english, french, german])
  assert.deepEqual(await trendingStatuses(viewer), [english, french, german])
  await server.app.transact((tx) =>
    tx.db
      .updateTable('local_user')
      .set({ chosen_languages: JSON.stringify(['fr', 'de']) })
      .where('id', '=', viewer.userId)
      .execute(),
  )
  assert.deepEqual(await trendingStatuses(viewer), [french, german, english])
  await viewer.post(`/api/v1/accounts/${carol.id}/mute`)
  await viewer.post(`/api/v1/accounts/${bob.id}/block`)
  await alice.post(`/api/v1/accounts/${viewer.id}/block`)
  assert.deepEqual(await trendingStatuses(viewer), [])
  assert.deepEqual(await trendingStatuses(fans[0]!), [english, french, german])
})

test('a page of trends costs the same for one as for many', async () => {
  await using server = await start()
  const fans = [await server.signUp('fan'), await server.signUp('fen')]
  const more = async (number: number) => {
    const user = await author(server, `author${number}`)
    await mark(fans, (await user.publish(`#tag${number}`)).id)
    await fans[0]!.publish(`#tag${number}`)
    await pass(server)
    const cost = (kind: string) =>
      countQueries(server, () => fans[0]!.get(`/api/v1/trends/${kind}`))
    return [await cost('tags'), await cost('statuses')]
  }

  const one = await more(1)
  await more(2)
  assert.deepEqual(await more(3), one)
  assert.equal((await trendingStatuses(fans[0]!)).length, 3)
})
