import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  allowDomain,
  disallowDomain,
  findDomainAllow,
} from '../../../src/features/instance/domain-allows.ts'
import type { TestServer } from '../../support/server.ts'
import {
  assertAlike,
  befriend,
  bodyOf,
  type Crossing,
  describeBothWays,
  interact,
  relationship,
  statusSeen,
} from '../../support/two-servers.ts'

const uris = (list: { uri: string }[]) => list.map(({ uri }) => uri)
const AS2 = { accept: 'application/activity+json' }

/** The most common interactions, from one server to the other and back. */
async function exchange(crossing: Crossing): Promise<void> {
  const alice = await crossing.signUpFrom('alice')
  const bob = await crossing.signUpTo('bob')
  const old = await alice.publish('older than their friendship')
  assert.equal((await bob.resolve(old.uri)).content, '<p>older than their friendship</p>')
  await befriend(crossing, alice, bob)
  assert.partialDeepStrictEqual(await relationship(alice, bob), {
    following: true,
    followed_by: true,
  })
  const status = await alice.publish(`hello @${bob.handle}`, { visibility: 'private' })
  await crossing.settle()
  assert.deepEqual(uris(await bob.home()), [status.uri, old.uri])
  const seen = await bob.resolve(status.uri)
  const answer = await bob.publish(`@${alice.handle} hello back`, { in_reply_to_id: seen.id })
  await interact(bob, 'favourite', old)
  await interact(bob, 'reblog', old)
  await crossing.settle()
  for (const one of [old, status, answer]) await assertAlike([alice, bob], one)
  assert.deepEqual((await alice.notifications()).map(({ type }) => type).sort(), [
    'favourite',
    'follow',
    'mention',
    'reblog',
  ])
  await bodyOf(alice.delete(`/api/v1/statuses/${status.id}`))
  await crossing.settle()
  assert.equal((await bob.get(`/api/v1/statuses/${seen.id}`)).statusCode, 404)
}

/** Nobody shows documents to whoever does not sign, but keys are there for all. */
async function assertClosed({ app }: TestServer, username: string, statusUri: string) {
  const { origin } = app.config
  for (const path of ['/outbox', '/followers', '/following', '/collections/featured']) {
    const response = await fetch(`${origin}/users/${username}${path}`, { headers: AS2 })
    assert.equal(response.status, 401, path)
  }
  assert.equal((await fetch(statusUri, { headers: AS2 })).status, 401)
  const actor = await fetch(`${origin}/users/${username}`, { headers: AS2 })
  assert.equal(actor.status, 200)
  const stub = (await actor.json()) as Record<string, unknown>
  assert.ok(stub.publicKey)
  assert.equal(stub.outbox, undefined)
  assert.equal((await fetch(`${origin}/actor`, { headers: AS2 })).status, 200)
}

for (const [modes, overrides] of [
  ['one', { home: { secureMode: true } }],
  ['both', { home: { secureMode: true }, away: { secureMode: true } }],
] as const) {
  describeBothWays(`secure mode of ${modes}`, overrides, (crossing) => {
    test('all that people do reaches the other server', () => exchange(crossing))

    test('who does not sign sees nothing of the one that is closed', async () => {
      for (const [server, signUp] of [
        [crossing.from, crossing.signUpFrom],
        [crossing.to, crossing.signUpTo],
      ] as const) {
        const user = await signUp('someone')
        const status = await user.publish('hello')
        if (server.app.config.secureMode) await assertClosed(server, user.username, status.uri)
        else assert.equal((await fetch(status.uri, { headers: AS2 })).status, 200)
      }
    })
  })
}

const LIMITED = { limitedFederationMode: true }

describeBothWays('limited federation of both', { home: LIMITED, away: LIMITED }, (crossing) => {
  const servers = () => [crossing.from, crossing.to] as const
  const allow = async (at: TestServer, whom: TestServer) => {
    await at.app.transact((tx) => allowDomain(tx, whom.app.config.domain))
    await crossing.pass()
  }
  const disallow = async (at: TestServer, whom: TestServer) => {
    await at.app.transact(async (tx) => {
      const found = await findDomainAllow(tx.db, whom.app.config.domain)
      if (found !== null) await disallowDomain(tx, found.id)
    })
    await crossing.pass()
  }

  test('nobody is found and nothing comes unless both allow each other', async () => {
    const [from, to] = servers()
    const [alice, bob] = [await crossing.signUpFrom('alice'), await crossing.signUpTo('bob')]
    const status = await bob.publish('hello')

    assert.deepEqual((await alice.search(bob.handle)).accounts, [])
    await allow(from, to)
    assert.deepEqual((await alice.search(bob.handle)).accounts, [])
    assert.deepEqual((await alice.search(status.uri)).statuses, [])
    assert.equal((await fetch(status.uri, { headers: AS2 })).status, 401)

    await allow(to, from)
    assert.equal((await alice.resolve(bob.handle)).acct, bob.handle)
    await exchange(crossing)
  })

  test('who is allowed no more is gone, and back when allowed again', async () => {
    const [from, to] = servers()
    await allow(from, to)
    await allow(to, from)
    const [alice, bob] = [await crossing.signUpFrom('alice'), await crossing.signUpTo('bob')]
    await befriend(crossing, alice, bob)
    const status = await bob.publish('hello')
    await crossing.settle()
    assert.deepEqual(uris(await alice.home()), [status.uri])

    await disallow(from, to)
    assert.deepEqual(await alice.home(), [])
    const left = await relationship(bob, alice)
    assert.partialDeepStrictEqual(left, { following: false, followed_by: false })
    assert.deepEqual((await alice.search(bob.handle)).accounts, [])
    await bob.publish('is anybody there?')
    await crossing.settle()
    assert.deepEqual(await alice.home(), [])

    await allow(from, to)
    assert.equal((await statusSeen(alice, status)).uri, status.uri)
    await disallow(from, to)
    await disallow(to, from)
  })
})
