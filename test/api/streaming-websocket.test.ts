import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { startTestServer } from '../support/server.ts'
import { openSocket, passSeconds, refusedSocket } from '../support/streams.ts'

test('S-460 the token comes as header, query parameter or subprotocol, which is echoed', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const { token } = await server.signUp('alice')
  assert.ok(token)

  const byHeader = await openSocket(address, { token })
  const byQuery = await openSocket(address, { query: { access_token: token } })
  const byProtocol = await openSocket(address, { protocols: [token] })

  assert.equal(byHeader.client.protocol, '')
  assert.equal(byQuery.client.protocol, '')
  assert.equal(byProtocol.client.protocol, token)
})

test('S-460 without a usable token the handshake is refused with an empty 401 that names the reason', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const application = await server.tokenFor(null, 'read')

  const attempts = [
    {},
    { token: 'nonsense' },
    { protocols: ['nonsense'] },
    { token: application.token },
  ]
  for (const handshake of attempts) {
    const refused = await refusedSocket(address, handshake)

    assert.equal(refused.status, 401, JSON.stringify(handshake))
    assert.equal(refused.body, '')
    assert.ok(refused.headers['x-error-message'])
  }
})

test('S-461 a stream that the token does not cover is refused, the connection stays open', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice', { scopes: 'read:notifications' })
  const socket = await openSocket(address, { token: alice.token })

  for (const stream of ['user', 'public', 'direct', 'list', 'hashtag']) {
    socket.send({ type: 'subscribe', stream, tag: 'birds', list: '1' })
    const refused = await socket.next()
    assert.equal(refused.status, 401, stream)
  }
  await socket.subscribe('user:notification')
})

test('S-463 S-464 an update names its stream and carries the status as text', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice')
  const socket = await openSocket(address, { token: alice.token })
  await socket.subscribe('user')

  const status = await alice.publish('hello "world" 🐦')

  const frame = await socket.next()
  assert.deepEqual(Object.keys(frame), ['stream', 'event', 'payload'])
  assert.deepEqual(frame.stream, ['user'])
  assert.equal(frame.event, 'update')
  assert.deepEqual(JSON.parse(frame.payload ?? ''), status)
})

test('S-463 hashtag frames repeat the tag as the client wrote it', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice')
  const socket = await openSocket(address, { token: alice.token })
  await socket.subscribe('hashtag', { tag: 'Bírds' })

  await alice.publish('some #birds')

  assert.deepEqual((await socket.next()).stream, ['hashtag', 'Bírds'])
})

test('S-463 the stream may be named in the address', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice')
  const { token } = alice
  const user = await openSocket(address, { token, query: { stream: 'user' } })
  const tag = await openSocket(address, { token, query: { stream: 'hashtag', tag: 'birds' } })

  await alice.publish('#birds')

  assert.deepEqual((await user.next()).stream, ['user'])
  assert.deepEqual((await tag.next()).stream, ['hashtag', 'birds'])
})

test('S-463 after unsubscribing nothing comes from that stream', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice')
  const socket = await openSocket(address, { token: alice.token })
  await socket.subscribe('user')
  await socket.subscribe('public')
  socket.send({ type: 'unsubscribe', stream: 'user' })
  await socket.settle()

  await alice.publish('one')
  await alice.publish('two')

  assert.deepEqual((await socket.next()).stream, ['public'])
  assert.deepEqual((await socket.next()).stream, ['public'])
})

test('S-464 the payload of a delete is the bare id', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice')
  const status = await alice.publish('soon gone')
  const socket = await openSocket(address, { token: alice.token, query: { stream: 'user' } })

  assert.equal((await alice.delete(`/api/v1/statuses/${status.id}`)).statusCode, 200)

  assert.deepEqual(await socket.next(), { stream: ['user'], event: 'delete', payload: status.id })
})

test('S-465 what cannot be subscribed to is answered with an error; the connection stays open', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice')
  const socket = await openSocket(address, { token: alice.token })
  const cases = [
    [{ stream: 'nonsense' }, 400],
    [{}, 400],
    [{ stream: 'hashtag' }, 400],
    [{ stream: 'hashtag', tag: '' }, 400],
    [{ stream: 'list' }, 400],
    [{ stream: 'list', list: '113000000000000000' }, 401],
  ] as const

  for (const [asked, status] of cases) {
    socket.send({ type: 'subscribe', ...asked })
    const frame = await socket.next()
    assert.deepEqual(Object.keys(frame), ['error', 'status'])
    assert.equal(frame.status, status, JSON.stringify(asked))
  }
  await socket.subscribe('user')
})

test('S-465 messages that make no sense are ignored', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice')
  const socket = await openSocket(address, { token: alice.token })

  for (const text of ['{', '1', 'null', '[]', '{"type":"dance"}', '{"type":["subscribe"]}']) {
    socket.client.send(text)
  }

  await socket.subscribe('user')
})

test('S-465 a binary frame closes the connection with 1003', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice')
  const socket = await openSocket(address, { token: alice.token })

  socket.client.send(Buffer.from('{}'), { binary: true })

  assert.equal(await socket.closed, 1003)
})

test('S-465 subscribing twice brings everything once', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice')
  const socket = await openSocket(address, { token: alice.token })
  await socket.subscribe('hashtag', { tag: 'birds' })
  await socket.subscribe('hashtag', { tag: 'BIRDS' })

  const first = await alice.publish('#birds one')
  const second = await alice.publish('#birds two')

  assert.equal((await socket.nextPayload('update')).id, first.id)
  assert.equal((await socket.nextPayload('update')).id, second.id)
})

test('S-466 a client is pinged every 30 seconds and dropped if it did not answer by the next', async (t) => {
  await using server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice')
  t.mock.timers.enable({ apis: ['setInterval'] })
  const lively = await openSocket(address, { token: alice.token })
  const silent = await openSocket(address, { token: alice.token })
  Object.assign(silent.client, { pong() {} })
  silent.client.removeAllListeners('ping')
  const pinged = Promise.withResolvers<void>()
  lively.client.once('ping', () => pinged.resolve())

  await passSeconds(t, server, 30)
  await pinged.promise
  await lively.settle()
  await passSeconds(t, server, 30)

  assert.equal(await silent.closed, 1006)
  await lively.settle()
  t.mock.timers.reset()
})

test('S-471 plain HTTP finds nothing where the WebSocket is, and health says OK', async () => {
  await using server = await startTestServer()

  const plain = await server.anonymous.get('/api/v1/streaming')
  const health = await server.anonymous.get('/api/v1/streaming/health')

  assert.equal(plain.statusCode, 404)
  assert.ok(plain.json().error)
  assert.equal(health.statusCode, 200)
  assert.equal(health.body, 'OK')
  assert.match(String(health.headers['content-type']), /^text\/plain/)
})

test('when the server stops, its WebSockets are closed with 1001', async () => {
  const server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice')
  const socket = await openSocket(address, { token: alice.token })

  await server[Symbol.asyncDispose]()

  assert.equal(await socket.closed, 1001)
})

test('an upgrade to anything else is answered like any other request', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const ask = (path: string, upgrade: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${address}${path}`, { headers: { connection: 'Upgrade', upgrade } }, resolve).on(
        'error',
        reject,
      )
    })

  const health = await ask('/api/v1/streaming/health', 'h2c')
  const elsewhere = await ask('/api/v1/instance', 'websocket')
  const other = await ask('/api/v1/streaming', 'h2c')

  assert.deepEqual(
    [health, elsewhere, other].map((reply) => reply.resume().statusCode),
    [200, 200, 404],
  )
})
