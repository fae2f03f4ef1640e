import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const HOME = '/api/v1/timelines/home'

async function home(user: TestUser, query = ''): Promise<string[]> {
  return idsOf(entityOf(await user.get(HOME + query), 'Status[]'))
}

async function reblog(user: TestUser, id: string, body?: Record<string, unknown>): Promise<string> {
  return entityOf(await user.post(`/api/v1/statuses/${id}/reblog`, body), 'Status').id
}

const relate = (user: TestUser, verb: string, target: TestUser, body?: Record<string, unknown>) =>
  user.post(`/api/v1/accounts/${target.id}/${verb}`, body)

test('S-320 home holds one’s own statuses and those of whom one follows, newest first', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const stranger = await server.signUp('stranger')
  await bob.follow(alice)
  const ids: string[] = []
  for (const visibility of ['public', 'unlisted', 'private']) {
    ids.push((await alice.publish('x', { visibility })).id)
  }
  await alice.publish('to nobody', { visibility: 'direct' })
  ids.push((await alice.publish('@bob psst', { visibility: 'direct' })).id)
  ids.push((await bob.publish('own', { visibility: 'direct' })).id)
  await stranger.publish('@bob hello')

  assert.deepEqual(await home(bob), ids.toReversed())
  assert.equal((await home(alice)).length, 5)
})

test('S-320 replies come home if they answer their author, the reader, or somebody followed', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const friend = await server.signUp('friend')
  const stranger = await server.signUp('stranger')
  await bob.follow(alice)
  await bob.follow(friend)
  await friend.follow(stranger)
  const reply = async (to: { id: string }) =>
    (await alice.publish('reply', { in_reply_to_id: to.id })).id as string
  const root = await alice.publish('root')
  const toSelf = await reply(root)
  const toReader = await reply(await bob.publish('mine'))
  const toFriend = await reply(await friend.publish('friend'))
  const toStranger = await reply(await stranger.publish('stranger'))
  const goingOn = await reply({ id: toStranger })

  const seen = await home(bob)

  for (const id of [root.id, toSelf, toReader, toFriend]) assert.ok(seen.includes(id))
  for (const id of [toStranger, goingOn]) assert.equal(seen.includes(id), false)
})

test('S-320 reblogs come home unless the reader chose otherwise for that follow', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await bob.follow(alice)
  const { id } = await carol.publish('hello')

  const first = await reblog(alice, id)
  assert.deepEqual(await home(bob), [first])
  await bob.follow(alice, { reblogs: false })
  await reblog(alice, (await carol.publish('again')).id)

  assert.deepEqual(await home(bob), [first])
})

test('S-320 nothing comes home that is by, a reblog of, or naming somebody blocked or muted', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const blocked = await server.signUp('blocked')
  const muted = await server.signUp('muted')
  const blocking = await server.signUp('blocking')
  const expired = await server.signUp('expired')
  await bob.follow(alice)
  await bob.follow(muted)
  await relate(bob, 'block', blocked)
  await relate(bob, 'mute', muted)
  await relate(bob, 'mute', expired, { duration: 60 })
  await relate(blocking, 'block', bob)
  server.clock.now += 61_000

  await muted.publish('by')
  for (const author of [blocked, muted, blocking])
    await reblog(alice, (await author.publish('x')).id)
  await reblog(alice, (await expired.publish('hello @muted')).id)
  await alice.publish('hello @blocked')
  await alice.publish('hello @muted')
  const fine = await reblog(alice, (await expired.publish('fine')).id)
  const also = (await alice.publish('hello @blocking @expired')).id

  assert.deepEqual(await home(bob), [also, fine])
})

test('S-320 a block, a mute and an unfollow take out what is there; unmuting brings it back', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  const dave = await server.signUp('dave')
  await bob.follow(carol)
  const naming = (await carol.publish('hello @alice')).id
  const boosted = await reblog(carol, (await alice.publish('boosted')).id)
  const ofNaming = await reblog(carol, (await dave.publish('again @alice')).id)
  await bob.follow(alice)
  const own = (await alice.publish('own')).id
  const plain = (await carol.publish('plain')).id
  assert.deepEqual(await home(bob), [plain, own, ofNaming, boosted, naming])

  await relate(bob, 'mute', alice)
  assert.deepEqual(await home(bob), [plain])
  await relate(bob, 'unmute', alice)
  const back = await home(bob)
  assert.ok(back.includes(own) && back.includes(plain))

  await relate(bob, 'unfollow', alice)
  assert.deepEqual(await home(bob), [plain])
  await relate(bob, 'block', carol)
  assert.deepEqual(await home(bob), [])
})

test('a follow brings the latest statuses home, by the same rules', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const muted = await server.signUp('muted')
  const stranger = await server.signUp('stranger')
  await relate(bob, 'mute', muted)
  const older = (await alice.publish('older')).id
  const secret = (await alice.publish('secret', { visibility: 'private' })).id
  await alice.publish('direct', { visibility: 'direct' })
  await alice.publish('hello @muted')
  await alice.publish('auf Deutsch', { language: 'de' })
  const theirs = await stranger.publish('theirs')
  await alice.publish('reply', { in_reply_to_id: theirs.id })
  await reblog(alice, (await muted.publish('x')).id)
  const boosted = await reblog(alice, theirs.id)

  await bob.follow(alice, { languages: ['en'] })

  assert.deepEqual(await home(bob), [boosted, secret, older])
})

test('a status comes home to all followers, also where their number is stored wrong', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  const ids: string[] = []
  for (const count of [0, 4_000]) {
    await server.app.database.transaction((db) =>
      db
        .updateTable('account_stats')
        .set({ followers_count: count, local_followers_count: count })
        .where('account_id', '=', alice.id)
        .execute(),
    )
    ids.push((await alice.publish('x')).id)
  }

  assert.deepEqual(await home(bob), ids.toReversed())
})

test('S-283 languages chosen for a follow decide what of it comes home; without language all does', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await bob.follow(alice, { languages: ['de', 'fr'] })
  await carol.follow(alice)
  const publish = async (language: string) => (await alice.publish('x', { language })).id as string
  const [de, en, fr] = [await publish('de'), await publish('en'), await publish('fr')]
  const bare = (await alice.publish('x')).id

  assert.deepEqual(await home(bob), [fr, de])
  assert.deepEqual(await home(carol), [bare, fr, en, de])
  await bob.follow(alice, { languages: [] })
  const all = await publish('en')
  assert.deepEqual(await home(bob), [all, fr, de])
})

test('S-283 a status without language comes home to everybody', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice, { languages: ['de'] })
  await server.app.transact(async (tx) => {
    await tx.db.updateTable('local_user').set({ locale: 'tlh' }).execute()
  })

  const status = await alice.publish('nuqneH')

  assert.equal(status.language, null)
  assert.deepEqual(await home(bob), [status.id])
})

test('S-037 S-038 S-039 S-040 home pages: both links on every page that holds something', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (let at = 0; at < 5; at++) ids.unshift((await alice.publish(`${at}`)).id)

  const page = await alice.get(`${HOME}?limit=2`)
  const { next, prev } = linksOf(page)
  assert.deepEqual(idsOf(page.json()), ids.slice(0, 2))
  assert.equal(next, `${HOME}?limit=2&max_id=${ids[1]}`)
  assert.equal(prev, `${HOME}?limit=2&min_id=${ids[0]}`)
  const second = await alice.get(next)
  assert.deepEqual(idsOf(second.json()), ids.slice(2, 4))
  assert.deepEqual(idsOf((await alice.get(linksOf(second).prev!)).json()), ids.slice(0, 2))
  const last = await alice.get(linksOf(second).next!)
  assert.deepEqual(idsOf(last.json()), ids.slice(4))
  assert.ok(linksOf(last).next, 'also on a page that is not full')
  const empty = await alice.get(linksOf(last).next!)
  assert.deepEqual([empty.body, linksOf(empty)], ['[]', {}])

  assert.deepEqual(await home(alice, `?limit=2&since_id=${ids[4]}`), ids.slice(0, 2))
  assert.deepEqual(await home(alice, `?limit=2&min_id=${ids[4]}`), ids.slice(2, 4))
  assert.deepEqual(await home(alice, `?min_id=${ids[4]}&max_id=${ids[1]}`), ids.slice(2, 4))
  assert.deepEqual(await home(alice, '?limit=0'), [])
  assert.deepEqual(await home(alice, '?limit=-2'), ids.slice(0, 2))
  assert.deepEqual(await home(alice, '?max_id=nonsense'), [])
})

test('S-006 a page of home holds 20 statuses, 40 at most', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  for (let at = 0; at < 42; at++) await alice.publish(`${at}`)

  assert.equal((await home(alice)).length, 20)
  assert.equal((await home(alice, '?limit=100')).length, 40)
})

test('S-023 S-024 S-025 home needs a user with the scope', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  assert.equal((await server.anonymous.get(HOME)).statusCode, 401)
  assert.equal((await (await server.tokenFor(null, 'read')).get(HOME)).statusCode, 422)
  assert.equal((await (await server.tokenFor(alice, 'read:lists')).get(HOME)).statusCode, 403)
  assert.equal((await (await server.tokenFor(alice, 'read:statuses')).get(HOME)).statusCode, 200)
})

test('a page of home costs as many queries whatever it holds', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await bob.follow(alice)
  const publish = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const { id } = await carol.publish(`#tag${at} @bob`, {
        poll: { options: ['a', 'b'], expires_in: 300 },
      })
      await reblog(alice, id)
      await alice.publish(`#tag${at} @carol`)
    }
  }
  const cost = async (length: number) => {
    return countQueries(server, async () => {
      server.app.fragments.nextEpoch()
      assert.equal((await home(bob)).length, length)
    })
  }
  await publish(1)
  await home(bob)
  const few = await cost(2)

  await publish(9)

  assert.ok(few > 3)
  assert.equal(await cost(20), few)
})

test('a suspended reader’s entries and a silenced author’s statuses are delivered as ever', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  await setAccount(server, alice, { silenced_at: 1 })

  const { id } = await alice.publish('quietly')

  assert.deepEqual(await home(bob), [id])
})
