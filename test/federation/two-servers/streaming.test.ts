import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NetworkUser } from '../../support/network.ts'
import { openEvents, openSocket, type TestSocket } from '../../support/streams.ts'
import { befriend, bodyOf, describeBothWays, interact } from '../../support/two-servers.ts'

describeBothWays('streams across two servers', {}, (crossing) => {
  /** Bob on the other server, who listens, and alice, whom he follows. */
  async function start(...streams: string[]) {
    const alice = await crossing.signUpFrom('alice')
    const bob = await crossing.signUpTo('bob')
    await befriend(crossing, alice, bob)
    const socket = await listen(bob, ...streams)
    return { alice, bob, socket }
  }

  async function listen(user: NetworkUser, ...streams: string[]): Promise<TestSocket> {
    const socket = await openSocket(crossing.to.app.config.origin, { token: user.token })
    for (const stream of streams) await socket.subscribe(stream)
    return socket
  }

  test('a post, its edit and its end arrive on a WebSocket as they happen', async () => {
    const { alice, socket } = await start('user')

    const status = await alice.publish('live', { visibility: 'private' })
    await crossing.settle()
    const update = await socket.nextPayload('update')
    assert.deepEqual([update.uri, update.content], [status.uri, '<p>live</p>'])

    await crossing.pass(60_000)
    await bodyOf(alice.put(`/api/v1/statuses/${status.id}`, { status: 'lively' }))
    await crossing.settle()
    const edited = await socket.nextPayload('status.update')
    assert.deepEqual([edited.id, edited.content], [update.id, '<p>lively</p>'])

    await bodyOf(alice.delete(`/api/v1/statuses/${status.id}`))
    await crossing.settle()
    const frame = await socket.next()
    assert.deepEqual([frame.event, frame.payload], ['delete', update.id])
    socket.client.close()
  })

  test('notifications of what people of the other server do arrive at once', async () => {
    const { alice, bob, socket } = await start('user:notification')
    const status = await bob.publish('mine')
    await crossing.settle()

    for (const [action, type] of [
      ['favourite', 'favourite'],
      ['reblog', 'reblog'],
    ] as const) {
      await interact(alice, action, status)
      await crossing.settle()
      const notification = await socket.nextPayload('notification')
      assert.deepEqual([notification.type, notification.status.id], [type, status.id])
      assert.equal(notification.account.acct, alice.handle)
    }
    await alice.publish(`hello @${bob.handle}`, { visibility: 'direct' })
    await crossing.settle()
    assert.equal((await socket.nextPayload('notification')).type, 'mention')
    socket.client.close()
  })

  test('public streams show what comes from elsewhere', async () => {
    const { alice, bob, socket } = await start('public:remote')

    await bob.publish('from here')
    const status = await alice.publish('from there')
    await crossing.settle()

    assert.equal((await socket.nextPayload('update')).uri, status.uri)
    socket.client.close()
  })

  test('a post arrives as an event too', async () => {
    const { alice, bob, socket } = await start()
    socket.client.close()
    const headers = { authorization: `Bearer ${bob.token}` }
    const events = await openEvents(crossing.to.app.config.origin, 'user', headers)
    assert.equal(events.status, 200)

    const status = await alice.publish('live')
    await crossing.settle()

    const { event, data } = await events.next()
    assert.equal(event, 'update')
    assert.equal(JSON.parse(data).uri, status.uri)
    events.close()
  })
})
