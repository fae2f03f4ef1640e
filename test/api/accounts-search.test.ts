import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeRemoteAccount } from '../../src/features/accounts/remote/remove.ts'
import { deleteAccount } from '../../src/features/moderation/delete-account.ts'
import { setAccount } from '../support/account-state.ts'
import {
  insertRemoteAccount,
  insertRemoteAccounts,
  receiveProfile,
} from '../support/remote-account.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

async function found(user: TestUser, query: string): Promise<string[]> {
  const response = await user.get(`/api/v1/accounts/search?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.headers.link, undefined)
  return response.json().map((account: { acct: string }) => account.acct)
}

const named = (user: TestUser, q: string) => found(user, `${new URLSearchParams({ q })}`)

const rename = (user: TestUser, display_name: string) =>
  user.patch('/api/v1/accounts/update_credentials', { display_name })

test('the exact handle comes first, then whom the viewer follows, then beginnings of names', async () => {
  await using server = await startTestServer()
  const viewer = await server.signUp('viewer')
  await server.signUp('black_bird')
  await server.signUp('bird_song')
  await server.signUp('birdwatch')
  await server.signUp('bird')
  const friend = await server.signUp('sea_bird')
  const popular = await server.signUp('birdland')
  await viewer.follow(friend)
  for (const name of ['x', 'y']) await (await server.signUp(name)).follow(popular)

  const names = await found(viewer, 'q=BIRD')

  assert.deepEqual(names.slice(0, 3), ['bird', 'sea_bird', 'birdland'])
  assert.deepEqual(names.slice(3, 5).sort(), ['bird_song', 'birdwatch'])
  assert.equal(names[5], 'black_bird')
  assert.deepEqual(await found(viewer, 'q=@bird&limit=1'), ['bird'])
  assert.deepEqual(await found(viewer, 'q=bird&limit=2&offset=1'), ['sea_bird', 'birdland'])
  assert.deepEqual(await found(viewer, 'q=bird&following=true'), ['sea_bird'])
})

test('each word of user name and display name is found by its beginning, in any case, without accents', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await rename(await server.signUp('foo_bar'), 'Größe Zwölf')
  await rename(await server.signUp('mori'), '田中さくら')

  for (const q of ['foo', 'foo_b', 'FOO_BAR', 'bar', 'b', 'größe', 'ZWO', 'bar zwölf', 'zwölf -']) {
    assert.deepEqual(await named(alice, q), ['foo_bar'], q)
  }
  for (const q of ['田', '田中', '中さ', 'さくら', 'ら', 'mori 田中']) {
    assert.deepEqual(await named(alice, q), ['mori'], q)
  }
  for (const q of ['oo', 'ar', 'foo nobody', 'bar_foo', '中田', '🐦', '-', '...', '_']) {
    assert.deepEqual(await named(alice, q), [], q)
  }
})

test('somebody is found by the name that they have, and not by the one before', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')

  await rename(bob, 'Before')
  assert.deepEqual(await named(alice, 'before'), ['bob'])
  await rename(bob, 'After')

  assert.deepEqual(await named(alice, 'before'), [])
  assert.deepEqual(await named(alice, 'after'), ['bob'])
  await server.app.transact((tx) => deleteAccount(tx, bob.id))
  for (const q of ['after', 'bob']) assert.deepEqual(await named(alice, q), [], q)
})

test('who is elsewhere is found by what their server said last', async () => {
  await using server = await startTestServer()
  const { app } = server
  const alice = await server.signUp('alice')
  const uri = 'https://away.test/users/1'

  await receiveProfile(app, { uri, username: 'bob', name: 'Before' })
  assert.deepEqual(await named(alice, 'before'), ['bob@away.test'])
  const id = await receiveProfile(app, { uri, username: 'robert', name: 'After' })

  for (const q of ['bob', 'before']) assert.deepEqual(await named(alice, q), [], q)
  for (const q of ['rob', 'after']) assert.deepEqual(await named(alice, q), ['robert@away.test'], q)
  await app.transact((tx) => removeRemoteAccount(tx, id))
  assert.deepEqual(await named(alice, 'after'), [])
  await receiveProfile(app, { uri, username: 'robert', name: 'Again' })
  assert.deepEqual(await named(alice, 'again'), ['robert@away.test'])
})

test('handles of other servers are found by beginnings of name and domain', async () => {
  await using server = await startTestServer()
  const viewer = await server.signUp('viewer')
  await insertRemoteAccount(server.app, { username: 'Bob', domain: 'away.test' })
  await server.signUp('bob')
  await server.signUp('bobby')

  for (const q of ['bob@away.test', '@BOB@AWAY.test', 'bob@aw', 'b@a']) {
    assert.deepEqual(await named(viewer, q), ['Bob@away.test'], q)
  }
  assert.deepEqual(await named(viewer, 'bob@rookery.test'), ['bob', 'bobby'])
  assert.deepEqual((await named(viewer, 'bob@')).sort(), ['Bob@away.test', 'bob', 'bobby'])
  assert.deepEqual(await named(viewer, 'bob'), ['bob', 'Bob@away.test', 'bobby'])
  for (const q of ['ob@away.test', 'bob@way.test', '_ob@', 'bob@a%', 'bob@away.test2']) {
    assert.deepEqual(await named(viewer, q), [], q)
  }
})

test('who matches is on one page, however many there are', async () => {
  await using server = await startTestServer()
  const viewer = await server.signUp('viewer')
  const names = Array.from({ length: 13 }, (_, at) => `crow${at}`)
  const accounts = names.map((username) => ({ username, domain: 'away.test' }))
  await insertRemoteAccounts(server.app, accounts)

  for (const q of ['crow', 'crow@aw']) {
    const pages: string[] = []
    for (const offset of [0, 5, 10, 15]) {
      pages.push(...(await found(viewer, `q=${q}&limit=5&offset=${offset}`)))
    }
    assert.deepEqual(pages.toSorted(), names.map((name) => `${name}@away.test`).toSorted(), q)
  }
})

test('where very many match, the exact name, followed people and the most followed come first all the same', async () => {
  await using server = await startTestServer()
  const { app } = server
  const viewer = await server.signUp('viewer')
  const exact = await server.signUp('crow')
  const friend = await server.signUp('x_crow')
  await viewer.follow(friend)
  const popular = { domain: 'away.test', followers: 9 }
  await insertRemoteAccount(app, { ...popular, username: 'crow_2' })
  await insertRemoteAccount(app, { ...popular, username: 'crow_1', followers: 10 })
  await insertRemoteAccount(app, { ...popular, username: 'raven', followers: 11 })
  const many = Array.from({ length: 1100 }, (_, at) => ({
    username: `crow${at}`,
    domain: 'away.test',
    displayName: 'Crow',
  }))
  await insertRemoteAccounts(app, many)

  for (const [q, first] of [
    ['crow', ['crow', 'x_crow', 'crow_1@away.test', 'crow_2@away.test']],
    ['crow@', ['crow', 'crow_1@away.test', 'crow_2@away.test']],
    ['crow@a', ['crow_1@away.test', 'crow_2@away.test']],
  ] as const) {
    assert.deepEqual(await found(viewer, `q=${q}&limit=${first.length}`), first, q)
    const all: string[] = []
    for (let offset = 0; offset < 200; offset += 40) {
      all.push(...(await found(viewer, `q=${q}&limit=40&offset=${offset}`)))
    }
    assert.equal(new Set(all).size, 200, q)
  }
  assert.deepEqual(await found(viewer, 'q=crow&following=true'), ['x_crow'])
  await setAccount(server, exact, { suspended_at: 1 })
  assert.deepEqual(await found(viewer, 'q=crow&limit=1'), ['x_crow'])
})

test('signs that mean something to the database mean nothing here', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  const signs = ['%', '_', '%25', 'a%e', "a' or 1=1 --", '\\', '@', '@@', 'a@%', '"', '*', ':*']
  const operators = ['NEAR(', 'words:alice', "a' | 'b", '!bob', 'a <-> b', 'a* OR b', '\\\\']
  const unusual = ['\ud800', 'b\udfff', '\u{10ffff}', '\ufeff', "'':*", 'x'.repeat(100_000)]
  for (const q of [...signs, ...operators, ...unusual]) {
    assert.deepEqual(await named(alice, q), [], q)
    const search = await alice.get(`/api/v2/search?${new URLSearchParams({ q: `${q}.` })}`)
    assert.equal(search.statusCode, 200, q)
    assert.deepEqual(search.json().accounts, [], q)
  }
  for (const q of [
    '"alice"',
    'alice*',
    '!alice',
    "'alice':*",
    '^a',
    '(alice)',
    '|alice',
    '\\alice',
  ]) {
    assert.deepEqual(await named(alice, q), ['alice'], q)
  }
  // six words count
  assert.deepEqual(await named(alice, `${'ali '.repeat(6)} nobody`), ['alice'])
  for (const q of ['alice '.repeat(20_000), `alice ${'a '.repeat(4)}${'a'.repeat(100_000)}`]) {
    assert.equal((await named(alice, q)).length <= 1, true)
  }
})

test('S-277 S-280 pending, suspended, deleted and moved accounts are not found', async () => {
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

  for (const q of ['hare', 'hare@']) assert.deepEqual(await named(viewer, q), ['hare'], q)
})

test('S-021 search without q answers 400, with a blank one nothing; it needs a user', async () => {
  await using server = await startTestServer()
  const viewer = await server.signUp('viewer')

  assert.equal((await viewer.get('/api/v1/accounts/search')).statusCode, 400)
  assert.deepEqual(await found(viewer, 'q=%20'), [])
  assert.deepEqual(await found(viewer, 'q=viewer&limit=0'), [])
  assert.equal((await viewer.get('/api/v1/accounts/search?q=a&offset=-1')).statusCode, 400)
  assert.equal((await viewer.get('/api/v1/accounts/search?q=a%00')).statusCode, 400)
  assert.equal((await server.anonymous.get('/api/v1/accounts/search?q=a')).statusCode, 401)
})
