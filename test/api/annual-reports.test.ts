import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityOf } from '../support/entities.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const BASE = '/api/v1/annual_reports'
const YEAR = new Date().getUTCFullYear() + 1

/** Lets it become a day of the year after this one; December is the season. */
function goTo(server: TestServer, month: number, day: number): void {
  server.clock.now = Date.UTC(YEAR, month - 1, day, 12)
}

const stateOf = async (user: TestUser, year = YEAR) =>
  (await user.get(`${BASE}/${year}/state`)).json().state

const campaign = async (server: TestServer) =>
  (await server.anonymous.get('/api/v2/instance')).json().wrapstodon

test('in December people have a report of their year made from what they did', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  goTo(server, 3, 2)
  const best = await alice.publish('spring #Birds')
  await alice.publish('more #birds')
  await alice.publish('secret #birds', { visibility: 'direct' })
  await bob.post(`/api/v1/statuses/${best.id}/reblog`)
  goTo(server, 4, 2)
  await bob.follow(alice)
  goTo(server, 12, 9)
  assert.deepEqual([await stateOf(alice), await campaign(server)], ['ineligible', null])
  goTo(server, 12, 12)
  assert.equal(await campaign(server), String(YEAR))
  assert.equal(await stateOf(alice), 'eligible')
  assert.equal(await stateOf(bob), 'ineligible', 'he said nothing')
  const nothing = await bob.post(`${BASE}/${YEAR}/generate`)
  assert.deepEqual([nothing.statusCode, nothing.json()], [200, {}])
  await server.settle()
  assert.equal((await bob.get(`${BASE}/${YEAR}`)).statusCode, 404)

  const ordered = await alice.post(`${BASE}/${YEAR}/generate`)
  assert.deepEqual([ordered.statusCode, ordered.json()], [202, {}])
  assert.equal(await stateOf(alice), 'generating')
  assert.equal((await alice.get(`${BASE}/${YEAR}`)).statusCode, 404)
  assert.equal((await alice.post(`${BASE}/${YEAR}/generate`)).statusCode, 202)
  await server.settle()
  assert.equal(await stateOf(alice), 'available')
  assert.equal((await alice.post(`${BASE}/${YEAR}/generate`)).statusCode, 200)

  const { annual_reports: reports, accounts, statuses } = (await alice.get(BASE)).json()
  const [report] = reports
  assert.deepEqual(
    [reports.length, report.year, report.schema_version, report.account_id],
    [1, YEAR, 2, alice.id],
  )
  assert.deepEqual(report.data.top_statuses, {
    by_reblogs: best.id,
    by_replies: null,
    by_favourites: null,
  })
  assert.equal(report.data.archetype, 'lurker')
  assert.deepEqual(report.data.top_hashtags, [{ name: 'Birds', count: 3 }])
  assert.deepEqual(report.data.time_series.slice(1, 4), [
    { month: 2, statuses: 0, followers: 0 },
    { month: 3, statuses: 3, followers: 0 },
    { month: 4, statuses: 0, followers: 1 },
  ])
  assert.deepEqual([accounts[0].id, statuses[0].id], [alice.id, best.id])
  const [told] = entityOf(await alice.get('/api/v1/notifications'), 'Notification[]')
  assert.deepEqual([told.type, told.annual_report], ['annual_report', { year: String(YEAR) }])

  assert.equal((await bob.get(`${BASE}/${YEAR}`)).statusCode, 404)
  assert.equal((await alice.post(`${BASE}/${YEAR}/read`)).statusCode, 200)
  assert.deepEqual((await alice.get(BASE)).json().annual_reports, [])
  assert.equal((await alice.get(`${BASE}/${YEAR}`)).json().annual_reports.length, 1)
  const reading = await server.tokenFor(alice, 'read')
  assert.equal((await reading.post(`${BASE}/${YEAR}/generate`)).statusCode, 403)

  await server.set('annual_reports', 'never')
  assert.deepEqual([await campaign(server), await stateOf(alice, YEAR + 1)], [null, 'ineligible'])
  assert.equal(await stateOf(alice), 'available')
})
