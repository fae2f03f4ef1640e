import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linksOf } from '../support/links.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer } from '../support/server.ts'

const PATH = '/api/v1/domain_blocks'

test('domains are blocked in any spelling, listed in pages to their owner, and freed', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const id = await insertRemoteAccount(server.app, { username: 'r', domain: 'xn--mnchen-3ya.test' })
  const blocking = async (who = alice) =>
    (await who.get('/api/v1/accounts/relationships', { id })).json()[0].domain_blocking

  for (const domain of ['a.test', 'B.Test', ' München.test ', 'a.test']) {
    const response = await alice.post(PATH, { domain })
    assert.deepEqual([response.statusCode, response.json()], [200, {}])
  }

  const first = await alice.get(PATH, { limit: 2 })
  const { next, prev } = linksOf(first)
  assert.deepEqual(first.json(), ['xn--mnchen-3ya.test', 'b.test'])
  assert.deepEqual((await alice.get(next!)).json(), ['a.test'])
  assert.match(prev!, /since_id=/)
  assert.deepEqual((await bob.get(PATH)).json(), [])
  assert.deepEqual([await blocking(), await blocking(bob)], [true, false])

  for (const domain of ['', ' ', 'no domain', 'a.test/path', 'me@a.test', 'rookery.test', 'a,b']) {
    for (const response of [
      await alice.post(PATH, { domain }),
      await alice.get(`${PATH}/preview`, { domain }),
    ]) {
      assert.equal(response.statusCode, 422, `${domain} ${response.body}`)
      assert.match(response.json().error, /^Validation failed: Domain /)
    }
  }
  assert.equal((await alice.post(PATH)).statusCode, 422)
  const none = await alice.get(`${PATH}/preview`, { domain: 'a.test' })
  assert.deepEqual(none.json(), { following_count: 0, followers_count: 0 })

  await alice.delete(`${PATH}?domain=A.test`)
  await alice.delete(PATH, { domain: 'münchen.test' })
  const unknown = await alice.delete(PATH, { domain: 'unknown.test' })
  assert.deepEqual([unknown.statusCode, unknown.json()], [200, {}])
  assert.deepEqual((await alice.get(PATH)).json(), ['b.test'])
  assert.equal(await blocking(), false)

  const reading = await server.tokenFor(alice, 'read')
  for (const response of [
    await reading.post(PATH, { domain: 'c.test' }),
    await reading.delete(PATH, { domain: 'b.test' }),
    await reading.get(`${PATH}/preview`, { domain: 'b.test' }),
  ]) {
    assert.equal(response.statusCode, 403)
  }
  assert.equal((await server.anonymous.get(PATH)).statusCode, 401)
})

test('a follow and a block of its domain at once never both hold', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const pairs = []
  for (let at = 0; at < 10; at++) {
    const domain = `host${at}.test`
    pairs.push({ domain, id: await insertRemoteAccount(server.app, { username: 'r', domain }) })
  }

  const answers = await Promise.all(
    pairs.flatMap(({ domain, id }) => [
      alice.post(`/api/v1/accounts/${id}/follow`),
      alice.post(PATH, { domain }),
    ]),
  )
  for (const { statusCode } of answers) assert.ok(statusCode === 200 || statusCode === 403)
  await server.app.transact(async (tx) => {
    // nobody is there to be told
    await tx.db.deleteFrom('delivery').execute()
  })
  await server.settle()

  const query = pairs.map(({ id }) => `id[]=${id}`).join('&')
  for (const seen of (await alice.get(`/api/v1/accounts/relationships?${query}`)).json()) {
    assert.partialDeepStrictEqual(seen, {
      domain_blocking: true,
      following: false,
      requested: false,
    })
  }
})

test('posts by e-mail are off: nobody subscribes to an account, and no body says so', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  const response = await server.anonymous.post(`/api/v1/accounts/${alice.id}/email_subscriptions`, {
    email: 'someone@example.org',
  })

  assert.deepEqual([response.statusCode, response.body], [404, ''])
})
