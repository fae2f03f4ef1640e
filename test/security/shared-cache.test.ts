import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createMatcher, readSurface } from '../../conformance/spec/surface.ts'
import { buildPages } from '../../scripts/build-pages.js'
import type { Config } from '../../src/kernel/base/config.ts'
import { followFromPeer, meet } from '../support/acquaintances.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import type { PeerActor } from '../support/peer.ts'
import { TRIES_ALL } from '../support/rounds.ts'
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { type Exchange, isGivenTo, mayStore, shownFor } from '../support/shared-cache.ts'
import { PageClient } from '../web/page-client.ts'
import { makeThings, OWNED, type OwnedThings } from './owned-things.ts'

/** Headers that tell nothing of an answer, or of its connection only. */
const PASSING = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'])

/** Kinds of answers, by what is accepted: operations, those of the staff, pages, documents. */
const [API, STAFF, PAGES, DOCUMENTS] = [
  '*/*',
  'application/json',
  'text/html,*/*;q=0.8',
  'application/activity+json',
] as const
const ALL = [API, STAFF, PAGES, DOCUMENTS]

/** Somebody who asks: by headers, or by a signature. */
interface Viewer {
  name: string
  /** one of its kind, which is enough where the server is not open or nothing may be stored */
  isOne?: boolean
  /** what is asked for */
  of: readonly string[]
  headers: Record<string, string>
  actor?: PeerActor
}

/** Accounts, posts and other things that addresses name. */
interface World extends HomeAndPeer {
  isOpen: boolean
  things: OwnedThings
  /** of alice: public, a mention, and a reblog */
  statuses: string[]
  viewers: Viewer[]
}

async function startWorld(
  config: Partial<Config>,
  change: (home: TestServer) => Promise<void>,
  isOpen: boolean,
): Promise<World> {
  await using open = new AsyncDisposableStack()
  const both = open.use(await startHomeAndPeer(config))
  const { home, alice, peer } = both
  const friend = { domain: peer.host, created_at: home.clock.now }
  await home.app.transact(async (tx) => {
    const row = { id: tx.newId(), ...friend }
    await tx.db.insertInto('domain_allow').values(row).execute()
  })
  const actors = ['bert', 'carl', 'dora'].map((name) => peer.addActor(name))
  const [follower, blocked, stranger] = actors as [PeerActor, PeerActor, PeerActor]
  await followFromPeer(home, follower, alice)
  await meet(home, stranger)
  const [bob, carol] = [await both.signUp('bob'), await both.signUp('carol')]
  await bob.follow(alice)
  const things = await makeThings(home, alice)
  const written = [
    await alice.publish('for everybody #birds https://example.org/'),
    await alice.publish('@bob between us #birds', { visibility: 'direct' }),
  ]
  await alice.post(`/api/v1/statuses/${written[0].id}/pin`)
  await alice.post(`/api/v1/statuses/${written[0].id}/favourite`)
  await alice.post('/api/v1/featured_tags', { name: 'birds' })
  const reblog = (await alice.post(`/api/v1/statuses/${written[0].id}/reblog`)).json()
  for (const id of [carol.id, await meet(home, blocked)]) {
    await alice.post(`/api/v1/accounts/${id}/block`)
  }
  await both.settle()
  await change(home)
  const staff = await home.signUp('staff', { role: 'Owner' })
  const application = await home.tokenFor(null, 'read')
  const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` })
  const everybody = [
    { isOne: true, name: 'nobody', of: ALL, headers: {} },
    { name: 'nobody, in Arabic', of: [API, PAGES], headers: { 'accept-language': 'ar' } },
    { name: 'nobody, who chose Japanese', of: [PAGES], headers: { cookie: 'rookery_language=ja' } },
    { name: 'a made-up token', of: [API], headers: bearer('made-up') },
    { name: 'an ended session', of: [API, PAGES], headers: { cookie: 'rookery_session=ended' } },
    { isOne: true, name: 'owner', of: ALL, headers: bearer(alice.token) },
    { isOne: true, name: 'owner, in a browser', of: ALL, headers: await browserOf(home, alice) },
    { name: 'follower', of: [API], headers: bearer(bob.token) },
    { name: 'follower, in a browser', of: [PAGES], headers: await browserOf(home, bob) },
    { name: 'blocked', of: [API], headers: bearer(carol.token) },
    { isOne: true, name: 'staff', of: [API, STAFF], headers: bearer(staff.token) },
    { name: 'application', of: [API], headers: bearer(application.token) },
    { isOne: true, name: 'signed by a follower', of: [DOCUMENTS], headers: {}, actor: follower },
    { name: 'signed by a stranger', of: [DOCUMENTS], headers: {}, actor: stranger },
    { isOne: true, name: 'signed by the blocked', of: [DOCUMENTS], headers: {}, actor: blocked },
  ]
  const kept = open.move()
  return {
    ...both,
    isOpen,
    things,
    statuses: [...written, reblog].map(({ id }) => id),
    viewers: everybody.filter(({ isOne }) => isOpen || isOne),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function browserOf({ http }: TestServer, user: TestUser) {
  const browser = new PageClient(http)
  await browser.signIn(user.email, PASSWORD)
  return { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') }
}

/** Queries of some addresses, which are asked beside the address alone. */
const QUERIES: readonly (readonly [RegExp, (world: World) => string[]])[] = [
  [/^\/api\/v1\/statuses$/, ({ statuses }) => [statuses.map((id) => `id[]=${id}`).join('&')]],
  [/^\/api\/v1\/accounts$/, ({ alice }) => [`id[]=${alice.id}`]],
  [/\/accounts\/lookup$/, () => ['acct=alice']],
  [/\/accounts\/:id\/statuses$/, () => ['pinned=true', 'exclude_reblogs=true', 'only_media=true']],
  [/\/(relationships|familiar_followers)$/, ({ alice }) => [`id[]=${alice.id}`]],
  [/\/search$/, () => ['q=birds', 'q=alice', 'q=a']],
  [/\/timelines\/public$/, () => ['local=true', 'remote=true']],
  [/\/timelines\/link$/, () => ['url=https://example.org/']],
  [/webfinger$/, ({ home }) => [`resource=acct:alice@${home.app.config.domain}`]],
  [/\/(outbox|followers|following|replies|featured_collections)$/, () => ['page=true', 'page=1']],
  [/^\/tags\/:name$/, () => ['page=true']],
  [
    /\/oembed$/,
    ({ aliceUri, statuses }) =>
      statuses.map((id) => `url=${encodeURIComponent(`${aliceUri}/statuses/${id}`)}`),
  ],
]

/** It is as large as all sources, made anew by each server, and the same in every mode. */
const SOURCES = '/source.tar.gz'

/** Addresses of all GET routes but those that never end, with what the world has in their places. */
function addresses(world: World): string[] {
  const routes = world.home.http.routeList.filter(
    ({ method, config = {} }) => [method].flat().includes('GET') && config.staysOpen !== true,
  )
  const urls = new Set(routes.map(({ url }) => url))
  if (!world.isOpen) urls.delete(SOURCES)
  return [...urls].flatMap((url) => {
    const paths = pathsOf(world, url)
    const queries = QUERIES.filter(([pattern]) => pattern.test(url)).flatMap(([, of]) => of(world))
    return paths.flatMap((path) => [path, ...queries.map((query) => `${path}?${query}`)])
  })
}

function pathsOf(world: World, url: string): string[] {
  const { alice, statuses, things } = world
  const [pattern, thing] = OWNED.find(([one]) => one.test(url)) ?? []
  const [, parameter] = pattern?.exec(url) ?? []
  const isStatus = thing === 'status' || /statuses\/:id|@:username\/:id|\/contexts\//.test(url)
  const ids = isStatus
    ? [...statuses, things.status]
    : [thing === undefined ? alice.id : things[thing]]
  return ids.flatMap((id) => {
    const filled = url
      .replace(`:${parameter ?? 'id'}`, encodeURIComponent(id))
      .replace(':username', 'alice')
      .replace(/:(name|hashtag|tag)\b/, 'birds')
      .replace('/tags/:id', '/tags/birds')
      .replace(/:\w+/g, alice.id)
      .replace('*', 'media/none.png')
    const feed = /^\/(@:username|tags\/:name)$/.test(url) ? [`${filled}.rss`] : []
    return [filled, ...feed]
  })
}

/** The answer to one viewer. */
async function ask(world: World, viewer: Viewer, url: string, accept: string): Promise<Exchange> {
  const { home, peer } = world
  const { actor, name } = viewer
  const headers = { accept, ...viewer.headers }
  if (actor !== undefined) {
    const answer = await peer.get(home.app.config.origin + url, { actor, accept })
    return { url, asked: { ...headers, signature: name }, ...answer }
  }
  const answer = await home.http.inject({ url, headers: { ...headers, host: peer.host } })
  const { statusCode: status, body } = answer
  return { url, asked: headers, status, headers: answer.headers as Exchange['headers'], body }
}

/** All that differs for a reader of two answers. */
function shown({ status, headers, body }: Exchange): string {
  const kept = Object.entries(headers).filter(([name]) => !PASSING.has(name))
  return JSON.stringify([status, kept.sort(), body])
}

/** Answers of one address that a cache would give to somebody who would get another one from the server. */
function mixedUp(answers: readonly (readonly [Viewer, Exchange])[]): string[] {
  const texts = new Map(answers.map(([, answer]) => [answer, shown(answer)]))
  return answers.flatMap(([first, stored]) => {
    if (!mayStore(stored)) return []
    return answers
      .filter(([, own]) => isGivenTo(stored, own.asked) && texts.get(own) !== texts.get(stored))
      .map(([second, own]) => `${own.url}: ${second.name} gets what ${first.name} got`)
  })
}

/**
 * Asks for every address as everybody, as page and as document: as one of each kind first. Where of these no answer may
 * be stored, only `npm run test:long` asks as the others too.
 */
async function survey(world: World) {
  const found: (readonly [Viewer, Exchange])[][] = []
  for (const url of addresses(world)) {
    const answers: (readonly [Viewer, Exchange])[] = []
    const askAs = async (isAsking: (viewer: Viewer) => boolean) => {
      for (const accept of kindsOf(url)) {
        const of = world.viewers.filter((viewer) => viewer.of.includes(accept) && isAsking(viewer))
        for (const viewer of of) answers.push([viewer, await ask(world, viewer, url, accept)])
      }
    }
    await askAs(({ isOne = false }) => isOne)
    const isStored = answers.some(([, answer]) => mayStore(answer))
    if (isStored || TRIES_ALL) await askAs(({ isOne = false }) => !isOne)
    found.push(answers)
  }
  return found
}

function kindsOf(url: string): string[] {
  if (url.startsWith('/api/')) return [/\/v\d+\/admin\//.test(url) ? STAFF : API]
  return /^\/(users|ap|actor|contexts|emojis|tags|@)/.test(url) ? [PAGES, DOCUMENTS] : [PAGES]
}

/** Operations that answer GET and end, of which no answer is here. */
async function unasked(answers: readonly Exchange[]): Promise<string[]> {
  const surface = (await readSurface()).filter(({ method }) => method === 'GET')
  const operationOf = createMatcher(surface)
  const asked = new Set(answers.map(({ url }) => operationOf(`GET ${url}`)?.operation))
  return surface
    .map(({ operation }) => operation)
    .filter((operation) => !asked.has(operation) && !operation.includes('/streaming'))
}

/** Addresses of posts, some of which are for everybody. */
const OF_POSTS = /^\/(api\/v1\/(statuses|timelines)|@alice|users\/alice\/(statuses|outbox))/

const [JSON_TYPE, PAGE, FEED] = ['application/json', 'text/html', 'application/rss+xml']

/** Ways to run a server, with the types of answers with posts that may be stored. */
const MODES: readonly (readonly [
  string,
  Partial<Config>,
  (home: TestServer) => Promise<void>,
  readonly string[],
])[] = [
  ['open', {}, async () => {}, [JSON_TYPE, PAGE, FEED, DOCUMENTS]],
  ['with sign-in', {}, (home) => home.set('sign_in_required', true), [DOCUMENTS]],
  ['in secure mode', { secureMode: true }, async () => {}, [JSON_TYPE, PAGE, FEED]],
  ['in limited federation', { limitedFederationMode: true }, async () => {}, []],
]

before(() => buildPages())

for (const [mode, config, change, expected] of MODES) {
  test(`A94 a shared cache gives nobody what another one got, ${mode}`, {
    skip: ON_SQLITE ? false : 'no database is asked who may store an answer',
  }, async () => {
    await using world = await startWorld(config, change, mode === 'open')

    const found = await survey(world)
    const all = found.flat().map(([, answer]) => answer)
    const stored = all.filter(mayStore)

    assert.deepEqual(await unasked(all), world.isOpen ? [] : [`GET ${SOURCES}`])
    assert.deepEqual(found.flatMap(mixedUp), [])
    // a cookie is its browser's alone (A95)
    assert.deepEqual(
      stored.filter(({ headers }) => headers['set-cookie'] !== undefined),
      [],
    )
    const counts = stored.filter(({ headers }) => 'x-ratelimit-limit' in headers)
    assert.deepEqual(counts, [])
    // a deleted post is seen for three and a half minutes at most
    assert.deepEqual(
      stored.filter((one) => shownFor(one) > 210 && /@alice|statuses|timelines/.test(one.url)),
      [],
    )
    const open = stored.filter(({ url, status }) => status === 200 && OF_POSTS.test(url))
    const kinds = new Set(open.map(({ headers }) => headers['content-type']?.split(';', 1)[0]))
    assert.deepEqual([...kinds].sort(), expected.toSorted())
  })
}

test('A95 an answer that sets a cookie is stored by no shared cache', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { url } = await alice.publish('hello #birds')
  const browser = new PageClient(server.http)
  await browser.signIn(alice.email, PASSWORD)

  for (const path of ['/@alice.rss', '/tags/birds.rss', `${new URL(url).pathname}/embed`]) {
    const signedIn = await browser.get(path)
    assert.equal(signedIn.statusCode, 200, path)
    assert.match(String(signedIn.headers['set-cookie']), /^rookery_session=/, path)
    assert.equal(signedIn.headers['cache-control'], 'private, no-store', path)
    const stranger = await server.anonymous.get(path)
    assert.equal(stranger.headers['set-cookie'], undefined, path)
    assert.match(String(stranger.headers['cache-control']), /^public, max-age=15\b/, path)
  }
})

test('A94 a tag of what one viewer saw tells nobody that something is there', async () => {
  await using server = await startTestServer()
  const [alice, mallory] = [await server.signUp('alice'), await server.signUp('mallory')]
  const { id } = await alice.publish('for everybody')
  const path = `/api/v1/statuses/${id}`
  const { etag } = (await server.anonymous.get(path)).headers
  assert.ok(etag)
  const known = { 'if-none-match': `${etag}, *` }
  assert.equal((await server.anonymous.send('GET', path, undefined, known)).statusCode, 304)
  await alice.post(`/api/v1/accounts/${mallory.id}/block`)

  const blocked = await mallory.send('GET', path, undefined, known)
  assert.equal(blocked.statusCode, 404)
  const owner = await alice.send('GET', path, undefined, known)
  assert.equal(owner.statusCode, 200)
  assert.equal(owner.headers.etag, undefined)
  await alice.delete(path)
  const gone = await server.anonymous.send('GET', path, undefined, known)
  assert.equal(gone.statusCode, 404)
})
