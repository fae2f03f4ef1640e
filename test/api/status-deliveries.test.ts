import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../src/kernel/activitypub/delivery/prune.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { peerHost, queue, startInboxes } from '../support/deliveries.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const HERE = { egressAllow: ['127.0.0.0/8'] }

const pathOf = (status: { id: string }) => `/api/rookery/v1/statuses/${status.id}/deliveries`

function send({ app }: TestServer, senderId: string, statusId: string, inboxes: string[]) {
  return queue(app, 1, { senderId, statusId, inboxes })
}

test('the author sees what became of each delivery, and of all of them', async () => {
  await using server = await startTestServer(HERE)
  await using hosts = await startInboxes(3)
  const [accepting, refusing, failing] = hosts.all
  refusing!.reply = { status: 403 }
  failing!.reply = { status: 503 }
  const alice = await server.signUp('alice')
  const [status, other] = [await alice.publish('to others'), await alice.publish('to nobody')]
  const uris = hosts.all.map(({ uri }) => uri)
  await send(server, alice.id, status.id, uris)
  await server.settle()

  const response = await alice.get(pathOf(status))

  assert.equal(response.statusCode, 200, response.body)
  const { deliveries, ...counts } = response.json()
  assert.deepEqual(counts, { accepted: 1, waiting: 1, failed: 1 })
  const { next_try_at } = await peerHost(server.app, failing!.host)
  const known = { activity: 'Create', attempts: 1, next_at: null }
  assert.partialDeepStrictEqual(deliveries, [
    {
      ...known,
      host: failing!.host,
      state: 'waiting',
      last_status: 503,
      last_error: 'HTTP 503',
      next_at: new Date(next_try_at!).toISOString(),
    },
    { ...known, host: refusing!.host, state: 'failed', last_status: 403, last_error: 'HTTP 403' },
    { ...known, host: accepting!.host, state: 'accepted', last_status: 202, last_error: null },
  ])
  assert.match(deliveries[0].updated_at, /^\d{4}-.*Z$/)

  const nothing = await alice.get(pathOf(other))
  assert.equal(nothing.statusCode, 200, nothing.body)
  assert.deepEqual(nothing.json(), { accepted: 0, waiting: 0, failed: 0, deliveries: [] })
})

test('besides the author only those who look after federation may ask', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('to myself', { visibility: 'private' })
  const bob = await server.signUp('bob')
  const [admin, owner, moderator] = [
    await server.signUp('admin', { role: 'Admin' }),
    await server.signUp('owner', { role: 'Owner' }),
    await server.signUp('moderator', { role: 'Moderator' }),
  ]
  const missing = await alice.get(pathOf({ id: '1' }))
  const answers = async (user: typeof server.anonymous) => {
    const response = await user.get(pathOf({ id }))
    if (response.statusCode === 404) assert.equal(response.body, missing.body)
    return response.statusCode
  }

  assert.equal(missing.statusCode, 404)
  assert.equal(await answers(alice), 200)
  assert.equal(await answers(admin), 200)
  assert.equal(await answers(owner), 200)
  assert.equal(await answers(moderator), 404)
  assert.equal(await answers(bob), 404)
  assert.equal(await answers(server.anonymous), 401)
  assert.equal(await answers(await server.tokenFor(alice, 'read:statuses')), 200)
  assert.equal(await answers(await server.tokenFor(alice, 'read:accounts write')), 403)
  await alice.delete(`/api/v1/statuses/${id}`)
  assert.equal(await answers(alice), 404)
  assert.equal(await answers(admin), 404)
})

test('the list is paged', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('to many')
  const hosts = Array.from({ length: 250 }, (_, at) => `host${at}.example`)
  await send(
    server,
    alice.id,
    id,
    hosts.map((host) => `https://${host}/inbox`),
  )

  const seen: string[] = []
  let next: string | undefined = `${pathOf({ id })}?limit=1000`
  const pages: number[] = []
  while (next !== undefined) {
    const response = await alice.get(next)
    assert.equal(response.statusCode, 200, response.body)
    const { deliveries, waiting } = response.json()
    assert.equal(waiting, 250)
    pages.push(deliveries.length)
    seen.push(...deliveries.map((delivery: { host: string }) => delivery.host))
    next = /<https:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(response.headers.link))?.[1]
  }

  assert.deepEqual(pages, [200, 50])
  assert.deepEqual(seen, hosts.toReversed())
})

test('what ended is told of for a week', async () => {
  await using server = await startTestServer(HERE)
  await using hosts = await startInboxes(2)
  const [accepting, failing] = hosts.all
  failing!.reply = { status: 500 }
  const alice = await server.signUp('alice')
  const [ended, waits] = [await alice.publish('ended'), await alice.publish('waits')]
  await send(server, alice.id, ended.id, [accepting!.uri])
  await send(server, alice.id, waits.id, [accepting!.uri, failing!.uri])
  await server.settle()
  const prune = () => jobs['delivery.prune']!.run(server.app, {}, 1)
  const countOf = async (status: { id: string }) =>
    (await alice.get(pathOf(status))).json().deliveries.length

  server.clock.now += 6 * DAY
  await prune()
  assert.deepEqual([await countOf(ended), await countOf(waits)], [1, 2])
  server.clock.now += 2 * DAY
  await prune()
  assert.deepEqual([await countOf(ended), await countOf(waits)], [0, 2])
  await server.settle() // its last try, after a week
  await prune()
  assert.deepEqual([await countOf(ended), await countOf(waits)], [0, 2])
  server.clock.now += 8 * DAY
  await prune()
  assert.deepEqual([await countOf(ended), await countOf(waits)], [0, 0])
  const left = await server.app.db.selectFrom('outgoing_activity').select('id').execute()
  assert.deepEqual(left, [])

  server.clock.now += 90 * DAY
  await prune()
  assert.deepEqual(await server.app.db.selectFrom('peer_host').select('host').execute(), [])
})
