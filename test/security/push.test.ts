import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PushReceiver, startPushService } from '../support/push-service.ts'
import { startTestServer } from '../support/server.ts'
import { serve } from './loopback.ts'

const PATH = '/api/v1/push/subscription'
const DATA = { alerts: { mention: true } }

test('A26 A29 A31 no endpoint makes us ask what is not public, by redirect neither', async () => {
  const asked: string[] = []
  await using inner = await serve((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(201).end()
  }, '127.0.0.2')
  await using service = await startPushService()
  service.answers.set('/away', { status: 307, headers: { location: `${inner.url}/redirected` } })
  await using server = await startTestServer({ egressAllow: ['127.0.0.1/32'] })
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const tell = async (endpoint: string) => {
    const subscription = new PushReceiver(endpoint).subscription({ standard: true })
    const response = await alice.post(PATH, { subscription, data: DATA })
    assert.equal(response.statusCode, 200, response.body)
    await bob.publish('@alice hello')
    await server.settle()
  }

  await tell(`${inner.url}/direct`)
  await tell(`https://127.0.0.2:${inner.port}/direct`)
  await tell('https://[::ffff:7f00:2]/')
  await tell('https://metadata.internal/')
  await tell(`${service.origin}/away`)

  assert.deepEqual(asked, [])
  assert.equal(inner.connections(), 0)
  assert.deepEqual(
    service.messages.map(({ path }) => path),
    ['/away'],
  )
  const { failing_since: failing } = await server.app.db
    .selectFrom('push_subscription')
    .select('failing_since')
    .executeTakeFirstOrThrow()
  assert.notEqual(failing, null)
})

test('A26 A28 A32 what can never be asked is refused at once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { keys } = new PushReceiver('').subscription()

  for (const endpoint of [
    'http://push.example.net/',
    'https://localhost/',
    'https://router/',
    'https://metadata.internal/',
    'https://0x7f.1/',
    'https://push.example.net:25/',
    'https://push.example.net/a\r\nx: y',
    'file:///etc/passwd',
    'data:,x',
  ]) {
    const response = await alice.post(PATH, { subscription: { endpoint, keys }, data: DATA })
    assert.equal(response.statusCode, 422, `${endpoint}: ${response.body}`)
  }
})

test('A34 an endless reply ends, and costs nobody else a message', async () => {
  await using hostile = await serve((_, response) => {
    response.writeHead(201)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more)
    more()
  })
  await using service = await startPushService()
  await using server = await startTestServer({ egressAllow: ['127.0.0.1/32'] })
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const mallory = await server.signUp('mallory')
  const subscribe = (user: typeof alice, endpoint: string) =>
    user.post(PATH, { subscription: new PushReceiver(endpoint).subscription(), data: DATA })
  await subscribe(mallory, `${hostile.url}/x`)
  await subscribe(alice, `${service.origin}/alice`)

  await bob.publish('@mallory @alice hello')
  await bob.publish('@mallory @alice again')
  await server.settle()

  assert.equal(service.messages.length, 2)
  const waiting = await server.app.db
    .selectFrom('job')
    .select('kind')
    .where('kind', 'like', 'push%')
    .execute()
  assert.ok(
    waiting.every(({ kind }) => kind === 'push.retry'),
    'in places of their own',
  )
  assert.equal(waiting.length, 2)
})
