import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Response } from 'light-my-request'
import { setAccount } from '../support/account-state.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const names = (response: Response) =>
  response.json().map((account: { username: string }) => account.username)

function links(response: Response): Record<string, string> {
  const header = String(response.headers.link ?? '')
  const found = [...header.matchAll(/<([^>]+)>; rel="(\w+)"/g)]
  return Object.fromEntries(found.map(([, url, rel]) => [rel, url]))
}

const pathOf = (url: string | undefined) => {
  const { pathname, search } = new URL(url ?? '')
  return pathname + search
}

/** Five people who have done something to or with alice, oldest first. */
async function five(server: TestServer, act: (person: TestUser) => Promise<unknown>) {
  const people: TestUser[] = []
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    const person = await server.signUp(name)
    people.push(person)
    await act(person)
  }
  return people
}

test('S-036 S-038 S-039 S-040 S-041 every list of accounts is walked by its Link header', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const locked = await server.signUp('locked')
  await setAccount(server, locked, { locked: true })
  await five(server, async (person) => {
    await person.follow(alice)
    await alice.follow(person)
    await person.follow(locked)
    await alice.post(`/api/v1/accounts/${person.id}/mute`)
    await locked.post(`/api/v1/accounts/${person.id}/mute`)
  })
  const blocker = await server.signUp('blocker')
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    const { id } = (await alice.get(`/api/v1/accounts/lookup?acct=${name}`)).json()
    await blocker.post(`/api/v1/accounts/${id}/block`)
  }

  for (const [who, path] of [
    [alice, `/api/v1/accounts/${alice.id}/followers`],
    [alice, `/api/v1/accounts/${alice.id}/following`],
    [alice, '/api/v1/mutes'],
    [blocker, '/api/v1/blocks'],
    [locked, '/api/v1/follow_requests'],
  ] as const) {
    const first = await who.get(`${path}?limit=2`)
    const second = await who.get(pathOf(links(first).next))
    const third = await who.get(pathOf(links(second).next))
    const newer = await who.get(pathOf(links(third).prev))
    const nothing = await who.get(pathOf(links(first).prev))

    assert.equal(first.statusCode, 200, first.body)
    assert.deepEqual(names(first), ['five', 'four'], path)
    assert.deepEqual(names(second), ['three', 'two'], path)
    assert.deepEqual(names(third), ['one'], path)
    assert.equal(links(third).next, undefined, path)
    assert.deepEqual(names(newer), ['five', 'four'], path)
    assert.deepEqual(names(nothing), [], path)
    assert.equal(nothing.headers.link, undefined)
    assert.match(links(first).next ?? '', /[?&]limit=2(&|$)/)
    assert.match(links(first).prev ?? '', /[?&]since_id=\d+/)
    const minId = pathOf(links(third).prev).replace('since_id', 'min_id')
    assert.deepEqual(names(await who.get(minId)), ['three', 'two'], path)
  }
})

test('S-041 an account id or nonsense as cursor is no error', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)

  for (const cursor of [bob.id, '0', 'nonsense', '-1', '9'.repeat(30)]) {
    for (const name of ['max_id', 'since_id', 'min_id']) {
      const path = `/api/v1/accounts/${alice.id}/followers?${name}=${cursor}`
      const response = await alice.get(path)
      assert.equal(response.statusCode, 200, path)
      assert.ok(Array.isArray(response.json()))
    }
  }
})

test('S-006 S-279 a page has 40 accounts unless asked otherwise, 80 at most', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  const path = `/api/v1/accounts/${alice.id}/followers`

  for (const limit of ['', '?limit=-1', '?limit=1000', '?limit=80']) {
    assert.deepEqual(names(await alice.get(path + limit)), ['bob'])
  }
  assert.equal(
    (await alice.get(`${path}?limit=-1`)).headers.link?.toString().includes('next'),
    true,
  )
  assert.equal((await alice.get(`${path}?limit=lots`)).statusCode, 400)
})

test('S-279 a hidden network is empty for all but its owner, and needs no login otherwise', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  await alice.follow(bob)

  for (const list of ['followers', 'following']) {
    const path = `/api/v1/accounts/${alice.id}/${list}`
    await alice.patch('/api/v1/accounts/update_credentials', { hide_collections: false })
    assert.deepEqual(names(await server.anonymous.get(path)), ['bob'])
    await alice.patch('/api/v1/accounts/update_credentials', { hide_collections: true })
    assert.deepEqual((await server.anonymous.get(path)).json(), [])
    assert.deepEqual((await bob.get(path)).json(), [])
    assert.deepEqual(names(await alice.get(path)), ['bob'])
  }
})

test('S-279 whom an account blocks sees none of its lists', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await carol.follow(alice)
  await alice.post(`/api/v1/accounts/${bob.id}/block`)
  const path = `/api/v1/accounts/${alice.id}/followers`

  const seen = await bob.get(path)

  assert.equal(seen.statusCode, 200)
  assert.deepEqual(seen.json(), [])
  assert.deepEqual(names(await carol.get(path)), ['carol'])
})

test('lists of others leave out whom the viewer blocks or mutes and who is suspended', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const viewer = await server.signUp('viewer')
  const [one, two, three, four] = await five(server, (person) => person.follow(alice))
  await viewer.post(`/api/v1/accounts/${one?.id}/block`)
  await viewer.post(`/api/v1/accounts/${two?.id}/mute`)
  await three?.post(`/api/v1/accounts/${viewer.id}/block`)
  await setAccount(server, four!, { suspended_at: 1 })
  const path = `/api/v1/accounts/${alice.id}/followers`

  assert.deepEqual(names(await viewer.get(path)), ['five'])
  assert.deepEqual(names(await alice.get(path)), ['five', 'three', 'two', 'one'])
  assert.deepEqual(names(await server.anonymous.get(path)), ['five', 'three', 'two', 'one'])
})
