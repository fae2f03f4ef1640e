import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { PageClient } from '../web/page-client.ts'
import { metaOf } from '../web/public-page.ts'

before(() => buildPages())

const PATH = '/api/web/settings'

async function signedIn(server: TestServer, username: string) {
  const browser = new PageClient(server.http)
  await browser.signIn(username, PASSWORD)
  await browser.get('/settings/account')
  const { csrfToken } = browser
  const save = (data: unknown, token = csrfToken, method = 'PUT') =>
    browser.send(method as 'POST', PATH, JSON.stringify({ data }), {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-csrf-token': token,
    })
  const shown = async () => {
    const { body } = await browser.get('/home')
    return JSON.parse(metaOf(body).settings ?? '')
  }
  return { save, shown }
}

test('S-404 a browser stores how its client is set up, and the document gives it back', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  await server.signUp('bob')
  const [alice, bob] = [await signedIn(server, 'alice'), await signedIn(server, 'bob')]

  assert.deepEqual(await alice.shown(), {})
  const saved = await alice.save({ theme: 'dark', nested: { at: ['"&<', 1, null] } })
  assert.equal(saved.statusCode, 200, saved.body)
  assert.deepEqual(saved.json(), {})
  assert.deepEqual(await alice.shown(), { theme: 'dark', nested: { at: ['"&<', 1, null] } })
  assert.deepEqual(await bob.shown(), {})

  assert.equal((await alice.save({ theme: 'light' })).statusCode, 200)
  assert.deepEqual(await alice.shown(), { theme: 'light' }, 'in the place of all before')
})

test('S-749 PATCH changes what it names, and browsers that do so at once keep what others set', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const alice = await signedIn(server, 'alice')
  const change = (data: unknown) => alice.save(data, undefined, 'PATCH')

  const first = await Promise.all([
    change({ theme: 'dark' }),
    change({ pins: [1] }),
    change({ a: 1 }),
  ])
  assert.deepEqual(
    first.map(({ statusCode }) => statusCode),
    [200, 200, 200],
  )
  assert.deepEqual(await alice.shown(), { theme: 'dark', pins: [1], a: 1 })

  await Promise.all([change({ a: null, pins: [] }), change({ b: { c: 2 } })])
  assert.deepEqual(await alice.shown(), { theme: 'dark', pins: [], a: null, b: { c: 2 } })

  assert.equal((await change({ a: 'cut \ud83d', 'n\udc00': '\\ud800 as text' })).statusCode, 200)
  const { a, 'n\ufffd': text } = await alice.shown()
  assert.deepEqual([a, text], ['cut \ufffd', '\\ud800 as text'], 'halves of characters')
  await alice.save({})

  const half = 'x'.repeat(40_000)
  assert.equal((await change({ half })).statusCode, 200)
  assert.equal((await change({ other: half })).statusCode, 422)
  assert.deepEqual(await alice.shown(), { half })
})

test('S-404 a bad token is 422, none at all 401, and so is what is no session', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('alice')
  const alice = await signedIn(server, 'alice')

  assert.equal((await alice.save({ theme: 'dark' }, 'wrong')).statusCode, 422)
  assert.equal((await user.put(PATH, { data: {} })).statusCode, 401)
  assert.equal((await server.anonymous.put(PATH, { data: {} })).statusCode, 401)
  assert.deepEqual(await alice.shown(), {})
})

test('what is no record, or larger than 64 KiB, is refused and changes nothing', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const alice = await signedIn(server, 'alice')
  await alice.save({ theme: 'dark' })

  for (const data of [null, 'text', 3, [1], undefined, { x: 'é'.repeat(33_000) }]) {
    const refused = await alice.save(data)
    assert.ok([400, 422].includes(refused.statusCode), refused.body)
  }

  assert.deepEqual(await alice.shown(), { theme: 'dark' })
})
