import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockAccount } from '../../src/features/relationships/blocks.ts'
import { followFromPeer, meet } from '../support/acquaintances.ts'
import { until } from '../support/in-time.ts'
import { startNetwork } from '../support/network.ts'
import { type Peer, startPeer } from '../support/peer.ts'

const VISIBILITIES = ['direct', 'private', 'unlisted', 'public'] as const

/** A server with alice, and carol on a peer of her own: each way in which one keeps from the other. */
const WAYS = ['alice blocks carol', 'carol blocks alice', 'alice blocks the domain'] as const

async function startApart() {
  const open = new AsyncDisposableStack()
  const network = open.use(await startNetwork(['home']))
  const [far, near] = [open.use(await startPeer()), open.use(await startPeer())]
  const server = network.server('home')
  const alice = await network.signUp('alice@home')
  const carol = far.addActor('carol')
  const carolId = await meet(server, carol)
  await followFromPeer(server, near.addActor('fan'), alice)
  const separate = async (way: (typeof WAYS)[number]) => {
    if (way === 'alice blocks carol') await alice.post(`/api/v1/accounts/${carolId}/block`)
    else if (way === 'carol blocks alice') {
      const block = { accountId: carolId, targetId: alice.id, uri: `${carol.uri}#blocks/1` }
      await server.app.transact((tx) => blockAccount(tx, block))
    } else await alice.post('/api/v1/domain_blocks', { domain: far.host })
    await network.settle()
    far.received.length = 0
    near.received.length = 0
  }
  const settle = () => network.settle()
  const dispose = () => open.disposeAsync()
  return { alice, carol, carolId, far, near, separate, settle, [Symbol.asyncDispose]: dispose }
}

/** The types of what came that is about statuses. */
const typesAt = (peer: Peer) =>
  peer.received.map(({ json }) => json.type).filter((type) => type !== 'Block')

for (const way of WAYS) {
  test(`A66 ${way}: a post that names carol neither mentions her nor is sent to her`, async () => {
    await using apart = await startApart()
    const { alice, carol, far, near } = apart
    await apart.separate(way)

    for (const visibility of VISIBILITIES) {
      const status = await alice.publish(`about @${carol.handle}`, { visibility })
      await apart.settle()

      assert.deepEqual(typesAt(far), [], visibility)
      const shown = (await alice.get(`/api/v1/statuses/${status.id}`)).json()
      assert.deepEqual(shown.mentions, [], visibility)
      assert.ok(shown.content.includes(`about @${carol.handle}`), shown.content)
      assert.doesNotMatch(JSON.stringify(near.received.map(({ json }) => json)), /"Mention"/)
    }
  })

  test(`A66 ${way} later: edits are not sent to her, the end of the post is`, async () => {
    await using apart = await startApart()
    const { alice, carol, far } = apart
    const posts: { id: string; visibility: string }[] = []
    for (const visibility of VISIBILITIES) {
      const { id } = await alice.publish(`about @${carol.handle}`, { visibility })
      posts.push({ id, visibility })
    }
    await apart.separate(way)

    for (const { id, visibility } of posts) {
      far.received.length = 0
      const status = `more about @${carol.handle}`
      const edited = await alice.put(`/api/v1/statuses/${id}`, { status })
      assert.equal(edited.statusCode, 200, edited.body)
      await apart.settle()

      assert.deepEqual(typesAt(far), [], visibility)
      assert.deepEqual(edited.json().mentions, [], visibility)
      await alice.delete(`/api/v1/statuses/${id}`)
      await apart.settle()
      assert.deepEqual(typesAt(far), ['Delete'], visibility)
    }
  })
}

test('A66 the others whom a post names are sent it, and learn nothing of who was left out', async () => {
  await using apart = await startApart()
  const { alice, carol, near } = apart
  await apart.separate('alice blocks carol')
  const dora = near.addActor('dora')
  const doraHandle = dora.handle
  // whoever names a stranger waits only some seconds for them, and they are met all the same
  const names = await alice.publish(`hello @${doraHandle}`)
  const lookUp = () => alice.get('/api/v1/accounts/lookup', { acct: doraHandle })
  await until(async () => (await lookUp()).statusCode === 200)
  await alice.delete(`/api/v1/statuses/${names.id}`)
  await apart.settle()
  near.received.length = 0

  await alice.publish(`about @${carol.handle} and @${doraHandle}`, { visibility: 'direct' })
  await apart.settle()

  const [create] = near.received
  assert.deepEqual(create?.json.to, [dora.uri])
  assert.deepEqual(
    create?.json.object.tag.map(({ href }: { href: string }) => href),
    [dora.uri],
  )
})
