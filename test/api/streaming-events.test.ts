import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertRemoteStatus } from '../support/remote-status.ts'
import { startTestServer } from '../support/server.ts'
import { type Frame, openSocket, type TestSocket } from '../support/streams.ts'

const PUBLIC_STREAMS = [
  'public',
  'public:media',
  'public:local',
  'public:local:media',
  'public:remote',
  'public:remote:media',
]

async function startListening() {
  const server = await startTestServer()
  const address = await server.listen()
  const listen = async (
    user: { token: string | null },
    ...streams: (string | [string, string])[]
  ) => {
    const socket = await openSocket(address, { token: user.token })
    for (const asked of streams) {
      const [stream, tag] = typeof asked === 'string' ? [asked, undefined] : asked
      await socket.subscribe(stream, { tag })
    }
    return socket
  }
  return { server, listen }
}

/** Names of the streams of the next frames, sorted; all are of this event. */
async function streamsOf(socket: TestSocket, event: string, count: number): Promise<string[]> {
  const names: string[] = []
  for (let at = 0; at < count; at++) {
    const frame = await socket.next()
    assert.equal(frame.event, event, JSON.stringify(frame))
    names.push(frame.stream.join(' '))
  }
  return names.sort()
}

test('S-469 a post reaches the user streams of its author and followers, and nobody else', async () => {
  const { server, listen } = await startListening()
  await using _ = server
  const [alice, bob, carol] = [
    await server.signUp('alice'),
    await server.signUp('bob'),
    await server.signUp('carol'),
  ]
  await bob.follow(alice)
  const sockets = [await listen(alice, 'user'), await listen(bob, 'user')] as const
  const stranger = await listen(carol, 'user')

  const status = await alice.publish('to my followers', { visibility: 'private' })
  const own = await carol.publish('mine')

  for (const socket of sockets) assert.equal((await socket.nextPayload('update')).id, status.id)
  assert.equal((await stranger.nextPayload('update')).id, own.id)
})

test('S-469 a follower gets each post once, in whatever chunks it is delivered', async () => {
  const { server, listen } = await startListening()
  await using _ = server
  const alice = await server.signUp('alice')
  const [bob, carol] = [await server.signUp('bob'), await server.signUp('carol')]
  await bob.follow(alice)
  await carol.follow(alice)
  const status = await alice.publish('hello')
  const sockets = [
    await listen(alice, 'user'),
    await listen(bob, 'user'),
    await listen(carol, 'user'),
  ]

  for (const [after, upTo] of [
    [null, bob.id],
    [bob.id, null],
  ] as const) {
    await server.app.transact(async (tx) => {
      tx.emit({ type: 'home.delivered', statusId: status.id, after, upTo })
    })
  }

  for (const socket of sockets) {
    assert.equal((await socket.nextPayload('update')).id, status.id)
  }
  await alice.delete(`/api/v1/statuses/${status.id}`)
  for (const socket of sockets) assert.deepEqual(await streamsOf(socket, 'delete', 1), ['user'])
})

test('S-467 a public post is on the streams of its origin, with media also on those', async () => {
  const { server, listen } = await startListening()
  await using _ = server
  const alice = await server.signUp('alice')
  const socket = await listen(
    alice,
    ...PUBLIC_STREAMS,
    ['hashtag', 'birds'],
    ['hashtag:local', 'birds'],
  )

  const streams = ['public', 'public:local', 'hashtag birds', 'hashtag:local birds'].sort()
  const local = await alice.publish('#birds')
  assert.deepEqual(await streamsOf(socket, 'update', streams.length), streams)
  await alice.delete(`/api/v1/statuses/${local.id}`)
  assert.deepEqual(await streamsOf(socket, 'delete', streams.length), streams)
})

test('S-467 a post from elsewhere is on the remote streams, not on the local ones', async () => {
  const { server, listen } = await startListening()
  await using _ = server
  const alice = await server.signUp('alice')
  const socket = await listen(
    alice,
    ...PUBLIC_STREAMS,
    ['hashtag', 'birds'],
    ['hashtag:local', 'birds'],
  )

  await insertRemoteStatus(server.app, { tag: 'birds' })
  const marker = await alice.publish('from here')
  const frames: Frame[] = []
  do frames.push(await socket.next())
  while (JSON.parse(frames.at(-1)?.payload ?? '').id !== marker.id)

  const remote = frames.filter((frame) => JSON.parse(frame.payload ?? '').id !== marker.id)
  const names = remote.map((frame) => frame.stream.join(' '))
  assert.deepEqual(names.sort(), ['hashtag birds', 'public', 'public:remote'])
})

test('S-323 replies to others are under their hashtags only; unlisted and private posts nowhere', async () => {
  const { server, listen } = await startListening()
  await using _ = server
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const root = await alice.publish('root')
  const socket = await listen(bob, 'public', ['hashtag', 'birds'])

  await bob.publish('#birds', { visibility: 'unlisted' })
  await bob.publish('#birds', { visibility: 'private' })
  const reply = await bob.publish('@alice #birds', { in_reply_to_id: root.id })
  const own = await alice.publish('more', { in_reply_to_id: root.id })

  const first = await socket.next()
  assert.deepEqual(first.stream, ['hashtag', 'birds'])
  assert.equal(JSON.parse(first.payload ?? '').id, reply.id)
  const second = await socket.next()
  assert.deepEqual(second.stream, ['public'])
  assert.equal(JSON.parse(second.payload ?? '').id, own.id)
})

test('S-468 an edit is a status.update for home, public and hashtag streams, never before its post', async () => {
  const { server, listen } = await startListening()
  await using _ = server
  const alice = await server.signUp('alice')
  const socket = await listen(alice, 'user', 'public', ['hashtag', 'birds'])

  const streams = ['user', 'public', 'hashtag birds'].sort()
  const status = await alice.publish('#birds')
  const edit = await alice.put(`/api/v1/statuses/${status.id}`, { status: '#birds, edited' })
  assert.equal(edit.statusCode, 200, edit.body)

  const seen: string[] = []
  for (let i = 0; i < 6; i++) {
    const { stream, event, payload = '' } = await socket.next()
    if (event === 'status.update') assert.match(JSON.parse(payload).content, /edited/)
    seen.push(`${event} ${stream.join(' ')}`)
  }
  for (const stream of streams) {
    assert.ok(seen.indexOf(`update ${stream}`) < seen.indexOf(`status.update ${stream}`), stream)
    assert.ok(seen.includes(`update ${stream}`), stream)
  }
  await alice.delete(`/api/v1/statuses/${status.id}`)
  assert.deepEqual(await streamsOf(socket, 'delete', streams.length), streams)
})

test('each viewer of an edit sees what they did with the post themselves', async () => {
  const { server, listen } = await startListening()
  await using _ = server
  const [alice, bob, carol, dave] = [
    await server.signUp('alice'),
    await server.signUp('bob'),
    await server.signUp('carol'),
    await server.signUp('dave'),
  ]
  const poll = { options: ['yes', 'no'], expires_in: 3600 }
  const status = await alice.publish('well?', { poll })
  await bob.post(`/api/v1/polls/${status.poll.id}/votes`, { choices: [1] })
  await carol.post(`/api/v1/statuses/${status.id}/favourite`)
  await carol.post(`/api/v1/statuses/${status.id}/bookmark`)
  await carol.post(`/api/v1/statuses/${status.id}/reblog`)
  const users = [alice, bob, carol, dave]
  const sockets = await Promise.all(users.map((user) => listen(user, 'public')))

  await alice.put(`/api/v1/statuses/${status.id}`, { status: 'well?!', poll })

  for (const [at, socket] of sockets.entries()) {
    const shown = await users[at]!.get(`/api/v1/statuses/${status.id}`)
    assert.deepEqual(await socket.nextPayload('status.update'), shown.json())
  }
})

test('a reblog comes home with the original as its viewer sees it', async () => {
  const { server, listen } = await startListening()
  await using _ = server
  const [alice, bob, carol] = [
    await server.signUp('alice'),
    await server.signUp('bob'),
    await server.signUp('carol'),
  ]
  await bob.follow(carol)
  const status = await alice.publish('look')
  await bob.post(`/api/v1/statuses/${status.id}/favourite`)
  const socket = await listen(bob, 'user')

  const reblog = (await carol.post(`/api/v1/statuses/${status.id}/reblog`)).json()

  const shown = await bob.get(`/api/v1/statuses/${reblog.id}`)
  const payload = await socket.nextPayload('update')
  assert.deepEqual(payload, shown.json())
  assert.equal(payload.favourited, true)
  assert.equal(payload.reblog.favourited, true)
})

test('S-156 a delete reaches whoever had the post at home or was named in it', async () => {
  const { server, listen } = await startListening()
  await using _ = server
  const [alice, bob, carol] = [
    await server.signUp('alice'),
    await server.signUp('bob'),
    await server.signUp('carol'),
  ]
  await bob.follow(alice)
  const status = await alice.publish('@carol hello', { visibility: 'private' })
  const other = await alice.publish('other')
  const sockets = [await listen(alice, 'user'), await listen(bob, 'user')]
  const named = await listen(carol, 'user')

  await alice.delete(`/api/v1/statuses/${other.id}`)
  await alice.delete(`/api/v1/statuses/${status.id}`)

  for (const socket of sockets) {
    assert.deepEqual((await socket.next()).payload, other.id)
    assert.deepEqual((await socket.next()).payload, status.id)
  }
  assert.deepEqual((await named.next()).payload, status.id)
})

test('S-461 S-468 a notification is on user:notification, and on user if the token may read it', async () => {
  const { server, listen } = await startListening()
  await using _ = server
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const status = await alice.publish('hello')
  const both = await listen(alice, 'user', 'user:notification')
  const statusesOnly = await server.tokenFor(alice, 'read:statuses')
  const restricted = await listen(statusesOnly, 'user')

  await bob.post(`/api/v1/statuses/${status.id}/favourite`)
  const [listed] = (await alice.get('/api/v1/notifications')).json()
  for (const stream of [['user'], ['user:notification']]) {
    const frame = await both.next()
    assert.equal(frame.event, 'notification')
    assert.deepEqual(frame.stream, stream)
    assert.deepEqual(JSON.parse(frame.payload ?? ''), listed)
  }
  const marker = await alice.publish('marker')
  assert.equal((await restricted.nextPayload('update')).id, marker.id)
})

test('S-468 S-469 a direct post is a conversation on direct streams', async () => {
  const { server, listen } = await startListening()
  await using _ = server
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const socket = await listen(bob, 'direct')

  await alice.publish('@bob psst', { visibility: 'direct' })

  const [listed] = (await bob.get('/api/v1/conversations')).json()
  const frame = await socket.next()
  assert.deepEqual(frame.stream, ['direct'])
  assert.equal(frame.event, 'conversation')
  assert.deepEqual(JSON.parse(frame.payload ?? ''), listed)
})

test('S-475 public streams leave out whom the viewer blocks or mutes, as author or named', async () => {
  const { server, listen } = await startListening()
  await using _ = server
  const [alice, bob, carol, dave] = [
    await server.signUp('alice'),
    await server.signUp('bob'),
    await server.signUp('carol'),
    await server.signUp('dave'),
  ]
  await alice.post(`/api/v1/accounts/${bob.id}/block`)
  await alice.post(`/api/v1/accounts/${carol.id}/mute`)
  await dave.post(`/api/v1/accounts/${alice.id}/block`)
  const erin = await server.signUp('erin')
  const socket = await listen(alice, 'public', ['hashtag', 'birds'])

  await bob.publish('#birds blocked')
  await carol.publish('#birds muted')
  await dave.publish('#birds blocking')
  await erin.publish('#birds @bob')
  await erin.publish('#birds @carol')
  const wanted = await erin.publish('@dave hello')

  assert.equal((await socket.nextPayload('update')).id, wanted.id)
})

test('S-475 public streams leave out languages that the viewer did not choose', async () => {
  const { server, listen } = await startListening()
  await using _ = server
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('local_user')
      .set({ chosen_languages: JSON.stringify(['de', 'eo']) })
      .where('account_id', '=', alice.id)
      .execute()
  })
  const socket = await listen(alice, 'public', ['hashtag', 'birds'])

  await bob.publish('#birds', { language: 'en' })
  const wanted = await bob.publish('Vogel', { language: 'de' })

  assert.equal((await socket.nextPayload('update')).id, wanted.id)
})
