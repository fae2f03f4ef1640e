import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

async function found(user: TestUser, query: string): Promise<string[]> {
  const response = await user.get(`/api/v1/accounts/search?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.headers.link, undefined)
  return response.json().map((account: { acct: string }) => account.acct)
}

test('the exact handle comes first, then whom the viewer follows, then beginnings of names', async () => {
  await using server = await startTestServer()
  const viewer = await server.signUp('viewer')
  await server.signUp('blackbird')
  await server.signUp('bird_song')
  await server.signUp('birdwatch')
  await server.signUp('bird')
  const friend = await server.signUp('seabird')
  const popular = await server.signUp('birdland')
  await viewer.follow(friend)
  for (const name of ['x', 'y']) await (await server.signUp(name)).follow(popular)

  const names = await found(viewer, 'q=BIRD')

  assert.deepEqual(names.slice(0, 3), ['bird', 'seabird', 'birdland'])
  assert.deepEqual(names.slice(3, 5).sort(), ['bird_song', 'birdwatch'])
  assert.equal(names[5], 'blackbird')
  assert.deepEqual(await found(viewer, 'q=@bird&limit=1'), ['bird'])
  assert.deepEqual(await found(viewer, 'q=bird&limit=2&offset=1'), ['seabird', 'birdland'])
  assert.deepEqual(await found(viewer, 'q=bird&following=true'), ['seabird'])
})

test('display names are searched too, as soon as they change', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.patch('/api/v1/accounts/update_credentials', { display_name: 'Größe Zwölf' })

  assert.deepEqual(await found(alice, `q=${encodeURIComponent('ZWÖLF')}`), ['alice'])
  assert.deepEqual(await found(alice, `q=${encodeURIComponent('alice zwölf')}`), ['alice'])
  assert.deepEqual(await found(alice, 'q=alice+nobody'), [])
})

test('handles of other servers are found by name and beginning of the domain', async () => {
  await using server = await startTestServer()
  const viewer = await server.signUp('viewer')
  const remote = await server.signUp('remote')
  const name = { username: 'bob', username_lower: 'bob', search_text: 'bob' }
  await setAccount(server, remote, { ...name, domain: 'away.test' })
  await server.signUp('bob')

  for (const q of ['bob@away.test', '@BOB@AWAY.test', 'bob@aw']) {
    assert.deepEqual(await found(viewer, `q=${encodeURIComponent(q)}`), ['bob@away.test'])
  }
  assert.deepEqual(await found(viewer, 'q=bob@rookery.test'), ['bob'])
  assert.deepEqual(await found(viewer, 'q=bob'), ['bob', 'bob@away.test'])
})

test('signs that mean something to the database mean nothing here', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  for (const q of ['%', '_', '%25', 'a_ice', "a' or 1=1 --", '\\', '@', '@@', 'a@%', '"', '*']) {
    assert.deepEqual(await found(alice, `q=${encodeURIComponent(q)}`), [], q)
  }
  assert.deepEqual(await found(alice, `q=${'a'.repeat(5000)}`), [])
})

test('S-277 S-280 pending, suspended and moved accounts are not found', async () => {
  await using server = await startTestServer()
  const viewer = await server.signUp('viewer')
  const gone = await server.signUp('hare_gone')
  const moved = await server.signUp('hare_moved')
  const leaving = await server.signUp('hare_leaving')
  await server.signUp('hare_pending', { approved: false })
  await server.signUp('hare')
  await setAccount(server, gone, { suspended_at: 1 })
  await setAccount(server, leaving, { deleted_at: 1 })
  await setAccount(server, moved, { moved_to_id: viewer.id })

  assert.deepEqual(await found(viewer, 'q=hare'), ['hare'])
})

test('S-021 search without q answers 400, with a blank one nothing; it needs a user', async () => {
  await using server = await startTestServer()
  const viewer = await server.signUp('viewer')

  assert.equal((await viewer.get('/api/v1/accounts/search')).statusCode, 400)
  assert.deepEqual(await found(viewer, 'q=%20'), [])
  assert.deepEqual(await found(viewer, 'q=viewer&limit=0'), [])
  assert.equal((await viewer.get('/api/v1/accounts/search?q=a&offset=-1')).statusCode, 400)
  assert.equal((await server.anonymous.get('/api/v1/accounts/search?q=a')).statusCode, 401)
})
