import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const pathOf = (account: { id: string }) => `/api/v1/accounts/${account.id}/statuses`

async function listed(
  viewer: { get: TestUser['get'] },
  account: { id: string },
  query = '',
): Promise<string[]> {
  return idsOf(entityOf(await viewer.get(pathOf(account) + query), 'Status[]'))
}

test('S-288 each filter alone and together, for the author, a user and nobody', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const media = (await alice.post('/api/v2/media', { file: PIXEL })).json().id
  const theirs = await bob.publish('theirs')
  const plain = (await alice.publish('plain #Tag')).id
  const pictured = (await alice.publish('', { media_ids: [media] })).id
  const reply = (await alice.publish('reply', { in_reply_to_id: theirs.id })).id
  const goingOn = (await alice.publish('more', { in_reply_to_id: reply })).id
  const own = (await alice.publish('own', { in_reply_to_id: plain })).id
  const boost = (await alice.post(`/api/v1/statuses/${theirs.id}/reblog`)).json().id
  const direct = (await alice.publish('@bob #tag', { visibility: 'direct' })).id
  await alice.post(`/api/v1/statuses/${plain}/pin`)
  const all = [boost, own, goingOn, reply, pictured, plain]

  for (const viewer of [alice, bob, server.anonymous]) {
    const directs = viewer === server.anonymous ? [] : [direct]
    const list = (query: string) => listed(viewer, alice, query)
    assert.deepEqual(await list(''), [...directs, ...all])
    assert.deepEqual(await list('?exclude_direct=true'), all)
    assert.deepEqual(await list('?only_media=1'), [pictured])
    assert.deepEqual(await list('?exclude_reblogs=true'), [...directs, ...all.slice(1)])
    assert.deepEqual(await list('?exclude_replies=true'), [...directs, boost, own, pictured, plain])
    assert.deepEqual(await list('?tagged=TAG'), [...directs, plain])
    assert.deepEqual(await list('?tagged=unknown'), [])
    assert.deepEqual(await list('?pinned=true'), [plain])
    assert.deepEqual(await list('?exclude_replies=true&exclude_reblogs=true&exclude_direct=true'), [
      own,
      pictured,
      plain,
    ])
  }
})

test('S-288 anonymous callers see public and unlisted ones, followers private ones too', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await bob.follow(alice)
  const ids: string[] = []
  for (const visibility of ['direct', 'private', 'unlisted', 'public']) {
    ids.unshift((await alice.publish('x', { visibility })).id)
  }
  await alice.post(`/api/v1/statuses/${ids[2]}/pin`)

  assert.deepEqual(await listed(server.anonymous, alice), ids.slice(0, 2))
  assert.deepEqual(await listed(carol, alice), ids.slice(0, 2))
  assert.deepEqual(await listed(bob, alice), ids.slice(0, 3))
  assert.deepEqual(await listed(alice, alice), ids)
  assert.deepEqual(await listed(bob, alice, '?pinned=true'), [ids[2]])
  assert.deepEqual(await listed(carol, alice, '?pinned=true'), [])
})

test('pinned statuses come by the time of pinning, the newest pin first, and are paged so', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (let at = 0; at < 4; at++) ids.push((await alice.publish(`number ${at}`)).id)
  const wanted = [1, 3, 0, 2].map((at) => ids[at]!)
  for (const id of wanted.toReversed()) {
    server.clock.now += 1000
    assert.equal((await alice.post(`/api/v1/statuses/${id}/pin`)).statusCode, 200)
  }

  for (const viewer of [alice, server.anonymous]) {
    assert.deepEqual(await listed(viewer, alice, '?pinned=true'), wanted)
    const page = `?pinned=true&limit=2&max_id=${wanted[1]}`
    assert.deepEqual(await listed(viewer, alice, page), wanted.slice(2))
    assert.deepEqual(
      await listed(viewer, alice, `?pinned=true&min_id=${wanted[2]}`),
      wanted.slice(0, 2),
    )
  }
})

test('S-288 a blocked viewer gets nothing; reblogs of people one blocks or mutes are left out', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const muted = await server.signUp('muted')
  const blocking = await server.signUp('blocking')
  const own = (await alice.publish('own')).id
  for (const author of [muted, blocking]) {
    const { id } = await author.publish('x')
    await alice.post(`/api/v1/statuses/${id}/reblog`)
  }
  await bob.post(`/api/v1/accounts/${muted.id}/mute`)
  await blocking.post(`/api/v1/accounts/${bob.id}/block`)

  assert.deepEqual(await listed(bob, alice), [own])
  assert.deepEqual(await listed(bob, alice, '?exclude_replies=true'), [own])
  await alice.post(`/api/v1/accounts/${muted.id}/mute`)
  assert.equal((await listed(alice, alice)).length, 3, 'one’s own page is whole')
  await alice.post(`/api/v1/accounts/${bob.id}/block`)
  assert.deepEqual(await listed(bob, alice), [])
})

test('S-277 S-280 a suspended account’s list is empty, that of a pending or missing one 404', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const pending = await server.signUp('pending', { approved: false })
  await alice.publish('hello')
  await setAccount(server, alice, { suspended_at: 1 })

  assert.deepEqual(await listed(server.anonymous, alice), [])
  for (const id of [pending.id, '109999999999999999', 'nonsense']) {
    assert.equal((await server.anonymous.get(pathOf({ id }))).statusCode, 404)
  }
})

test('S-037 S-038 S-039 pages keep the filters; the next link needs a full page, prev has min_id', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (let at = 0; at < 5; at++) ids.unshift((await alice.publish(`${at} #x`)).id)
  const path = pathOf(alice)

  const query = '?limit=2&exclude_replies=true&tagged=x&unknown=1'
  const first = await server.anonymous.get(path + query)
  const { next, prev } = linksOf(first)
  const kept = new URLSearchParams(next!.split('?')[1])
  assert.deepEqual(Object.fromEntries(kept), {
    limit: '2',
    exclude_replies: 'true',
    tagged: 'x',
    max_id: ids[1],
  })
  assert.ok(prev!.includes(`min_id=${ids[0]}`))
  const second = await server.anonymous.get(next!)
  const third = await server.anonymous.get(linksOf(second).next!)
  assert.deepEqual(idsOf(second.json()), ids.slice(2, 4))
  assert.deepEqual(idsOf(third.json()), ids.slice(4))
  assert.deepEqual(Object.keys(linksOf(third)), ['prev'])
  const back = await server.anonymous.get(linksOf(third).prev!)
  assert.deepEqual(idsOf(back.json()), ids.slice(2, 4))
  const empty = await server.anonymous.get(`${path}?max_id=1`)
  assert.deepEqual([empty.body, empty.headers.link], ['[]', undefined])
  assert.deepEqual(await listed(alice, alice, '?limit=0'), [])
})

test('a page of an account’s statuses costs as many queries for twenty as for two', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const publish = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const { id } = await bob.publish(`#tag${at}`)
      await alice.post(`/api/v1/statuses/${id}/reblog`)
      await alice.publish('@bob hello')
    }
  }
  const cost = async (viewer: { get: TestUser['get'] }, length: number) => {
    return countQueries(server, async () => {
      server.app.fragments.nextEpoch()
      assert.equal((await listed(viewer, alice, `?limit=${length}`)).length, length)
    })
  }
  await publish(1)
  const few = [await cost(bob, 2), await cost(server.anonymous, 2)]

  await publish(9)

  assert.ok(few.every((queries) => queries > 3))
  assert.deepEqual([await cost(bob, 20), await cost(server.anonymous, 20)], few)
})
