import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countQueries } from '../support/count-queries.ts'
import { assertEntity, entityOf } from '../support/entities.ts'
import { uploadPicture } from '../support/media-api.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v2/filters'
const HOME = '/api/v1/timelines/home'

async function filter(user: TestUser, ...keywords: string[]) {
  return filterWith(user, { keywords_attributes: keywords.map((keyword) => ({ keyword })) })
}

async function filterWith(user: TestUser, more: Record<string, unknown>) {
  return entityOf(await user.post(PATH, { title: 'Birds', context: ['home'], ...more }), 'Filter')
}

// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
type Entity = any

/** Filter results of a status in short: id of the filter, its keywords, its statuses. */
function matchesOf(status: Entity): [string, string[] | null, string[] | null][] {
  assert.ok(Array.isArray(status.filtered), JSON.stringify(status))
  return status.filtered.map((result: Entity) => [
    result.filter.id,
    result.keyword_matches,
    result.status_matches,
  ])
}

test('S-110 S-111 S-112 S-113 all that a status says is looked at, for every filter, whatever its context', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const crow = await filterWith(alice, {
    title: 'Crows',
    context: ['public'],
    filter_action: 'hide',
    expires_in: 3600,
    keywords_attributes: [{ keyword: 'crow' }, { keyword: 'raven' }],
  })
  const owl = await filter(alice, 'owl')
  const media_ids = [(await uploadPicture(bob, { description: 'an OWL at night' })).id]
  const poll = { options: ['a Raven', 'none'], expires_in: 3600 }
  const said = {
    content: await bob.publish('A **Crow** & two <ravens>'),
    warning: await bob.publish('nothing', { spoiler_text: 'about: Crow' }),
    poll: await bob.publish('which one?', { poll }),
    media: await bob.publish('look', { media_ids }),
    link: await bob.publish('https://example.org/a/very/long/address/of/an/owl/that/is/cut'),
    own: await alice.publish('my own owl and crow'),
    nothing: await bob.publish('scarecrows <i class="owl">'),
  }
  const seen = async (status: Entity) =>
    entityOf(await alice.get(`/api/v1/statuses/${status.id}`), 'Status')

  const shown = await seen(said.content)

  assert.deepEqual(shown.filtered, [
    {
      filter: {
        id: crow.id,
        title: 'Crows',
        context: ['public'],
        expires_at: crow.expires_at,
        filter_action: 'hide',
      },
      keyword_matches: ['Crow'],
      status_matches: null,
    },
  ])
  assert.deepEqual(matchesOf(await seen(said.warning)), [[crow.id, ['Crow'], null]])
  assert.deepEqual(matchesOf(await seen(said.poll)), [[crow.id, ['Raven'], null]])
  assert.deepEqual(matchesOf(await seen(said.media)), [[owl.id, ['OWL'], null]])
  assert.deepEqual(matchesOf(await seen(said.link)), [[owl.id, ['owl'], null]])
  assert.deepEqual(matchesOf(await seen(said.own)), [
    [crow.id, ['crow'], null],
    [owl.id, ['owl'], null],
  ])
  assert.deepEqual(matchesOf(await seen(said.nothing)), [[owl.id, ['owl'], null]])
})

test('S-110 S-114 S-115 S-116 S-117 wherever a status is shown it tells of the viewer’s filters only', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  await alice.follow(bob)
  const { id } = await filterWith(alice, {
    filter_action: 'hide',
    keywords_attributes: [{ keyword: 'crow' }],
  })
  const crow = await bob.publish('a crow #tag')
  const quoting = await bob.publish('look at this', { quoted_status_id: crow.id })
  const wrapper = (await bob.post(`/api/v1/statuses/${crow.id}/reblog`)).json()
  const reply = await bob.publish('@alice crow', { in_reply_to_id: crow.id, visibility: 'direct' })
  const matched = [[id, ['crow'], null]]

  const at = async (path: string, find: (body: Entity) => Entity, as = alice) => {
    const response = await as.get(path)
    assert.equal(response.statusCode, 200, response.body)
    const status = find(response.json())
    assertEntity('Status', status)
    return status
  }
  const called = (wanted: string) => (list: Entity[]) => list.find((one) => one.id === wanted)

  for (const [path, find] of [
    [HOME, called(crow.id)],
    ['/api/v1/timelines/public', called(crow.id)],
    ['/api/v1/timelines/tag/tag', called(crow.id)],
    [`/api/v1/accounts/${bob.id}/statuses`, called(crow.id)],
    [`/api/v1/statuses?id[]=${crow.id}`, called(crow.id)],
    [`/api/v1/statuses/${crow.id}/context`, (body: Entity) => body.descendants[0]],
    ['/api/v1/notifications', (list: Entity[]) => list[0].status],
    ['/api/v1/conversations', (list: Entity[]) => list[0].last_status],
    ['/api/v2/search?q=crow&type=statuses', (body: Entity) => called(reply.id)(body.statuses)],
    [`/api/v1/statuses/${quoting.id}`, (body: Entity) => body.quote.quoted_status],
  ] as const) {
    assert.deepEqual(matchesOf(await at(path, find)), matched, path)
  }
  assert.deepEqual(matchesOf(await at(`/api/v1/statuses/${quoting.id}`, (body) => body)), [])
  const single = await at(`/api/v1/statuses/${wrapper.id}`, (body) => body)
  assert.equal(single.reblog.id, crow.id)
  assert.deepEqual([matchesOf(single), matchesOf(single.reblog)], [matched, matched])
  const bobs = await at(`/api/v1/statuses/${crow.id}`, (body) => body, bob)
  assert.deepEqual(bobs.filtered, [])
  const anonymous = await server.anonymous.get(`/api/v1/statuses/${crow.id}`)
  assert.equal('filtered' in anonymous.json(), false)
})

test('S-107 S-114 a status is filtered by its id, a reblog by its own or its original’s', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const [crow, owl] = [await bob.publish('crow'), await bob.publish('owl')]
  const boost = async (status: Entity) =>
    (await bob.post(`/api/v1/statuses/${status.id}/reblog`)).json()
  const [ofCrow, ofOwl] = [await boost(crow), await boost(owl)]
  const { id } = await filter(alice, 'crow')
  for (const status_id of [crow.id, ofOwl.id]) {
    await alice.post(`${PATH}/${id}/statuses`, { status_id })
  }
  const seen = async (status: Entity) =>
    entityOf(await alice.get(`/api/v1/statuses/${status.id}`), 'Status')

  assert.deepEqual(matchesOf(await seen(crow)), [[id, ['crow'], [crow.id]]])
  const [shownCrow, shownOwl] = [await seen(ofCrow), await seen(ofOwl)]
  for (const one of [shownCrow, shownCrow.reblog]) {
    assert.deepEqual(matchesOf(one), [[id, ['crow'], [crow.id]]])
  }
  for (const one of [shownOwl, shownOwl.reblog]) {
    assert.deepEqual(matchesOf(one), [[id, null, [ofOwl.id]]])
  }
  assert.deepEqual(matchesOf(await seen(owl)), [])
})

test('S-095 S-117 what changes counts at once: filters, their end, the post and its poll', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const poll = { options: ['owl', 'jay'], expires_in: 3600 }
  const status = await bob.publish('a crow', { poll })
  const path = `/api/v1/statuses/${status.id}`
  const seen = async () => matchesOf((await alice.get(path)).json()).map(([, words]) => words?.[0])

  assert.deepEqual(await seen(), [])
  const { id, keywords } = await filter(alice, 'crow')
  assert.deepEqual(await seen(), ['crow'])
  await alice.put(`${PATH}/keywords/${keywords[0].id}`, { keyword: 'owl' })
  assert.deepEqual(await seen(), ['owl'])
  await bob.put(path, { status: 'an owl, no, a rook', poll: { ...poll, options: ['a', 'b'] } })
  assert.deepEqual(await seen(), ['owl'])
  await bob.put(path, { status: 'a rook', poll: { ...poll, options: ['a', 'Rook'] } })
  assert.deepEqual(await seen(), [])
  await alice.post(`${PATH}/${id}/keywords`, { keyword: 'rook' })
  assert.deepEqual(await seen(), ['rook'])
  await alice.put(`${PATH}/${id}`, { expires_in: 60 })
  assert.deepEqual(await seen(), ['rook'])
  server.clock.now += 61_000
  assert.deepEqual(await seen(), [])
  assert.equal((await alice.get(`${PATH}/${id}`)).statusCode, 200)
  await alice.put(`${PATH}/${id}`, { expires_in: '' })
  assert.deepEqual(await seen(), ['rook'])
  await alice.delete(`${PATH}/${id}`)
  assert.deepEqual(await seen(), [])
})

test('filters cost a page no query, whether there are any or not, and however many', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  await alice.follow(bob)
  for (let at = 0; at < 20; at++) await bob.publish(`crow ${at}`)
  const cost = () => countQueries(server, () => alice.get(HOME))
  const before = await cost()

  await filter(alice, 'crow')
  const withOne = await cost()
  for (let at = 0; at < 10; at++) await filter(alice, `a${at}`, `b${at}`)
  const withMany = await cost()

  assert.deepEqual([withOne, withMany], [before, before])
  const page = (await alice.get(HOME)).json()
  assert.equal(page.length, 20)
  for (const status of page) assert.equal(matchesOf(status).length, 1)
})
