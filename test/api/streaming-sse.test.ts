import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer, type TestServer } from '../support/server.ts'
import { openEvents, passSeconds } from '../support/streams.ts'

const bearer = (user: { token: string | null }) => ({ authorization: `Bearer ${user.token}` })

async function startWithAlice(scopes = 'read write') {
  const server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice', { scopes })
  return { server, address, alice }
}

test('S-462 an event stream opens with its headers and a first line', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server

  const events = await openEvents(address, 'user', bearer(alice))

  assert.equal(events.status, 200)
  assert.equal(events.headers['content-type'], 'text/event-stream')
  assert.equal(events.headers['cache-control'], 'private, no-store')
  assert.equal(events.headers['x-accel-buffering'], 'no')
  assert.equal(events.headers['access-control-allow-origin'], '*')
  assert.equal(await events.nextLine(), ':)')
  events.close()
})

test('S-462 an event is a line with its name, one with its payload and an empty one', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const events = await openEvents(address, 'user', bearer(alice))
  await events.nextLine()

  const status = await alice.publish('one\ntwo')

  assert.equal(await events.nextLine(), 'event: update')
  const data = await events.nextLine()
  assert.deepEqual(JSON.parse(data.replace(/^data: /, '')), status)
  assert.equal(await events.nextLine(), '')
  await alice.delete(`/api/v1/statuses/${status.id}`)
  assert.deepEqual(await events.next(), { event: 'delete', data: status.id })
  events.close()
})

test('S-462 a heartbeat comes every 15 seconds', async (t) => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  t.mock.timers.enable({ apis: ['setInterval'] })
  const events = await openEvents(address, 'user', bearer(alice))
  await events.nextLine()

  for (let beat = 1; beat <= 2; beat++) {
    await passSeconds(t, server, 15)
    assert.equal(await events.nextLine(), ':thump')
  }
  events.close()
  t.mock.timers.reset()
})

test('S-460 the token may be a query parameter; without a usable one it is a 401', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const application = await server.tokenFor(null, 'read')

  const events = await openEvents(address, `user?access_token=${alice.token}`, {})
  const refused = [
    await server.anonymous.get('/api/v1/streaming/user'),
    await application.get('/api/v1/streaming/user'),
    await server.anonymous.get('/api/v1/streaming/user?access_token=nonsense'),
  ]

  assert.equal(events.status, 200)
  for (const reply of refused) {
    assert.equal(reply.statusCode, 401, reply.body)
    assert.ok(reply.json().error)
  }
  events.close()
})

test('S-461 each stream needs its scope', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const statuses = await server.tokenFor(alice, 'read:statuses')
  const notifications = await server.tokenFor(alice, 'read:notifications')

  for (const path of ['user', 'public', 'public/local', 'direct', 'hashtag?tag=birds']) {
    const open = await openEvents(address, path, bearer(statuses))
    assert.equal(open.status, 200, path)
    open.close()
    assert.equal((await notifications.get(`/api/v1/streaming/${path}`)).statusCode, 401, path)
  }
  const own = await openEvents(address, 'user/notification', bearer(notifications))
  assert.equal(own.status, 200)
  own.close()
  assert.equal((await statuses.get('/api/v1/streaming/user/notification')).statusCode, 401)
})

test('S-462 S-465 an unknown path and a missing parameter are a 400, a foreign list is a 401', async () => {
  const { server, alice } = await startWithAlice()
  await using _ = server
  const cases = [
    ['nonsense', 400],
    ['public/nonsense', 400],
    ['hashtag', 400],
    ['hashtag/local', 400],
    ['list', 400],
    ['list?list=113000000000000000', 401],
  ] as const

  for (const [path, status] of cases) {
    const reply = await alice.get(`/api/v1/streaming/${path}`)
    assert.equal(reply.statusCode, status, path)
    assert.ok(reply.json().error, path)
  }
})

test('S-467 only_media chooses the media streams', async () => {
  const { server, address, alice } = await startWithAlice()
  await using _ = server
  const mediaId = await attachment(server, alice.id)
  const streams = await Promise.all(
    ['public', 'public/local'].map((path) =>
      openEvents(address, `${path}?only_media=true`, bearer(alice)),
    ),
  )

  await alice.publish('words')
  const picture = await alice.publish('a picture', { media_ids: [mediaId] })

  for (const events of streams) {
    assert.equal(JSON.parse((await events.next()).data).id, picture.id)
    events.close()
  }
})

test('when the server stops, its event streams end', async () => {
  const { server, address, alice } = await startWithAlice()
  const events = await openEvents(address, 'user', bearer(alice))

  await server[Symbol.asyncDispose]()

  await events.ended
})

test('HEAD finds no event stream', async () => {
  const { server, alice } = await startWithAlice()
  await using _ = server

  assert.equal((await alice.send('HEAD', '/api/v1/streaming/user')).statusCode, 404)
})

/** Id of a picture that waits to be posted. */
async function attachment(server: TestServer, accountId: string): Promise<string> {
  return server.app.transact(async (tx) => {
    const id = tx.newId()
    await tx.db
      .insertInto('media_attachment')
      .values({
        id,
        account_id: accountId,
        status_id: null,
        type: 'image',
        state: 'ready',
        file_key: 'media/a.png',
        preview_key: 'media/b.png',
        upload_key: null,
        content_type: 'image/png',
        size: 1,
        description: null,
        blurhash: null,
        meta: '{}',
        error: null,
        created_at: tx.now,
      })
      .execute()
    return id
  })
}
