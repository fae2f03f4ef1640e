import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowDomain, disallowDomain } from '../../src/features/instance/domain-allows.ts'
import { blockDomain } from '../../src/features/instance/domain-blocks.ts'
import { followBy } from '../support/follow-activities.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'

async function startLimited(): Promise<HomeAndPeer> {
  return startHomeAndPeer({ limitedFederationMode: true })
}

test('S-425 in limited federation only allowed domains are heard and spoken to, by their exact name', async () => {
  await using both = await startLimited()
  const { app } = both.home
  const bob = both.peer.addActor('bob')
  const inbox = `${app.config.origin}/inbox`
  const send = async () =>
    (await both.peer.send(bob, followBy(bob, both.aliceUri), { inbox })).status
  const looked = async () => (await both.alice.search(bob.handle)).accounts.length

  assert.deepEqual([await send(), await looked()], [403, 0])
  // neither its address without the port nor what lies above it
  for (const name of ['127.0.0.1', '0.0.1']) await app.transact((tx) => allowDomain(tx, name))
  assert.deepEqual([await send(), await looked()], [403, 0])
  assert.deepEqual(both.peer.requests, [])

  const id = await app.transact((tx) => allowDomain(tx, both.peer.host))
  assert.equal(await app.transact((tx) => allowDomain(tx, both.peer.host)), id)
  // blocks are ignored in this mode
  await app.transact((tx) => blockDomain(tx, both.peer.host, { severity: 'suspend' }))
  await both.settle()
  assert.deepEqual([await send(), await looked()], [202, 1])
  await both.settle()
  assert.equal(both.peer.receivedOf('Accept').length, 1)

  await app.transact((tx) => disallowDomain(tx, id))
  await both.settle()
  assert.deepEqual([await send(), await looked()], [403, 0])
  const followers = await app.db.selectFrom('follow').select('id').execute()
  assert.deepEqual(followers, [])
  assert.equal(both.peer.receivedOf('Reject').length, 1)
  await both.alice.publish('hello')
  await both.settle()
  assert.deepEqual(both.peer.receivedOf('Create'), [])
})

test('S-425 limited federation closes documents as secure mode does', async () => {
  await using both = await startLimited()
  const { app } = both.home
  const bob = both.peer.addActor('bob')
  const url = `${both.aliceUri}/followers`

  assert.equal((await both.peer.get(url)).status, 401)
  assert.equal((await both.peer.get(url, { actor: bob })).status, 403)
  await app.transact((tx) => allowDomain(tx, both.peer.host))
  const answer = await both.peer.get(url, { actor: bob })
  assert.equal(answer.status, 200, answer.body)
  assert.doesNotMatch(String(answer.headers['cache-control']), /public/)
})

test('S-426 S-427 S-428 which doors are open without signing in', async () => {
  const open = ['/api/v1/instance', '/api/v2/instance', '/.well-known/nodeinfo', '/nodeinfo/2.0']
  const instance = ['/api/v1/instance/rules', '/api/v1/instance/privacy_policy']
  const inner = [
    '/api/v1/custom_emojis',
    '/api/v1/timelines/public',
    '/api/v1/accounts/lookup?acct=alice',
  ]
  const statistics = [
    '/api/v1/instance/peers',
    '/api/v1/instance/activity',
    '/api/v1/peers/search?q=a',
  ]

  await using both = await startLimited()
  const application = await both.home.tokenFor(null, 'read')
  for (const path of open) {
    const response = await both.home.anonymous.get(path)
    assert.equal(response.statusCode, 200, path)
    if (path.startsWith('/api'))
      assert.doesNotMatch(String(response.headers['cache-control']), /public/)
  }
  for (const path of [...instance, ...inner, ...statistics]) {
    assert.equal((await both.home.anonymous.get(path)).statusCode, 401, path)
    assert.equal((await application.get(path)).statusCode, 401, path)
    const expected = statistics.includes(path) ? 404 : 200
    assert.equal((await both.alice.get(path)).statusCode, expected, path)
  }
  const document = (await both.home.anonymous.get('/api/v2/instance')).json()
  assert.equal(document.usage.users.active_month, 0)
  assert.equal(document.configuration.limited_federation, true)

  await using closed = await startHomeAndPeer()
  await closed.home.set('sign_in_required', true)
  for (const path of [...open, ...instance]) {
    assert.equal((await closed.home.anonymous.get(path)).statusCode, 200, path)
  }
  for (const path of inner) {
    assert.equal((await closed.home.anonymous.get(path)).statusCode, 401, path)
    assert.equal((await closed.alice.get(path)).statusCode, 200, path)
  }
  const bob = closed.peer.addActor('bob')
  await closed.deliver(bob, followBy(bob, closed.aliceUri))
  assert.equal(closed.peer.receivedOf('Accept').length, 1)
})
