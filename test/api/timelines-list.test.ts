import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { addToList, makeList, readList } from '../support/lists.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const HOME = '/api/v1/timelines/home'

const home = async (user: TestUser) => idsOf((await user.get(HOME)).json())
const relate = (user: TestUser, verb: string, target: { id: string }) =>
  user.post(`/api/v1/accounts/${target.id}/${verb}`)
const leave = (user: TestUser, listId: string, member: { id: string }) =>
  user.delete(`/api/v1/lists/${listId}/accounts`, { account_ids: [member.id] })

async function startWithPeople<Name extends string>(...names: Name[]) {
  const server = await startTestServer()
  const people = {} as Record<Name, TestUser>
  for (const name of names) people[name] = await server.signUp(name)
  return { server, ...people }
}

test('A list shows what its members post and reblog, from before they were added too, in pages', async () => {
  const { server, alice, bob, carol, other } = await startWithPeople(
    'alice',
    'bob',
    'carol',
    'other',
  )
  await using _ = server
  for (const person of [bob, carol, other]) await alice.follow(person)
  const ids = [(await bob.publish('before')).id]
  const list = await makeList(alice, [bob])
  for (const visibility of ['public', 'unlisted', 'private']) {
    ids.unshift((await bob.publish(visibility, { visibility })).id)
  }
  await bob.publish('@alice psst', { visibility: 'direct' })
  await carol.publish('not in it')
  const original = await other.publish('original')
  ids.unshift((await bob.post(`/api/v1/statuses/${original.id}/reblog`)).json().id)
  assert.deepEqual(await readList(alice, list), ids)

  await addToList(alice, list, [carol])
  await carol.post(`/api/v1/statuses/${original.id}/reblog`)
  const added = await readList(alice, list)
  assert.equal(added.length, ids.length + 1, 'reblogged there lately, so not again')
  await leave(alice, list, carol)
  assert.deepEqual(await readList(alice, list), ids)

  const first = await alice.get(`/api/v1/timelines/list/${list}?limit=2`)
  assert.deepEqual(idsOf(entityOf(first, 'Status[]')), ids.slice(0, 2))
  assert.deepEqual(idsOf((await alice.get(linksOf(first).next!)).json()), ids.slice(2, 4))
  assert.deepEqual(await readList(alice, list, `?min_id=${ids[3]}&limit=1`), [ids[2]])
  assert.deepEqual(await readList(alice, list, `?since_id=${ids[2]}`), ids.slice(0, 2))

  await bob.delete(`/api/v1/statuses/${ids[4]}`)
  assert.deepEqual(await readList(alice, list), ids.slice(0, 4))
})

test('S-325 replies to others come by the list’s policy, those to its owner always', async () => {
  const { server, alice, member, friend, followed, stranger } = await startWithPeople(
    'alice',
    'member',
    'friend',
    'followed',
    'stranger',
  )
  await using _ = server
  for (const person of [member, friend, followed]) await alice.follow(person)
  const members = [member, friend]
  const lists = {
    list: await makeList(alice, members),
    followed: await makeList(alice, members, { replies_policy: 'followed' }),
    none: await makeList(alice, members, { replies_policy: 'none' }),
  }
  const roots = new Map<string, string>()
  for (const person of [alice, member, friend, followed, stranger]) {
    roots.set(person.username, (await person.publish('root')).id)
  }
  const names = new Map<string, string>()
  for (const [name, in_reply_to_id] of roots) {
    names.set((await member.publish('reply', { in_reply_to_id })).id, name)
  }
  const repliesIn = async (listId: string) =>
    (await readList(alice, listId)).flatMap((id) => names.get(id) ?? []).toReversed()
  const expected = {
    list: ['alice', 'member', 'friend'],
    followed: ['alice', 'member', 'friend', 'followed'],
    none: ['alice', 'member'],
  }

  for (const policy of ['list', 'followed', 'none'] as const) {
    assert.deepEqual(await repliesIn(lists[policy]), expected[policy], policy)
    const merged = await makeList(alice, members, { replies_policy: policy })
    assert.deepEqual(await repliesIn(merged), expected[policy], `${policy}, merged in`)
  }

  await alice.put(`/api/v1/lists/${lists.none}`, { replies_policy: 'followed' })
  assert.deepEqual(await repliesIn(lists.none), expected.followed, 'a new policy holds at once')
})

test('S-320 members of an exclusive list leave home, and come back when it ends', async () => {
  const { server, alice, bob, carol } = await startWithPeople('alice', 'bob', 'carol')
  await using _ = server
  await alice.follow(bob)
  await alice.follow(carol)
  const own = (await alice.publish('own')).id
  const other = (await carol.publish('other')).id
  const first = (await bob.publish('first')).id
  const list = await makeList(alice, [], { exclusive: true })
  await addToList(alice, list, [bob, alice])
  assert.deepEqual(await home(alice), [other, own])

  const second = (await bob.publish('second')).id
  const boost = (await bob.post(`/api/v1/statuses/${other}/reblog`)).json().id
  assert.deepEqual(await home(alice), [other, own])
  assert.deepEqual(await readList(alice, list), [boost, second, first, own])

  const whole = [second, first, other, own]
  await alice.put(`/api/v1/lists/${list}`, { exclusive: false })
  assert.deepEqual(await home(alice), whole)
  await alice.put(`/api/v1/lists/${list}`, { exclusive: true })
  assert.deepEqual(await home(alice), [other, own])
  await leave(alice, list, bob)
  assert.deepEqual(await home(alice), whole)
  await addToList(alice, list, [bob])
  const another = await makeList(alice, [bob], { exclusive: true })
  await alice.delete(`/api/v1/lists/${list}`)
  assert.deepEqual(await home(alice), [other, own], 'another list still keeps bob away')
  await alice.delete(`/api/v1/lists/${another}`)
  assert.deepEqual(await home(alice), whole)
})

test('Follows, blocks, mutes, languages and reblog choices hold for lists as for home', async () => {
  const { server, alice, bob, carol, locked } = await startWithPeople(
    'alice',
    'bob',
    'carol',
    'locked',
  )
  await using _ = server
  await setAccount(server, locked, { locked: true })
  for (const person of [bob, locked]) await alice.follow(person)
  const list = await makeList(alice, [bob, locked])
  await locked.publish('for whom I accept')
  assert.deepEqual(await readList(alice, list), [])
  const accepted = (await locked.publish('public')).id
  await locked.post(`/api/v1/follow_requests/${alice.id}/authorize`)
  assert.ok((await readList(alice, list)).includes(accepted))
  await leave(alice, list, locked)
  assert.deepEqual(await readList(alice, list), [])

  const plain = (await bob.publish('plain', { language: 'en' })).id
  const naming = (await bob.publish('@carol', { language: 'en' })).id
  const boost = (await bob.post(`/api/v1/statuses/${(await carol.publish('x')).id}/reblog`)).json()
    .id
  assert.deepEqual(await readList(alice, list), [boost, naming, plain])
  await relate(alice, 'mute', carol)
  assert.deepEqual(await readList(alice, list), [plain])
  await bob.publish('@carol')
  await bob.post(`/api/v1/statuses/${(await carol.publish('y')).id}/reblog`)
  assert.deepEqual(await readList(alice, list), [plain])
  await relate(alice, 'unmute', carol)
  await relate(carol, 'block', alice)
  await bob.post(`/api/v1/statuses/${(await carol.publish('z')).id}/reblog`)
  assert.deepEqual(await readList(alice, list), [plain])

  await alice.follow(bob, { languages: ['de'] })
  await bob.publish('english', { language: 'en' })
  const german = (await bob.publish('deutsch', { language: 'de' })).id
  assert.deepEqual(await readList(alice, list), [german, plain], 'S-283')
  assert.deepEqual((await home(alice)).slice(0, 1), [german], 'S-283')
  await alice.follow(bob, { languages: ['de'], reblogs: false })
  const own = (await alice.publish('mine')).id
  await bob.post(`/api/v1/statuses/${own}/reblog`)
  assert.deepEqual(await readList(alice, list), [german, plain])

  await relate(alice, 'mute', bob)
  assert.deepEqual(await readList(alice, list), [])
  await relate(alice, 'unmute', bob)
  assert.deepEqual(await readList(alice, list), [german])
  await relate(alice, 'unfollow', bob)
  assert.deepEqual(await readList(alice, list), [])
  assert.deepEqual((await alice.get(`/api/v1/lists/${list}/accounts`)).json(), [])
})

test('Posts are written while the lists that they would come into are removed', async () => {
  const { server, alice, bob } = await startWithPeople('alice', 'bob')
  await using _ = server
  await alice.follow(bob)
  const lists: string[] = []
  for (let made = 0; made < 20; made++) lists.push(await makeList(alice, [bob]))

  const answers = await Promise.all(
    lists.flatMap((id, at) => [
      bob.post('/api/v1/statuses', { status: `Number ${at}` }),
      alice.delete(`/api/v1/lists/${id}`),
    ]),
  )

  assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [200])
  assert.equal((await home(alice)).length, 20)
})

test('A list with very many members is filled by a job; so is the way back home', async () => {
  const { server, alice } = await startWithPeople('alice')
  await using _ = server
  const people: TestUser[] = []
  for (let at = 0; at < 24; at++) people.push(await server.signUp(`person${at}`))
  for (const person of people) await alice.follow(person)
  for (const person of people) await person.publish('hello')
  const list = await makeList(alice, people, { exclusive: true })
  await server.settle()
  assert.equal((await readList(alice, list, '?limit=40')).length, 24)
  assert.deepEqual(await home(alice), [])

  await alice.delete(`/api/v1/lists/${list}`)
  await server.settle()

  assert.equal((await alice.get(`${HOME}?limit=40`)).json().length, 24)
})

test('S-321 lists of who was away are built again, those in use keep the newest 10,000', async () => {
  const { server, alice, bob } = await startWithPeople('alice', 'bob')
  await using _ = server
  await bob.follow(alice)
  await bob.post('/api/v1/tags/birds/follow')
  const own = (await bob.publish('own')).id
  const list = await makeList(bob, [alice, bob])
  const before = (await alice.publish('before')).id
  const trim = async () => {
    await server.app.transact(async (tx) => tx.enqueue({ kind: 'home.trim', payload: {} }))
    await server.settle()
  }
  const entries = () => server.app.db.selectFrom('list_entry').select('status_id').execute()
  server.clock.now += 32 * DAY
  await alice.get(HOME)
  await trim()
  assert.equal((await entries()).length, 0)
  const stranger = await server.signUp('stranger')
  const tagged = (await stranger.publish('#birds')).id
  const meanwhile = (await alice.publish('meanwhile')).id
  assert.equal((await entries()).length, 0, 'nothing is delivered to who is away')

  const building = await bob.get(`/api/v1/timelines/list/${list}`)
  assert.equal(building.statusCode, 206)
  await server.settle()

  assert.deepEqual(await readList(bob, list), [meanwhile, before, own])
  assert.deepEqual(await home(bob), [meanwhile, tagged, before, own])
  await fill(server, list, alice, before)
  await trim()
  const kept = await entries()
  assert.equal(kept.length, 10_000)
  assert.ok(kept.some(({ status_id }) => status_id > meanwhile))
  assert.equal(
    kept.some(({ status_id }) => status_id === before),
    false,
  )
})

/** So many copies of a status in a list, put in directly. */
async function fill({ app }: TestServer, listId: string, author: TestUser, id: string) {
  await app.transact(async (tx) => {
    const status = await tx.db
      .selectFrom('status')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    for (let at = 0; at < 20; at++) {
      const ids = Array.from({ length: 500 }, () => tx.newId())
      await tx.db
        .insertInto('status')
        .values(ids.map((one) => ({ ...status, id: one, uri: one, media_ids: '[]' })))
        .execute()
      const entry = { list_id: listId, author_id: author.id }
      const own = { reblog_of_id: null, reblog_of_author_id: null }
      await tx.db
        .insertInto('list_entry')
        .values(ids.map((status_id) => ({ ...entry, ...own, status_id })))
        .execute()
    }
  })
}

test('A page of a list costs as many queries for twenty as for two', async () => {
  const { server, alice, bob } = await startWithPeople('alice', 'bob')
  await using _ = server
  await alice.follow(bob)
  const list = await makeList(alice, [bob])
  const cost = () =>
    countQueries(server, async () => {
      server.app.fragments.nextEpoch()
      assert.equal((await alice.get(`/api/v1/timelines/list/${list}`)).statusCode, 200)
    })
  for (let at = 0; at < 2; at++) await bob.publish('x')
  const few = await cost()
  assert.ok(few > 1)

  for (let at = 0; at < 18; at++) await bob.publish('x')

  assert.equal(await cost(), few)
})
