import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { publicPage } from '../../src/features/timelines/public.ts'
import { jobs } from '../../src/features/trends/jobs.ts'
import { reviewTrend } from '../../src/features/trends/review.ts'
import { risingLinks } from '../../src/features/trends/review-lists.ts'
import { DAY, HOUR } from '../../src/kernel/base/durations.ts'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { plansOf } from '../support/queries.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

/** A site whose pages are all in the language that their path ends with. */
async function startSite(): Promise<AsyncDisposable & { origin: string }> {
  const http = createServer((request, response) => {
    const [, name, language] = /^\/(\w+)\/(\w+)$/.exec(request.url ?? '') ?? []
    const page = `<!doctype html><html lang="${language}"><head><title>${name}</title></head></html>`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as { port: number }
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** A server at noon of some day, where nothing waits for a decision. */
async function start(): Promise<TestServer> {
  const server = await startTestServer({ egressAllow: ['127.0.0.0/8'] })
  server.clock.now = Math.ceil(server.clock.now / DAY) * DAY + 12 * HOUR
  await server.set('trends.review', false)
  return server
}

/** Lets time pass, links be looked at, and the job run. */
async function pass(server: TestServer, ms = 6 * 60_000): Promise<void> {
  server.clock.now += ms
  await server.settle()
  await jobs['trends.refresh']!.run(server.app, {}, 1)
}

async function trending(client: Pick<TestUser, 'send'>, headers: Record<string, string> = {}) {
  const reply = await client.send('GET', '/api/v1/trends/links', undefined, headers)
  const links = entityOf(reply, 'Trends::Link[]')
  return links.map((link: { title: string }) => link.title)
}

async function author(server: TestServer, name: string): Promise<TestUser> {
  const user = await server.signUp(name)
  await user.patch('/api/v1/accounts/update_credentials', { discoverable: true })
  return user
}

test('S-244 a link trends that people share or boost, each once a day, with its history', async () => {
  await using site = await startSite()
  await using server = await start()
  const [alice, bob, carol] = (await Promise.all(
    ['alice', 'bob', 'carol'].map((name) => author(server, name)),
  )) as [TestUser, TestUser, TestUser]
  const url = (name: string) => `${site.origin}/${name}/en`
  const { id } = await alice.publish(`read ${url('boosted')}#top`)
  await alice.publish(`again ${url('boosted')}`)
  await bob.post(`/api/v1/statuses/${id}/reblog`)
  for (const user of [alice, bob, carol]) await user.publish(url('shared'))
  for (const text of ['one', 'two', 'three']) {
    const lonely = await alice.publish(`${text} ${url('lonely')}`)
    await bob.post(`/api/v1/statuses/${lonely.id}/reblog`, { visibility: 'unlisted' })
  }
  const unlisted = await alice.publish(url('unlisted'), { visibility: 'unlisted' })
  for (const user of [bob, carol]) await user.post(`/api/v1/statuses/${unlisted.id}/reblog`)
  for (const visibility of ['unlisted', 'private']) {
    for (const user of [alice, bob, carol]) await user.publish(url('quiet'), { visibility })
  }
  const secret = await alice.publish(url('quiet'), { visibility: 'private' })
  await alice.post(`/api/v1/statuses/${secret.id}/reblog`)
  await setAccount(server, carol, { silenced_at: server.clock.now })
  for (const user of [alice, carol]) await user.publish(url('limited'))
  await setAccount(server, carol, { silenced_at: null })

  await pass(server)
  assert.deepEqual(await trending(server.anonymous), ['shared', 'boosted'])
  const [, boosted] = (await alice.get('/api/v1/trends/links')).json()
  assert.equal(boosted.url, url('boosted'))
  const midnight = Math.floor(server.app.clock() / DAY) * 86_400
  assert.deepEqual(boosted.history.slice(0, 2), [
    { day: String(midnight), accounts: '2', uses: '3' },
    { day: String(midnight - 86_400), accounts: '0', uses: '0' },
  ])
  await pass(server, 50 * HOUR)
  assert.deepEqual(await trending(alice), [])
})

test('S-242 S-243 links by language, and as the staff decides about them and their sites', async () => {
  await using site = await startSite()
  await using server = await start()
  const [alice, bob, carol] = (await Promise.all(
    ['alice', 'bob', 'carol'].map((name) => author(server, name)),
  )) as [TestUser, TestUser, TestUser]
  for (const user of [alice, bob, carol]) await user.publish(`${site.origin}/english/en`)
  for (const user of [alice, bob]) await user.publish(`${site.origin}/deutsch/de`)
  await pass(server)

  const one = await countQueries(server, () => alice.get('/api/v1/trends/links?limit=1'))
  const two = await countQueries(server, () => alice.get('/api/v1/trends/links'))
  assert.equal(two, one)
  assert.deepEqual(await trending(server.anonymous, { 'accept-language': 'de' }), [
    'deutsch',
    'english',
  ])
  assert.deepEqual(await trending(alice), ['english', 'deutsch'])

  await server.set('trends.review', true)
  assert.deepEqual(await trending(alice), [])
  const rising = await risingLinks(server.app, { limit: 10, offset: 0 })
  assert.deepEqual(
    rising.map(({ title, requiresReview }) => [title, requiresReview]),
    [
      ['english', true],
      ['deutsch', true],
    ],
  )
  const review = (kind: 'link' | 'provider', id: string, approve: boolean) =>
    server.app.transact((tx) => reviewTrend(tx, { kind, id }, approve))
  await review('provider', rising[0]!.provider.id, true)
  assert.deepEqual(await trending(alice), ['english', 'deutsch'])
  await review('link', rising[0]!.id, false)
  assert.deepEqual(await trending(alice), ['deutsch'])
  const reply = await alice.get(`/api/v1/timelines/link?url=${site.origin}/english/en`)
  assert.equal(reply.statusCode, 404)
})

test('S-322 the statuses of a link that trends or did, by who lets themselves be discovered', async () => {
  await using site = await startSite()
  await using server = await start()
  const [alice, bob] = [await author(server, 'alice'), await author(server, 'bob')]
  const shy = await server.signUp('shy')
  const viewer = await server.signUp('viewer')
  const url = `${site.origin}/news/en`
  const read = (query = '', client: Pick<TestUser, 'get'> = server.anonymous) =>
    client.get(`/api/v1/timelines/link?url=${encodeURIComponent(url)}${query}`)
  const ids = async (query = '', client: Pick<TestUser, 'get'> = server.anonymous) =>
    idsOf(entityOf(await read(query, client), 'Status[]'))
  const first = (await alice.publish(url, { language: 'en' })).id
  await shy.publish(url)
  assert.equal((await read()).statusCode, 404)
  const second = (await bob.publish(`see ${url}#here`, { language: 'de' })).id
  await bob.publish(url, { visibility: 'unlisted' })
  await bob.publish(`${site.origin}/other/en`)
  await pass(server)
  const third = (await alice.publish(url, { in_reply_to_id: second, language: 'fr' })).id

  assert.deepEqual(await ids(), [third, second, first])
  const page = await read('&limit=1')
  assert.deepEqual(idsOf(page.json()), [third])
  const next = await server.anonymous.get(linksOf(page).next!)
  assert.deepEqual(idsOf(next.json()), [second])
  assert.deepEqual(await ids(`&min_id=${first}&limit=1`), [second])
  assert.equal((await server.anonymous.get('/api/v1/timelines/link')).statusCode, 400)
  const unknown = await server.anonymous.get('/api/v1/timelines/link?url=https://a.example/')
  assert.equal(unknown.statusCode, 404)

  // it keeps its timeline once it trends no more
  await pass(server, 50 * HOUR)
  assert.deepEqual(await trending(alice), [])
  assert.deepEqual(await ids('', viewer), [third, second, first])
  await server.app.transact((tx) =>
    tx.db
      .updateTable('local_user')
      .set({ chosen_languages: JSON.stringify(['de', 'fr']) })
      .where('id', '=', viewer.userId)
      .execute(),
  )
  assert.deepEqual(await ids('', viewer), [third, second])
  await viewer.post(`/api/v1/accounts/${bob.id}/mute`)
  assert.deepEqual(await ids('', viewer), [third])

  // S-311
  await server.set('timelines.trending_link.local', 'authenticated')
  assert.equal((await read()).statusCode, 422)
  assert.deepEqual(await ids('', viewer), [third])
  await server.set('timelines.trending_link.local', 'disabled')
  assert.deepEqual(await ids('', viewer), [])
})

test('the timeline of a link is read from its index', { skip: !ON_SQLITE }, async () => {
  await using server = await start()
  const page = { limit: 20, maxId: null, minId: null, sinceId: null }
  const timeline = { viewerId: null, origin: null, onlyMedia: false, languages: null, tags: null }
  const [read] = await plansOf(server.app.db, () =>
    publicPage(server.app, { ...timeline, link: 'https://a.example/' }, page, 0),
  )

  const plan = read!.plan.join('\n')
  assert.match(
    plan,
    /SEARCH status_card USING COVERING INDEX status_card_url \(url=\? AND status_id>\?/,
  )
  assert.doesNotMatch(plan, /FOR ORDER BY/)
})
