import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/features/moderation/delete-account.ts'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { addToList, makeList, readMembers } from '../support/lists.ts'
import { startTestServer } from '../support/server.ts'

const LISTS = '/api/v1/lists'
const UNKNOWN = '108020000000000000'

test('S-140 S-326 S-510 a list is made, changed and removed; what makes no sense changes nothing', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const made = entityOf(await alice.post(LISTS, { title: 'Friends' }), 'List')
  assert.deepEqual(made, {
    id: made.id,
    title: 'Friends',
    replies_policy: 'list',
    exclusive: false,
  })

  const wrong = [
    {},
    { title: '' },
    { title: '  ' },
    { title: 'x'.repeat(257) },
    { title: 'x', replies_policy: 'all' },
  ]
  for (const body of wrong) {
    const refused = await alice.post(LISTS, body)
    assert.equal(refused.statusCode, 422, JSON.stringify(body))
    assert.equal(typeof refused.json().error, 'string')
  }
  for (const body of wrong.slice(1)) {
    assert.equal((await alice.put(`${LISTS}/${made.id}`, body)).statusCode, 422)
  }
  assert.deepEqual(entityOf(await alice.get(LISTS), 'List[]'), [made])

  const changed = { ...made, replies_policy: 'none', exclusive: true }
  const body = { replies_policy: 'none', exclusive: true }
  assert.deepEqual(entityOf(await alice.put(`${LISTS}/${made.id}`, body), 'List'), changed)
  const long = '🙂'.repeat(256)
  const renamed = entityOf(await alice.patch(`${LISTS}/${made.id}`, { title: long }), 'List')
  assert.deepEqual(renamed, { ...changed, title: long })
  assert.deepEqual(entityOf(await alice.get(`${LISTS}/${made.id}`), 'List'), renamed)

  const removed = await alice.delete(`${LISTS}/${made.id}`)
  assert.equal(removed.statusCode, 200)
  assert.deepEqual(removed.json(), {})
  assert.equal((await alice.get(`${LISTS}/${made.id}`)).statusCode, 404)
  assert.deepEqual((await alice.get(LISTS)).json(), [])
})

test('S-326 an account has 50 lists at most, also when many are made at once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  for (let made = 0; made < 40; made++) await makeList(alice)

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => alice.post(LISTS, { title: 'more' })),
  )

  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 10)
  assert.equal(answers.filter(({ statusCode }) => statusCode === 422).length, 10)
  assert.equal((await alice.get(LISTS)).json().length, 50)
})

test('A list is its owner’s: to others it is like one that is not there, and scopes hold', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.follow(bob)
  const list = await makeList(alice, [bob])
  const member = { account_ids: [bob.id] }
  const calls = (id: string) =>
    [
      ['GET', `${LISTS}/${id}`, 'read:lists', undefined],
      ['PUT', `${LISTS}/${id}`, 'write:lists', { title: 'mine' }],
      ['GET', `${LISTS}/${id}/accounts`, 'read:lists', undefined],
      ['POST', `${LISTS}/${id}/accounts`, 'write:lists', member],
      ['DELETE', `${LISTS}/${id}/accounts`, 'write:lists', member],
      ['GET', `/api/v1/timelines/list/${id}`, 'read:lists', undefined],
      ['DELETE', `${LISTS}/${id}`, 'write:lists', undefined],
    ] as const
  const useless = await server.tokenFor(alice, 'read:statuses write:statuses')

  for (const [method, path, , body] of calls(list)) {
    const unknown = await bob.send(method, path.replace(list, UNKNOWN), body)
    const foreign = await bob.send(method, path, body)
    assert.deepEqual([foreign.statusCode, foreign.body], [404, unknown.body], `${method} ${path}`)
    assert.equal((await useless.send(method, path, body)).statusCode, 403, `${method} ${path}`)
    assert.equal((await server.anonymous.send(method, path, body)).statusCode, 401)
  }
  for (const [method, path] of [
    ['GET', LISTS],
    ['POST', LISTS],
    ['GET', `/api/v1/accounts/${bob.id}/lists`],
  ] as const) {
    assert.equal((await useless.send(method, path)).statusCode, 403)
    assert.equal((await server.anonymous.send(method, path)).statusCode, 401)
  }
  assert.deepEqual(await readMembers(alice, list), [bob.id])
  assert.deepEqual((await bob.get(LISTS)).json(), [])
  assert.deepEqual((await bob.get(`/api/v1/accounts/${bob.id}/lists`)).json(), [])
  for (const [method, path, scope, body] of calls(list)) {
    if (method === 'POST') continue
    const exact = await server.tokenFor(alice, scope)
    assert.equal((await exact.send(method, path, body)).statusCode, 200, `${method} ${path}`)
  }
})

test('S-327 members are oneself and whom one follows or asks to; others, and twice, are refused whole', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const locked = await server.signUp('locked')
  const stranger = await server.signUp('stranger')
  await setAccount(server, locked, { locked: true })
  await alice.follow(bob)
  await alice.follow(locked)
  const list = await makeList(alice)
  const path = `${LISTS}/${list}/accounts`
  const add = async (...ids: string[]) => (await alice.post(path, { account_ids: ids })).statusCode

  assert.equal(await add(bob.id, stranger.id), 422)
  assert.equal(await add(bob.id, UNKNOWN), 404)
  assert.deepEqual(await readMembers(alice, list), [])
  assert.equal((await alice.post(path, {})).statusCode, 400)
  assert.equal(await add(bob.id, bob.id), 200)
  assert.equal(await add(locked.id, alice.id), 200)
  assert.equal(await add(bob.id), 422)
  assert.deepEqual((await readMembers(alice, list)).sort(), [alice.id, bob.id, locked.id].sort())

  const of = async (id: string) => idsOf((await alice.get(`/api/v1/accounts/${id}/lists`)).json())
  assert.deepEqual(await of(bob.id), [list])
  assert.deepEqual(await of(stranger.id), [])
  assert.equal((await alice.get(`/api/v1/accounts/${UNKNOWN}/lists`)).statusCode, 404)

  const inQuery = await alice.delete(`${path}?account_ids[]=${bob.id}&account_ids[]=${stranger.id}`)
  assert.deepEqual([inQuery.statusCode, inQuery.json()], [200, {}])
  const form = await alice.send('DELETE', path, `account_ids[]=${locked.id}`, {
    'content-type': 'application/x-www-form-urlencoded',
  })
  assert.equal(form.statusCode, 200)
  assert.deepEqual(await readMembers(alice, list), [alice.id])
})

test('S-044 S-041 members come in pages, or with limit=0 all at once, at the same cost', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const list = await makeList(alice)
  const ids: string[] = []
  const addPeople = async (many: number) => {
    for (let added = 0; added < many; added++) {
      const person = await server.signUp(`person${ids.length}`)
      await alice.follow(person)
      await addToList(alice, list, [person])
      ids.unshift(person.id)
    }
  }
  const path = `${LISTS}/${list}/accounts`
  const cost = () =>
    countQueries(server, async () => {
      server.app.fragments.nextEpoch()
      assert.equal((await alice.get(path)).json().length, ids.length)
    })
  await addPeople(2)
  const few = await cost()
  await addPeople(43)
  const all = await alice.get(`${path}?limit=0`)
  assert.deepEqual(idsOf(entityOf(all, 'Account[]')), ids)
  assert.equal(all.headers.link, undefined)

  const first = await alice.get(path)
  assert.deepEqual(idsOf(first.json()), ids.slice(0, 40))
  const second = await alice.get(linksOf(first).next!)
  assert.deepEqual(idsOf(second.json()), ids.slice(40))
  assert.equal(linksOf(second).next, undefined)
  assert.deepEqual(idsOf((await alice.get(`${path}?limit=1`)).json()), ids.slice(0, 1))
  ids.length = 40
  assert.equal(await cost(), few)
})

test('S-327 a member leaves with the follow: unfollowed, blocked either way, refused or deleted', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const names = ['unfollowed', 'blocked', 'blocking', 'refusing', 'accepting', 'gone', 'staying']
  const people = await Promise.all(names.map((name) => server.signUp(name)))
  const [unfollowed, blocked, blocking, refusing, accepting, gone, staying] = people as [
    (typeof people)[0],
    ...typeof people,
  ] as typeof people & { length: 7 }
  await setAccount(server, refusing!, { locked: true })
  await setAccount(server, accepting!, { locked: true })
  for (const person of people) await alice.follow(person)
  const list = await makeList(alice, people)

  await alice.post(`/api/v1/accounts/${unfollowed!.id}/unfollow`)
  await alice.post(`/api/v1/accounts/${blocked!.id}/block`)
  await blocking!.post(`/api/v1/accounts/${alice.id}/block`)
  await refusing!.post(`/api/v1/follow_requests/${alice.id}/reject`)
  await accepting!.post(`/api/v1/follow_requests/${alice.id}/authorize`)
  await server.app.transact((tx) => deleteAccount(tx, gone!.id))
  await server.settle()

  assert.deepEqual((await readMembers(alice, list)).sort(), [accepting!.id, staying!.id].sort())
  const rows = await server.app.db.selectFrom('list_member').select('account_id').execute()
  assert.equal(rows.length, 2)
  await server.app.transact((tx) => deleteAccount(tx, alice.id))
  await server.settle()
  for (const table of ['list', 'list_member', 'list_entry'] as const) {
    assert.deepEqual(await server.app.db.selectFrom(table).selectAll().execute(), [], table)
  }
})

test('A member who moves gives the place in the list to the new account', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const [old, successor] = [await server.signUp('old'), await server.signUp('new')]
  await alice.follow(old)
  const list = await makeList(alice, [old])
  await setAccount(server, old, { moved_to_id: successor.id })
  await server.app.transact(async (tx) => {
    tx.emit({ type: 'account.moved', accountId: old.id, targetId: successor.id })
  })
  await server.settle()

  assert.deepEqual(await readMembers(alice, list), [successor.id])
})
