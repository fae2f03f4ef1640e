import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import {
  endSession,
  signOutEverywhere,
  startSession,
} from '../../src/features/identity/sessions.ts'
import { setDisabled } from '../../src/features/identity/sign-up/activation.ts'
import { deleteAccount } from '../../src/features/moderation/delete-account.ts'
import { revokeTokens } from '../../src/features/oauth/tokens.ts'
import type { Tx } from '../../src/kernel/core/tx.ts'
import { setAccount } from '../support/account-state.ts'
import { inTime } from '../support/in-time.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { openEvents, openSocket, refusedSocket, type TestSocket } from '../support/streams.ts'

const bearer = (user: { token: string | null }) => ({ authorization: `Bearer ${user.token}` })

async function startWithAlice() {
  const server = await startTestServer()
  const address = await server.listen()
  return { server, address, alice: await server.signUp('alice') }
}

/** Streams that the server holds. */
async function openStreams(server: TestServer): Promise<number> {
  const { body } = await server.anonymous.get('/metrics')
  const samples = [...body.matchAll(/^rookery_streams_open\S* (\d+)$/gm)]
  assert.ok(samples.length > 0, body)
  return samples.reduce((sum, [, value]) => sum + Number(value), 0)
}

async function tokenIdsOf(server: TestServer, user: TestUser): Promise<string[]> {
  const rows = await server.app.db
    .selectFrom('access_token')
    .select('id')
    .where('user_id', '=', user.userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

test('S-470 A46 a revoked token, a sign-out, a disabled login and a deletion close streams at once', async () => {
  const { server, address } = await startWithAlice()
  await using _ = server
  const ends: Record<string, (user: TestUser) => Promise<void>> = {
    revoked: async (user) => {
      const ids = await tokenIdsOf(server, user)
      await server.app.transact((tx) => revokeTokens(tx, ids))
    },
    signedout: ({ userId, id }) =>
      server.app.transact((tx) => signOutEverywhere(tx, { userId, accountId: id })),
    disabled: ({ userId }) => server.app.transact((tx) => setDisabled(tx, userId, true)),
    deleted: ({ id }) => server.app.transact((tx) => deleteAccount(tx, id)),
  }

  for (const [name, end] of Object.entries(ends)) {
    const user = await server.signUp(name)
    const socket = await openSocket(address, { token: user.token, query: { stream: 'user' } })
    const events = await openEvents(address, 'user', bearer(user))

    await end(user)

    assert.equal(
      await openStreams(server),
      0,
      `${name}: not only at the next look, which is each second`,
    )
    await inTime(Promise.all([socket.closed, events.ended]), name)
    assert.equal(await socket.closed, 1008, name)
    const refused = await refusedSocket(address, { token: user.token })
    assert.ok([401, 403].includes(refused.status), `${name} ${refused.status}`)
  }
})

test('A46 what another process voids closes streams within about a second', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  const cookie = await session(server, carol)
  const sockets = [
    await openSocket(address, { token: alice.token }),
    await openSocket(address, { token: bob.token }),
    await openSocket(address, { headers: { cookie, origin: 'https://rookery.test' } }),
  ]
  const other = await openSocket(address, { token: carol.token })

  // no event: this is what the database looks like after a command
  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('access_token')
      .set({ revoked_at: tx.now })
      .where('user_id', '=', alice.userId)
      .execute()
    await endSession(tx, cookie.slice(cookie.indexOf('=') + 1))
  })
  await setAccount(server, bob, { suspended_at: Date.now() })

  await inTime(Promise.all(sockets.map((socket) => socket.closed)), 'the streams are closed')
  await other.settle()
})

test('A46 a stream of a session ends with it, other streams of the user go on', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const kept = await server.tokenFor(alice, 'read')
  const socket = await openSocket(address, { token: kept.token })
  const revoked = await openSocket(address, { token: alice.token })
  const [first = ''] = await tokenIdsOf(server, alice)

  await server.app.transact((tx) => revokeTokens(tx, [first]))

  assert.equal(await revoked.closed, 1008)
  await socket.settle()
})

test('A47 a live feed that is switched off stays silent, except for who may view feeds', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const admin = await server.signUp('admin', { role: 'Admin' })
  const watching = await openSocket(address, { token: alice.token })
  for (const stream of ['public', 'public:local']) await watching.subscribe(stream)
  await watching.subscribe('hashtag', { tag: 'birds' })
  const staff = await openSocket(address, { token: admin.token, query: { stream: 'public' } })

  await server.set('timelines.live.local', 'disabled')
  await server.set('timelines.hashtag.local', 'disabled')
  const hidden = await alice.publish('#birds')
  assert.equal((await staff.nextPayload('update')).id, hidden.id)
  await server.set('timelines.live.local', 'authenticated')
  const shown = await alice.publish('#birds again')

  const timeline = (await alice.get('/api/v1/timelines/tag/birds')).json()
  assert.deepEqual(timeline, [])
  for (const stream of ['public', 'public:local']) {
    const frame = await watching.next()
    assert.deepEqual(frame.stream, [stream])
    assert.equal(JSON.parse(frame.payload ?? '').id, shown.id)
  }
})

test('A47 silenced, suspended and blocking authors are not streamed where they are not listed', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await carol.follow(bob)
  const status = await bob.publish('before')
  const watching = await openSocket(address, { token: alice.token, query: { stream: 'public' } })
  const home = await openSocket(address, { token: carol.token, query: { stream: 'user' } })
  /** How often an edit of the status reaches each of them. */
  const seenOfEdit = async () => {
    await server.app.transact(async (tx) => {
      tx.emit({ type: 'status.edited', statusId: status.id, accountId: bob.id })
    })
    const marker = await carol.publish('marker')
    const until = async (socket: TestSocket) => {
      for (let seen = 0; ; seen++) {
        const { payload = '' } = await socket.next()
        if (JSON.parse(payload).id === marker.id) return seen
      }
    }
    return { public: await until(watching), home: await until(home) }
  }

  assert.deepEqual(await seenOfEdit(), { public: 1, home: 1 })
  await setAccount(server, bob, { silenced_at: Date.now() })
  assert.deepEqual(await seenOfEdit(), { public: 0, home: 1 })
  await setAccount(server, bob, { silenced_at: null, suspended_at: Date.now() })
  assert.deepEqual(await seenOfEdit(), { public: 0, home: 0 })
  await setAccount(server, bob, { suspended_at: null })
  await server.app.transact((tx) => insertBlock(tx, bob.id, carol.id))
  assert.deepEqual(await seenOfEdit(), { public: 1, home: 0 })
})

test('A53 a session cookie streams for our own pages only', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const cookie = await session(server, alice)

  const ours = await openSocket(address, { headers: { cookie, origin: 'https://rookery.test' } })
  await ours.subscribe('user')
  const events = await openEvents(address, 'user', { cookie })
  assert.equal(events.status, 200)
  events.close()
  for (const headers of [{ cookie, origin: 'https://evil.test' }, { cookie }]) {
    assert.equal((await refusedSocket(address, { headers })).status, 401)
  }
  const foreign = await openEvents(address, 'user', { cookie, origin: 'https://evil.test' })
  assert.equal(foreign.status, 401)
})

/** The answer to a connection until it is closed. */
async function answerTo(address: string, request: string): Promise<string> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  let answer = ''
  socket.on('data', (text) => {
    answer += text
  })
  socket.on('error', () => {}).once('close', () => resolve())
  socket.write(request)
  await inTime(closed, 'the connection is closed')
  return answer
}

const UPGRADE = 'host: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n'

test('A138 an upgrade that has a body, or follows an unfinished answer, ends one connection', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const upgrade = `GET /api/v1/streaming HTTP/1.1\r\n${UPGRADE}`
  const first = 'GET /api/v1/instance HTTP/1.1\r\nhost: a\r\n\r\n'

  const withBody = await answerTo(address, `${upgrade}content-length: 5\r\n\r\nhello`)
  const halfBody = await answerTo(address, `${upgrade}content-length: 5\r\n\r\nh`)
  const chunked = await answerTo(address, `${upgrade}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`)
  await answerTo(address, `${first}${upgrade}\r\n`)

  for (const answer of [withBody, halfBody, chunked]) assert.match(answer, /^HTTP\/1\.1 4\d\d /)
  const socket = await openSocket(address, { token: alice.token, query: { stream: 'user' } })
  const { id } = await alice.publish('still here')
  assert.equal((await socket.nextPayload('update')).id, id)
})

test('A54 an account has at most a hundred streams open', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const bob = await server.signUp('bob')
  const sockets = await Promise.all(
    Array.from({ length: 100 }, () => openSocket(address, { token: alice.token })),
  )

  const refused = await refusedSocket(address, { token: alice.token })
  const events = await openEvents(address, 'user', bearer(alice))
  await openSocket(address, { token: bob.token })
  sockets[0]?.client.close()
  await sockets[0]?.closed

  assert.equal(refused.status, 429)
  assert.equal(events.status, 429)
  await openSocket(address, { token: alice.token })
})

test('A54 a connection listens to at most a hundred streams', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const socket = await openSocket(address, { token: alice.token })
  for (let at = 0; at < 100; at++) {
    socket.send({ type: 'subscribe', stream: 'hashtag', tag: `birds${at}` })
  }

  socket.send({ type: 'subscribe', stream: 'hashtag', tag: 'onemore' })

  assert.equal((await socket.next()).status, 400)
  socket.send({ type: 'unsubscribe', stream: 'hashtag', tag: 'birds1' })
  await socket.subscribe('hashtag', { tag: 'onemore' })
  socket.send({ type: 'subscribe', stream: 'hashtag', tag: 'x'.repeat(201) })
  assert.equal((await socket.next()).status, 400)
})

test('A54 a message over 64 KiB closes the connection', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const socket = await openSocket(address, { token: alice.token })

  socket.send({ type: 'x'.repeat(70_000) })

  assert.equal(await socket.closed, 1009)
})

test('A54 who does not read is cut off, the others get everything', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const tags = Array.from({ length: 80 }, (_, at) => `t${at}x`)
  const listen = async () => {
    const socket = await openSocket(address, { token: alice.token })
    for (const tag of tags) socket.send({ type: 'subscribe', stream: 'hashtag', tag })
    await socket.settle()
    return socket
  }
  const [lazy, eager] = [await listen(), await listen()]
  lazy.client.pause()

  const text = tags.map((tag) => `#${tag}`).join(' ')
  for (let round = 0; round < 12; round++) {
    await alice.publish(text)
    for (let frame = 0; frame < tags.length; frame++) await eager.next()
  }

  lazy.client.resume()
  assert.equal(await lazy.closed, 1006)
})

/** A block that has not yet emptied the home timeline of who is blocked. */
async function insertBlock(tx: Tx, accountId: string, targetId: string): Promise<void> {
  await tx.db
    .insertInto('block')
    .values({
      id: tx.newId(),
      account_id: accountId,
      target_id: targetId,
      uri: null,
      created_at: tx.now,
    })
    .execute()
}

/** The cookie of a new browser session. */
async function session(server: TestServer, { userId }: TestUser): Promise<string> {
  const input = { userId, ip: null, userAgent: null, replaces: null }
  return `rookery_session=${await server.app.transact((tx) => startSession(tx, input))}`
}
