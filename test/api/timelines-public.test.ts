import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { insertRemoteStatus } from '../support/remote-status.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const PUBLIC = '/api/v1/timelines/public'
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

async function timeline(viewer: { get: TestUser['get'] }, query = ''): Promise<string[]> {
  return idsOf(entityOf(await viewer.get(PUBLIC + query), 'Status[]'))
}

async function chooseLanguages({ app }: TestServer, user: TestUser, languages: string[] | null) {
  await app.transact(async (tx) => {
    const chosen = (languages === null ? null : JSON.stringify(languages)) as string
    await tx.db
      .updateTable('local_user')
      .set({ chosen_languages: chosen })
      .where('id', '=', user.userId)
      .execute()
  })
}

test('S-323 public statuses of all, newest first: no other visibility, no reblogs, no replies to others', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const root = (await alice.publish('root')).id
  for (const visibility of ['unlisted', 'private', 'direct']) {
    await alice.publish('@bob x', { visibility })
  }
  const own = (await alice.publish('own', { in_reply_to_id: root })).id
  const toBob = (await bob.publish('reply', { in_reply_to_id: root })).id
  await bob.publish('more', { in_reply_to_id: toBob })
  await bob.post(`/api/v1/statuses/${root}/reblog`)
  const last = (await bob.publish('last')).id

  for (const viewer of [alice, bob, server.anonymous]) {
    assert.deepEqual(await timeline(viewer), [last, own, root])
  }
})

test('S-323 local and remote statuses; both flags at once are all there is', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const here = (await alice.publish('here')).id
  const there = await insertRemoteStatus(server.app, { tag: 'x' })

  for (const viewer of [alice, server.anonymous]) {
    assert.deepEqual(await timeline(viewer), [there, here])
    assert.deepEqual(await timeline(viewer, '?local=true'), [here])
    assert.deepEqual(await timeline(viewer, '?remote=1'), [there])
    assert.deepEqual(await timeline(viewer, '?local=true&remote=true'), [there, here])
    assert.deepEqual(await timeline(viewer, '?local=false'), [there, here])
  }
})

test('S-323 only_media', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const media = (await alice.post('/api/v2/media', { file: PIXEL })).json().id
  const { id } = await alice.publish('', { media_ids: [media] })
  await alice.publish('none')

  assert.deepEqual(await timeline(alice, '?only_media=true'), [id])
  assert.deepEqual(await timeline(server.anonymous, '?only_media=true&local=true'), [id])
})

test('S-323 silenced authors are left out for all, blocked, blocking and muted ones for the user', async () => {
  await using server = await startTestServer()
  const bob = await server.signUp('bob')
  const users: Record<string, TestUser> = {}
  const ids: Record<string, string> = {}
  for (const name of ['blocked', 'muted', 'blocking', 'silenced', 'fine']) {
    users[name] = await server.signUp(name)
    ids[name] = (await users[name].publish(name)).id
  }
  await bob.follow(users.silenced!)
  await setAccount(server, users.silenced!, { silenced_at: 1 })
  await bob.post(`/api/v1/accounts/${users.blocked!.id}/block`)
  await bob.post(`/api/v1/accounts/${users.muted!.id}/mute`, { duration: 60 })
  await users.blocking!.post(`/api/v1/accounts/${bob.id}/block`)

  assert.deepEqual(await timeline(bob), [ids.fine])
  const others = [ids.fine, ids.blocking, ids.muted, ids.blocked]
  assert.deepEqual(await timeline(server.anonymous), others)
  server.clock.now += 60_000
  assert.deepEqual(await timeline(bob), [ids.fine, ids.muted])
})

test('S-322 languages chosen in the settings count, nothing else does', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const publish = async (language: string) => (await alice.publish('x', { language })).id as string
  const [de, en, fr] = [await publish('de'), await publish('en'), await publish('fr')]

  assert.deepEqual(await timeline(bob), [fr, en, de])
  await chooseLanguages(server, bob, ['de', 'fr'])
  assert.deepEqual(await timeline(bob), [fr, de])
  await chooseLanguages(server, bob, [])
  assert.deepEqual(await timeline(bob), [fr, en, de])
  const german = await server.anonymous.send('GET', PUBLIC, undefined, { 'accept-language': 'de' })
  assert.equal(german.json().length, 3)
})

test('S-037 S-038 S-039 S-040 pages keep the filters and have both links', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (let at = 0; at < 5; at++) ids.unshift((await alice.publish(`${at}`)).id)

  const first = await server.anonymous.get(`${PUBLIC}?limit=2&local=true&bogus=1`)
  const { next, prev } = linksOf(first)
  assert.deepEqual(idsOf(first.json()), ids.slice(0, 2))
  assert.equal(
    next,
    `${PUBLIC}?local=true&limit=2&max_id=${ids[1]}`.replace(
      'local=true&limit=2',
      'limit=2&local=true',
    ),
  )
  assert.equal(prev, `${PUBLIC}?limit=2&local=true&min_id=${ids[0]}`)
  const second = await server.anonymous.get(next!)
  assert.deepEqual(idsOf(second.json()), ids.slice(2, 4))
  const back = await server.anonymous.get(linksOf(second).prev!)
  assert.deepEqual(idsOf(back.json()), ids.slice(0, 2))
  assert.ok(linksOf(await server.anonymous.get(linksOf(second).next!)).next)
  assert.equal((await server.anonymous.get(`${PUBLIC}?limit=100`)).json().length, 5)
})

test('S-311 a feed that is not public is 422 for anonymous callers and open to users', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const here = (await alice.publish('here #x')).id
  const there = await insertRemoteStatus(server.app, { tag: 'x' })
  const feeds = [
    ['live', PUBLIC],
    ['hashtag', '/api/v1/timelines/tag/x'],
  ] as const

  for (const [feed, path] of feeds) {
    await server.set(`timelines.${feed}.remote`, 'authenticated')
    for (const query of ['', '?remote=true']) {
      const refused = await server.anonymous.get(path + query)
      assert.equal(refused.statusCode, 422, path + query)
      assert.equal(typeof refused.json().error, 'string')
    }
    const local = await server.anonymous.get(`${path}?local=true`)
    assert.deepEqual(idsOf(entityOf(local, 'Status[]')), [here])
    assert.deepEqual(idsOf((await alice.get(path)).json()), [there, here])
  }
})

test('S-311 a feed that is switched off is empty but for who may view feeds', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const owner = await server.signUp('owner', { role: 'Owner' })
  const here = (await alice.publish('here')).id
  const there = await insertRemoteStatus(server.app, { tag: 'x' })

  await server.set('timelines.live.remote', 'disabled')
  assert.deepEqual(await timeline(alice), [here])
  assert.deepEqual(await timeline(alice, '?remote=true'), [])
  assert.deepEqual(await timeline(owner), [there, here])
  await server.set('timelines.live.local', 'disabled')
  assert.deepEqual(await timeline(alice), [])
  assert.deepEqual(await timeline(owner), [there, here])
  assert.equal((await server.anonymous.get(PUBLIC)).statusCode, 422)
})

test('S-015 S-019 anonymous pages tell of no viewer and may be kept, those of users may not', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.publish('hello')

  const anonymous = await server.anonymous.get(PUBLIC)
  const own = await alice.get(PUBLIC)

  assert.match(String(anonymous.headers['cache-control']), /^public, max-age=15/)
  assert.equal(own.headers['cache-control'], 'private, no-store')
  assert.equal('favourited' in anonymous.json()[0], false)
  assert.equal(own.json()[0].favourited, false)
})

test('a page of the public timeline costs as many queries for twenty as for two', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const publish = async (count: number) => {
    for (let at = 0; at < count; at++) await alice.publish(`#tag${at} @alice`)
  }
  const cost = async (viewer: { get: TestUser['get'] }, length: number) => {
    return countQueries(server, async () => {
      server.app.fragments.nextEpoch()
      assert.equal((await timeline(viewer, `?limit=${length}`)).length, length)
    })
  }
  await publish(2)
  const few = [await cost(alice, 2), await cost(server.anonymous, 2)]

  await publish(18)

  assert.ok(few.every((queries) => queries > 2))
  assert.deepEqual([await cost(alice, 20), await cost(server.anonymous, 20)], few)
})

test('A71 behind many statuses of somebody who is blocked a page finds those of others, in either direction', async () => {
  await using server = await startTestServer()
  const [alice, bob, carol] = [
    await server.signUp('alice'),
    await server.signUp('bob'),
    await server.signUp('carol'),
  ]
  const first = await carol.publish('first')
  for (let at = 0; at < 60; at++) await bob.publish(`number ${at}`)
  const last = await carol.publish('last')
  assert.equal((await alice.post(`/api/v1/accounts/${bob.id}/block`)).statusCode, 200)

  assert.deepEqual(await timeline(alice), [last.id, first.id])
  assert.deepEqual(await timeline(alice, '?limit=1&min_id=1'), [first.id])
  assert.deepEqual(await timeline(alice, `?min_id=${first.id}`), [last.id])
  assert.deepEqual(await timeline(alice, `?max_id=${last.id}`), [first.id])
})
