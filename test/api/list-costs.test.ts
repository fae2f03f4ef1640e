import assert from 'node:assert/strict'
import { test } from 'node:test'
import { warnAccount } from '../../src/features/moderation/warn-account.ts'
import { sections } from '../../src/features/reference/operations/all.ts'
import { countQueries } from '../support/count-queries.ts'
import { layoutOf, SMALL } from '../support/large/layout.ts'
import { listRequests } from '../support/large/requests.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

/** Lists that do not grow in this test: each has a test of its own, or does not consist of rows. */
const NOT_GROWING = [
  'GET /api/rookery/v1/account/aliases',
  'GET /api/rookery/v1/archives',
  'GET /api/rookery/v1/imports',
  'GET /api/rookery/v1/push_subscriptions',
  'GET /api/rookery/v1/starter_collections',
  'GET /api/v1/accounts/:id/identity_proofs',
  'GET /api/v1/announcements',
  'GET /api/v1/custom_emojis',
  'GET /api/v1/domain_blocks',
  'GET /api/v1/peers/search',
  'GET /api/v1/suggestions',
  'GET /api/v2/suggestions',
  'GET /api/v1/trends',
  'GET /api/v1/trends/links',
  'GET /api/v1/trends/statuses',
  'GET /api/v1/trends/tags',
  /^GET \/api\/v1\/instance\//,
]

/** Shows boosts when what they boost is far enough back, and then asks for that. */
const WITH_BOOSTS = 'GET /api/v1/timelines/home'
/** Only of links that trend; it has a test of its own. */
const LINK = 'GET /api/v1/timelines/link'
/** Of a browser, not of a token; bounded by its cookie. */
const BROWSER = 'GET /api/rookery/v1/browser_accounts'
/** Of a provider, which most servers have none of; the database holds nothing of it. */
const GIFS = 'GET /api/rookery/v1/gifs'
/** Others reply with lists among other things. */
const HOLDING_LISTS = ['Context', 'Search', 'GroupedNotificationsResults']

interface World {
  server: TestServer
  alice: TestUser
  /** locked, and wants to meet nobody */
  hermit: TestUser
  statusId: string
  listId: string
  filterId: string
  people: TestUser[]
  /** of everybody's posts */
  statusIds: string[]
}

test('no list costs more queries for ten than for two, whichever it is', async () => {
  await using server = await startTestServer()
  const world = await makeWorld(server)
  const routes = listRoutes()
  assert.ok(routes.length > 40)
  await addPeople(world, 2)
  const few = await costsOf(world, routes)

  await addPeople(world, 10)
  const many = await costsOf(world, routes)

  const dearer = routes.filter((route) => {
    const allowed = few.get(route)!.queries + (route === WITH_BOOSTS ? 1 : 0)
    return many.get(route)!.queries > allowed
  })
  assert.deepEqual(
    dearer.map((route) => `${route}: ${few.get(route)?.queries}, then ${many.get(route)?.queries}`),
    [],
  )
  const alike = routes.filter((route) => many.get(route)!.length <= few.get(route)!.length)
  const unexpected = alike.filter((route) => !NOT_GROWING.some((one) => matches(one, route)))
  assert.deepEqual(unexpected, [], 'these lists did not grow, so nothing was measured')
})

/** Everything that answers with a list, as the reference of the interface says. */
function listRoutes(): string[] {
  return sections.flatMap(({ operations }) =>
    Object.entries(operations)
      // those of the staff: admin-list-costs.test.ts
      .filter(([name]) => name.startsWith('GET /api/') && !name.includes('/admin/'))
      .filter(([name]) => ![LINK, BROWSER, GIFS].includes(name))
      .filter(([, [, reply]]) => isList(reply))
      .map(([name]) => name),
  )
}

const isList = (reply: string) => reply.endsWith('[]') || HOLDING_LISTS.includes(reply)

const matches = (one: string | RegExp, route: string) =>
  typeof one === 'string' ? one === route : one.test(route)

async function makeWorld(server: TestServer): Promise<World> {
  await server.set('domain_blocks_shown', 'everybody')
  const alice = await server.signUp('alice')
  const hermit = await server.signUp('hermit')
  await hermit.patch('/api/v1/accounts/update_credentials', { locked: true })
  await alice.patch('/api/v1/accounts/update_credentials', { discoverable: true, indexable: true })
  await alice.patch('/api/v2/notifications/policy', { for_private_mentions: 'accept' })
  await hermit.patch('/api/v2/notifications/policy', { for_not_following: 'filter' })
  const { id: statusId } = await alice.publish('hello #birds')
  const { id: listId } = (await alice.post('/api/v1/lists', { title: 'all' })).json()
  const filter = { title: 'none', context: ['home'] }
  const { id: filterId } = (await alice.post('/api/v2/filters', filter)).json()
  return { server, alice, hermit, statusId, listId, filterId, people: [], statusIds: [] }
}

/** Adds people until there are so many; each does everything once. */
async function addPeople(world: World, count: number): Promise<void> {
  const { server, people } = world
  for (let at = people.length; at < count; at++) {
    const person = await server.signUp(`person${at}`)
    people.push(person)
    await meet(world, person)
    await write(world, person, at)
    await keep(world, person, at)
  }
  await server.settle()
}

async function meet({ alice, hermit, listId, people }: World, person: TestUser): Promise<void> {
  await person.patch('/api/v1/accounts/update_credentials', { discoverable: true, indexable: true })
  await person.follow(alice)
  await alice.follow(person)
  await person.follow(hermit)
  for (const other of people.slice(0, -1)) await person.follow(other)
  await done(alice, `/api/v1/lists/${listId}/accounts`, { account_ids: [person.id] })
  await done(alice, `/api/v1/accounts/${person.id}/endorse`)
  await done(hermit, `/api/v1/accounts/${person.id}/mute`, { notifications: false })
}

async function write(world: World, person: TestUser, at: number): Promise<void> {
  const { alice, statusId, statusIds } = world
  const { id } = await person.publish(`number ${at} #birds`)
  statusIds.push(id)
  for (const action of ['favourite', 'reblog', 'bookmark']) {
    await done(person, `/api/v1/statuses/${statusId}/${action}`)
    await done(alice, `/api/v1/statuses/${id}/${action}`)
  }
  const reaction = `/api/v1/pleroma/statuses/${statusId}/reactions/${encodeURIComponent('👍')}`
  assert.equal((await person.put(reaction)).statusCode, 200)
  await person.publish('@alice a reply', { in_reply_to_id: statusId })
  await person.publish('@alice between us', { visibility: 'direct' })
  await person.publish('@hermit hello')
  await person.publish('a quote', { quoted_status_id: statusId })
  await alice.publish(`later ${at}`, { scheduled_at: `2100-01-${10 + at}T00:00:00Z` })
  const edited = { status: `hello #birds ${at}` }
  assert.equal((await alice.put(`/api/v1/statuses/${statusId}`, edited)).statusCode, 200)
}

async function keep(world: World, person: TestUser, at: number): Promise<void> {
  const { server, alice, hermit, filterId, statusIds } = world
  await done(alice, '/api/v1/featured_tags', { name: `feature${at}` })
  await done(alice, `/api/v1/tags/follow${at}/follow`)
  await alice.publish(`#suggested${at}`)
  await done(alice, `/api/v2/filters/${filterId}/keywords`, { keyword: `never${at}` })
  await done(alice, `/api/v2/filters/${filterId}/statuses`, { status_id: statusIds.at(-1) })
  await done(alice, '/api/v2/filters', { title: `f${at}`, context: ['home'] })
  await done(alice, '/api/v1/lists', { title: `l${at}` })
  await done(alice, '/api/rookery/v1/invites')
  await done(alice, '/api/rookery/v1/drafts', {
    posts: [{ text: `begun ${at}` }],
    in_reply_to_id: statusIds.at(-1),
  })
  const blocked = await server.signUp(`blocked${at}`)
  await done(hermit, `/api/v1/accounts/${blocked.id}/block`)
  const ofPerson = (await alice.post('/api/v1/lists', { title: `for ${at}` })).json().id
  await done(alice, `/api/v1/lists/${ofPerson}/accounts`, { account_ids: [world.people[0]!.id] })
  assert.ok(person.id)
  await server.app.transact((tx) =>
    warnAccount(tx, { targetId: alice.id, action: 'none', text: `warning ${at}` }),
  )
}

async function done(user: TestUser, path: string, body?: Record<string, unknown>): Promise<void> {
  const { statusCode, body: text } = await user.post(path, body)
  assert.equal(statusCode, 200, `${path}: ${text}`)
}

interface Cost {
  queries: number
  length: number
}

async function costsOf(world: World, routes: readonly string[]): Promise<Map<string, Cost>> {
  const { server } = world
  const found = new Map<string, Cost>()
  for (const route of routes) {
    const { user, path } = await requestOf(world, route)
    let length = 0
    const queries = await countQueries(server, async () => {
      // nothing is kept from before, as after a restart
      server.app.fragments.nextEpoch()
      const response = await user.get(path)
      assert.ok([200, 206].includes(response.statusCode), `${path}: ${response.body}`)
      length = response.body.length
    })
    found.set(route, { queries, length })
  }
  return found
}

/** The user and the query with which a list is long. */
async function requestOf(world: World, route: string): Promise<{ user: TestUser; path: string }> {
  const { alice, hermit, statusId, listId, filterId, people, statusIds } = world
  const [first] = people as [TestUser]
  const ids = people.map((person) => `id[]=${person.id}`).join('&')
  const queries: Record<string, string> = {
    '/api/v1/accounts': ids,
    '/api/v1/accounts/relationships': ids,
    '/api/v1/accounts/familiar_followers': ids,
    '/api/v1/accounts/search': 'q=person',
    '/api/v1/statuses': statusIds.map((id) => `id[]=${id}`).join('&'),
    '/api/v1/peers/search': 'q=a',
    '/api/v2/search': 'q=number',
  }
  const url = route.replace('GET ', '')
  const ofHermit = ['follow_requests', 'blocks', 'mutes', 'notifications/requests']
  const user = ofHermit.some((name) => url.endsWith(`/v1/${name}`)) ? hermit : alice
  const subject = url.endsWith('/accounts/:id/lists') ? first.id : alice.id
  const path = url
    .replace('/accounts/:id', `/accounts/${subject}`)
    .replace('/statuses/:id', `/statuses/${statusId}`)
    .replace('/lists/:id', `/lists/${listId}`)
    .replace(':list_id', listId)
    .replace(':filter_id', filterId)
    .replace(':hashtag', 'birds')
    .replace(':emoji', encodeURIComponent('👍'))
    .replace(':group_key', url.includes(':group_key') ? await groupOf(alice) : '')
  return { user, path: queries[url] === undefined ? path : `${path}?${queries[url]}` }
}

test('every filter of a list has a value with which test/long/lists.test.ts asks for it', async () => {
  await using server = await startTestServer()

  assert.ok((await listRequests(server, SMALL, layoutOf(SMALL))).length > 1_000)
})

async function groupOf(alice: TestUser): Promise<string> {
  const { notification_groups: groups } = (
    await alice.get('/api/v2/notifications?types[]=favourite')
  ).json()
  return groups[0].group_key
}
