import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

const PATH = '/settings/migration'

async function signedIn(server: TestServer, name: string): Promise<PageClient> {
  const browser = new PageClient(server.http)
  await browser.signIn(name, PASSWORD)
  await browser.get(PATH)
  return browser
}

test('an account moves to one that names it, and again after 30 days', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const carol = await server.signUp('carol')
  await server.signUp('bob')
  await carol.follow(alice)
  const old = await signedIn(server, 'alice')
  const next = await signedIn(server, 'bob')
  const move = (acct: string, password = PASSWORD) =>
    old.submit(PATH, { acct, 'user[current_password]': password })
  const refused = async (answer: ReturnType<typeof move>, why: RegExp) => {
    const { statusCode, body } = await answer
    assert.equal(statusCode, 422, body)
    assert.match(body, why)
  }

  await refused(move('@bob', 'wrong'), /Current password is wrong/)
  await refused(move('@nobody_here'), /no such account/)
  await refused(move('@bob'), /does not name this one yet/)
  await refused(next.submit(`${PATH}/aliases`, { alias: '@bob' }), /the account itself/)
  const named = await next.submit(`${PATH}/aliases`, { alias: '@alice@rookery.test' })
  assert.equal(named.statusCode, 302, named.body)
  assert.match((await next.get(PATH)).body, /@alice@rookery\.test/)
  const moved = await move('@bob')
  assert.equal(moved.statusCode, 302, moved.body)
  await server.settle()

  assert.match((await old.get(PATH)).body, /points to <strong[^>]*>@bob@rookery\.test/)
  assert.match(server.mails.at(-1)?.subject ?? '', /moved away/)
  const [relationship] = (
    await carol.get(`/api/v1/accounts/relationships?id[]=${(await lookup(server, 'bob')).id}`)
  ).json()
  assert.equal(relationship.following, true)
  assert.equal((await old.submit(`${PATH}/undo`, {})).statusCode, 302)
  assert.match((await old.get(PATH)).body, /once in 30 days/)
  await refused(move('@carol'), /does not name|30 days/)
  server.clock.now += 31 * DAY
  assert.match((await old.get(PATH)).body, /Move my followers/)

  const removed = await (async () => {
    await next.get('/settings/confirm')
    await next.submit('/settings/confirm', { 'user[current_password]': PASSWORD })
    await next.get(PATH)
    return next.submit(`${PATH}/aliases/remove`, { uri: 'https://rookery.test/users/alice' })
  })()
  assert.equal(removed.statusCode, 302, removed.body)
  assert.doesNotMatch((await next.get(PATH)).body, /@alice@rookery\.test/)
})

async function lookup(server: TestServer, acct: string): Promise<{ id: string }> {
  const response = await server.anonymous.get(`/api/v1/accounts/lookup?acct=${acct}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

test('an account is deleted with its password, for good, and its owner is told', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const post = await alice.publish('hello')
  const browser = await signedIn(server, 'alice')
  const other = await signedIn(server, 'alice')
  assert.match((await browser.get('/settings/delete')).body, /cannot be undone/)
  const remove = (password: string) =>
    browser.submit('/settings/delete', { 'user[current_password]': password })

  const wrong = await remove('wrong')
  assert.equal(wrong.statusCode, 422, wrong.body)
  assert.equal((await lookup(server, 'alice')).id, alice.id)
  const done = await remove(PASSWORD)
  assert.equal(done.statusCode, 200, done.body)
  assert.match(done.body, /Your account was deleted/)
  assert.equal(browser.cookies.has('rookery_session'), false)
  await server.settle()

  assert.equal((await other.get('/settings')).statusCode, 302)
  assert.equal((await alice.get('/api/v1/accounts/verify_credentials')).statusCode, 401)
  assert.equal((await server.anonymous.get(`/api/v1/statuses/${post.id}`)).statusCode, 404)
  assert.equal((await new PageClient(server.http).signIn('alice', PASSWORD)).statusCode, 422)
  const mail = server.mails.at(-1)
  assert.equal(mail?.to, 'alice@example.org')
  assert.match(mail?.subject ?? '', /was deleted/)
})
