import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NetworkUser, startNetwork } from '../support/network.ts'

const NAMES = ['home', 'away'] as const

/** The network, with two who follow each other. */
async function start() {
  const network = await startNetwork(NAMES)
  const alice = await network.signUp('alice@home')
  const bob = await network.signUp('bob@away')
  await alice.followRemote(bob)
  await bob.followRemote(alice)
  await network.settle()
  return { network, alice, bob }
}

const read = async (user: NetworkUser, id: string) =>
  (await user.get(`/api/v1/statuses/${id}`)).json()

async function quote(user: NetworkUser, id: string) {
  const response = await user.post('/api/v1/statuses', { status: 'look', quoted_status_id: id })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

test('S-336 a quote across servers is pending until the author agrees, then shown on both', async () => {
  const { network, alice, bob } = await start()
  await using _network = network
  const original = await alice.publish('words of wisdom')
  await network.settle()
  const seen = (await bob.home()).find((status) => status.uri === original.uri)

  const quoting = await quote(bob, seen.id)
  await network.settle()
  const atBobs = await read(bob, quoting.id)
  const atAlices = await alice.resolve(quoting.uri)
  const notifications = await alice.notifications()

  assert.equal(quoting.quote.state, 'pending')
  assert.equal(atBobs.quote.state, 'accepted')
  assert.equal(atBobs.quote.quoted_status.uri, original.uri)
  assert.equal(atAlices.quote.state, 'accepted')
  assert.equal(atAlices.quote.quoted_status.id, original.id)
  assert.equal((await read(alice, original.id)).quotes_count, 1)
  assert.ok(notifications.some((one) => one.type === 'quote'))
})

test('S-336 consent that is taken back is gone on the other server too', async () => {
  const { network, alice, bob } = await start()
  await using _network = network
  const original = await alice.publish('words of wisdom')
  await network.settle()
  const seen = (await bob.home()).find((status) => status.uri === original.uri)
  const quoting = await quote(bob, seen.id)
  await network.settle()
  const atAlices = await alice.resolve(quoting.uri)

  await alice.post(`/api/v1/statuses/${original.id}/quotes/${atAlices.id}/revoke`)
  await network.settle()

  assert.equal((await read(bob, quoting.id)).quote.state, 'revoked')
  assert.equal((await read(alice, atAlices.id)).quote.state, 'revoked')
})

test('S-336 what may not be quoted is refused by its own server, whatever the other one thinks', async () => {
  const { network, alice, bob } = await start()
  await using _network = network
  const original = await alice.publish('words of wisdom')
  await network.settle()
  const seen = (await bob.home()).find((status) => status.uri === original.uri)
  // the news of the closed policy has not come yet when bob quotes
  await network.server('home').app.transact(async (tx) => {
    await tx.db
      .updateTable('status')
      .set({ quote_policy: 'nobody' })
      .where('id', '=', original.id)
      .execute()
  })

  const quoting = await quote(bob, seen.id)
  await network.settle()

  assert.equal((await read(bob, quoting.id)).quote.state, 'rejected')
  assert.equal((await read(alice, original.id)).quotes_count, 0)
})
