import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOTIFICATION_TYPES } from '../../src/features/notifications/types.ts'
import { createIdMinter, SHORT_IDS } from '../../src/kernel/base/ids.ts'
import { PushReceiver, startPushService } from '../support/push-service.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const PATH = '/api/v1/notifications'
const GROUPS = '/api/v2/notifications'

/** A JSON number as web clients have it afterwards: in an address or a body. */
const throughNumber = (id: string | number) => String(Number(JSON.parse(String(id))))

/** Twenty notifications of alice, newest first. */
async function manyNotifications(server: TestServer) {
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  for (let at = 0; at < 20; at++) await bob.publish(`@alice hello ${at}`)
  const listed: { id: string; group_key: string }[] = (await alice.get(`${PATH}?limit=40`)).json()
  assert.equal(listed.length, 20)
  return { alice, listed, ids: listed.map(({ id }) => id) }
}

test('S-010 S-549 the id of a notification is the same after it was a JavaScript number', async () => {
  await using server = await startTestServer()
  const { alice, ids } = await manyNotifications(server)
  const { notification_groups: groups } = (await alice.get(GROUPS)).json()

  assert.deepEqual(ids.map(throughNumber), ids)
  assert.deepEqual(
    groups.map((group: { most_recent_notification_id: number }) =>
      String(group.most_recent_notification_id),
    ),
    ids,
  )
  for (const id of ids) {
    const response = await alice.get(`${PATH}/${throughNumber(id)}`)
    assert.equal(response.statusCode, 200, id)
    assert.equal(response.json().id, id)
  }
})

test('S-549 lists begin and end exactly at an id that was a number', async () => {
  await using server = await startTestServer()
  const { alice, ids } = await manyNotifications(server)
  const middle = throughNumber(ids[9]!)
  const idsOf = async (query: string): Promise<string[]> =>
    (await alice.get(`${PATH}?${query}`)).json().map(({ id }: { id: string }) => id)
  const groups = (await alice.get(`${GROUPS}?max_id=${middle}&limit=2`)).json().notification_groups

  assert.deepEqual(await idsOf(`since_id=${middle}`), ids.slice(0, 9))
  assert.deepEqual(await idsOf(`min_id=${middle}&limit=2`), ids.slice(7, 9))
  assert.deepEqual(await idsOf(`max_id=${middle}`), ids.slice(10))
  assert.deepEqual(
    groups.map((group: Record<string, string>) => [
      group.group_key,
      group.page_min_id,
      group.page_max_id,
    ]),
    ids.slice(10, 12).map((id) => [`ungrouped-${id}`, id, id]),
  )
  const { link } = (await alice.get(`${PATH}?limit=2`)).headers
  assert.match(String(link), new RegExp(`max_id=${ids[1]}>.*min_id=${ids[0]}>`))
})

test('S-549 a marker at a number counts what came after exactly that notification', async () => {
  await using server = await startTestServer()
  const { alice, ids } = await manyNotifications(server)
  for (const at of [0, 3, 17]) {
    const position = { notifications: { last_read_id: Number(ids[at]) } }

    const response = await alice.post('/api/v1/markers', position)

    assert.equal(response.statusCode, 200, response.body)
    assert.equal(response.json().notifications.last_read_id, ids[at])
    assert.deepEqual((await alice.get(`${PATH}/unread_count`)).json(), { count: at })
    assert.deepEqual((await alice.get(`${GROUPS}/unread_count`)).json(), { count: at })
  }
})

test('S-549 a number dismisses exactly that notification, alone or as a group', async () => {
  await using server = await startTestServer()
  const { alice, ids } = await manyNotifications(server)
  const [first, second] = ids.map(throughNumber)

  assert.equal((await alice.post(`${PATH}/${first}/dismiss`)).statusCode, 200)
  assert.equal((await alice.post(`${GROUPS}/ungrouped-${second}/dismiss`)).statusCode, 200)

  const left = (await alice.get(`${PATH}?limit=40`)).json()
  assert.deepEqual(
    left.map(({ id }: { id: string }) => id),
    ids.slice(2),
  )
})

test('S-549 the id in a push is found although its worker reads a number', async () => {
  await using service = await startPushService()
  await using server = await startTestServer({ egressAllow: ['127.0.0.1/32'] })
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const receiver = new PushReceiver(`${service.origin}/worker`)
  const alerts = Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, true]))
  const subscription = receiver.subscription({ standard: true })
  await alice.post('/api/v1/push/subscription', { subscription, data: { alerts } })
  for (let at = 0; at < 8; at++) await bob.publish(`@alice hello ${at}`)
  await server.settle()

  const told = service.messages.map((message) =>
    receiver.text(message, server.app.keys.vapid.publicKey),
  )

  assert.equal(told.length, 8)
  for (const text of told) {
    const { notification_id: id } = JSON.parse(text)
    const response = await alice.get(`${PATH}/${id}`)
    assert.equal(response.statusCode, 200, text)
    assert.equal(response.json().id, String(id))
  }
})

test('S-010 S-550 the id of a subscription is a number of 31 bits, another for each', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const ids: unknown[] = []
  for (const user of [alice, bob, alice]) {
    const subscription = new PushReceiver('https://push.services.mozilla.com/a').subscription({
      standard: true,
    })
    const response = await user.post('/api/v1/push/subscription', { subscription })
    assert.equal(response.statusCode, 200, response.body)
    ids.push(response.json().id)
  }

  assert.equal(new Set(ids).size, 3)
  for (const id of ids) assert.ok(Number.isInteger(id) && Number(id) < 2 ** 31, String(id))
  assert.equal((await alice.get('/api/v1/push/subscription')).json().id, ids[2])
})

test('S-549 an id from before the ids became short stands for the same moment', async () => {
  await using server = await startTestServer()
  const { alice, ids } = await manyNotifications(server)
  const old = (id: string) => String(BigInt(id) << 6n)

  assert.equal((await alice.get(`${PATH}/${old(ids[4]!)}`)).json().id, ids[4])
  const newer = (await alice.get(`${PATH}?since_id=${old(ids[4]!)}`)).json()
  assert.equal(newer.length, 4)
  assert.equal((await alice.get(`${GROUPS}/ungrouped-${old(ids[4]!)}`)).statusCode, 200)
  const marked = await alice.post('/api/v1/markers', {
    notifications: { last_read_id: old(ids[4]!) },
  })
  assert.equal(marked.json().notifications.last_read_id, ids[4])
  assert.deepEqual((await alice.get(`${PATH}?since_id=${'9'.repeat(18)}`)).json(), [])
})

test('S-010 short ids rise, differ between processes, and borrow the next millisecond', () => {
  const now = Date.UTC(2026, 10, 23)
  const minters = [0, 255].map((number) => createIdMinter({ number }, () => now, SHORT_IDS))
  const minted = minters.map((minter) => Array.from({ length: 100 }, () => minter.mint()))

  assert.equal(new Set(minted.flat()).size, 200)
  for (const ids of minted) {
    assert.deepEqual(ids.toSorted(), ids)
    for (const id of ids) assert.ok(Number(id) < 2 ** 53 && id.length === 18, id)
  }
  assert.equal(Math.floor(Number(minted[0]!.at(-1)) / 1024) - now, 24)
})

test('S-557 ids of statuses, markers and accounts may be long JSON numbers', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const json = { 'content-type': 'application/json' }
  const list = (await alice.post('/api/v1/lists', { title: 'birds' })).json()
  await alice.follow(bob)
  for (let at = 0; at < 5; at++) {
    const { id } = await bob.publish(`post ${at}`)

    const reply = await alice.post(
      '/api/v1/statuses',
      `{"status":"a reply","in_reply_to_id":${id}}`,
      json,
    )
    const marked = await alice.post('/api/v1/markers', `{"home":{"last_read_id":${id}}}`, json)

    assert.equal(reply.statusCode, 200, reply.body)
    assert.equal(reply.json().in_reply_to_id, id)
    assert.equal(marked.json().home.last_read_id, id)
  }
  const added = await alice.post(
    `/api/v1/lists/${list.id}/accounts`,
    `{"account_ids":[${bob.id}]}`,
    json,
  )
  assert.equal(added.statusCode, 200, added.body)
  const members = (await alice.get(`/api/v1/lists/${list.id}/accounts`)).json()
  assert.deepEqual(
    members.map(({ id }: { id: string }) => id),
    [bob.id],
  )
})
