import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { App } from '../../src/app.ts'
import { NOTIFICATION_TYPES } from '../../src/notifications/types.ts'
import { setDisabled } from '../../src/oauth/activation.ts'
import { revokeTokens } from '../../src/oauth/tokens.ts'
import type { TestClient } from '../support/client.ts'
import { PushReceiver, type PushService, startPushService } from '../support/push-service.ts'
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { PageClient } from '../web/page-client.ts'

const PATH = '/api/v1/push/subscription'
const HOUR = 3_600_000

interface Stage extends AsyncDisposable {
  server: TestServer
  service: PushService
  alice: TestUser
  bob: TestUser
  serverKey: string
}

async function start(): Promise<Stage> {
  const service = await startPushService()
  const server = await startTestServer({ egressAllow: ['127.0.0.1/32'] })
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  return {
    server,
    service,
    alice,
    bob,
    serverKey: server.app.keys.vapid.publicKey,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

const ALL_ALERTS = Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, true]))

async function subscribe(
  stage: Stage,
  client: TestClient,
  path: string,
  more: { standard?: boolean; alerts?: object; policy?: string } = {},
) {
  const { standard = true, alerts = ALL_ALERTS, policy } = more
  const receiver = new PushReceiver(`${stage.service.origin}${path}`)
  const data = { alerts, ...(policy === undefined ? {} : { policy }) }
  const body = { subscription: receiver.subscription({ standard }), data }
  const response = await client.post(PATH, body)
  assert.equal(response.statusCode, 200, response.body)
  return { receiver, entity: response.json() }
}

const count = async (app: App) =>
  (await app.db.selectFrom('push_subscription').select('id').execute()).length

test('S-490 S-491 S-492 S-496 a token has one subscription, whose wishes can be changed', async () => {
  await using stage = await start()
  const { alice, bob, server, serverKey } = stage

  assert.equal((await alice.get(PATH)).statusCode, 404)
  const first = await subscribe(stage, alice, '/first', {
    alerts: { mention: true, follow_request: 'false', reblog: '1', nonsense: true },
  })
  assert.deepEqual(first.entity, {
    id: first.entity.id,
    endpoint: first.receiver.endpoint,
    standard: true,
    alerts: { mention: true, follow_request: false, reblog: true },
    server_key: serverKey,
    policy: 'all',
  })
  const second = await subscribe(stage, alice, '/second', { standard: false, policy: 'followed' })
  assert.notEqual(second.entity.id, first.entity.id)
  assert.deepEqual(second.entity.alerts, ALL_ALERTS)
  assert.equal(second.entity.standard, false)
  assert.deepEqual((await alice.get(PATH)).json(), second.entity)
  assert.equal(await count(server.app), 1)
  assert.equal((await bob.get(PATH)).statusCode, 404, 'A51')

  for (const [method, policy] of [
    ['put', 'follower'],
    ['patch', 'none'],
  ] as const) {
    const changed = await alice[method](PATH, { data: { alerts: { poll: true }, policy } })
    assert.equal(changed.statusCode, 200, changed.body)
    assert.deepEqual(changed.json(), { ...second.entity, alerts: { poll: true }, policy })
  }
  const form = 'data[alerts][status]=true&policy=all'
  const byForm = await alice.put(PATH, form, {
    'content-type': 'application/x-www-form-urlencoded',
  })
  assert.deepEqual(byForm.json().alerts, { status: true })
  assert.equal((await bob.put(PATH, { data: { alerts: {} } })).statusCode, 404)

  for (let time = 1; time <= 2; time++) {
    const gone = await alice.delete(PATH)
    assert.equal(gone.statusCode, 200, gone.body)
    assert.deepEqual(gone.json(), {})
  }
  assert.equal((await alice.get(PATH)).statusCode, 404)
})

test('S-490 what cannot be used is refused, and needs the scope push', async () => {
  await using stage = await start()
  const { alice, server } = stage
  const { keys } = new PushReceiver('').subscription()
  const good = { endpoint: 'https://push.example.net/x', keys }
  const send = (subscription: object) => alice.post(PATH, { subscription })
  const refused: [object, number][] = [
    [{ ...good, endpoint: 'nowhere' }, 422],
    [{ ...good, endpoint: 'ftp://push.example.net/' }, 422],
    [{ ...good, endpoint: 'https://user@push.example.net/' }, 422],
    [{ ...good, endpoint: 'http://2130706433/' }, 422],
    [{ ...good, endpoint: `https://push.example.net/${'x'.repeat(3000)}` }, 422],
    [{ ...good, keys: { ...keys, p256dh: 'AAAA' } }, 422],
    [{ ...good, keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64') } }, 422],
    [{ ...good, keys: { ...keys, auth: 'short' } }, 422],
    [{ ...good, keys: {} }, 422],
    [{ endpoint: good.endpoint }, 400],
    [{ keys }, 400],
  ]

  for (const [subscription, status] of refused) {
    const response = await send(subscription)
    assert.equal(response.statusCode, status, `${JSON.stringify(subscription)}: ${response.body}`)
  }
  assert.equal((await alice.post(PATH, {})).statusCode, 400)
  assert.equal((await alice.post(PATH, { data: {} })).statusCode, 400)
  const policy = await alice.post(PATH, { subscription: good, data: { policy: 'some' } })
  assert.equal(policy.statusCode, 422, policy.body)
  assert.equal(await count(server.app), 0)
  const padded = { ...keys, auth: Buffer.from(keys.auth, 'base64url').toString('base64') }
  assert.equal((await send({ ...good, keys: padded })).statusCode, 200)
  const other = await server.tokenFor(alice, 'read write follow')
  assert.equal((await other.post(PATH, { subscription: good })).statusCode, 403)
  assert.equal((await server.anonymous.get(PATH)).statusCode, 401)
})

test('S-494 a notification arrives encrypted, by the standard and as before it', async () => {
  await using stage = await start()
  const { alice, bob, server, service, serverKey } = stage
  await bob.patch('/api/v1/accounts/update_credentials', {
    display_name: 'Bob the Rook',
    note: 'Builds nests',
  })
  await server.set('contact_email', 'post@rookery.test')
  const older = await server.tokenFor(alice, 'push')
  const modern = await subscribe(stage, alice, '/modern', { standard: true })
  const legacy = await subscribe(stage, older, '/legacy', { standard: false })

  // private mentions by strangers would be kept back
  await alice.follow(bob)
  await bob.follow(alice)
  await server.settle()
  const status = `@alice ${'<b>&amp; '.repeat(30)}end`
  await bob.publish(status, { visibility: 'direct' })
  await bob.publish('@alice secret', { spoiler_text: 'About nests' })
  await server.settle()

  assert.equal(service.messages.length, 6)
  const stored = await server.app.db
    .selectFrom('push_subscription')
    .select(['id', 'number'])
    .execute()
  const listed = (await alice.get('/api/v1/notifications')).json()
  for (const [{ receiver, entity }, token] of [
    [modern, alice.token],
    [legacy, older.token],
  ] as const) {
    const path = new URL(receiver.endpoint).pathname
    const own = service.messages.filter((message) => message.path === path)
    for (const { headers } of own) {
      assert.equal(headers.ttl, '172800')
      assert.equal(headers.urgency, 'normal')
      assert.equal(headers['content-type'], 'application/octet-stream')
      const { id } = stored.find(({ number }) => number === entity.id)!
      const link = `https://rookery.test/api/web/push_subscriptions/${id}-`
      assert.ok(String(headers['unsubscribe-url']).startsWith(link))
    }
    const texts = own.map((message) => receiver.text(message, serverKey))
    const read = texts.map((text) => JSON.parse(text))
    const [follow, mentions] = [read[0], read.slice(1)]
    assert.deepEqual(follow, {
      access_token: token,
      preferred_locale: 'en',
      notification_id: follow.notification_id,
      notification_type: 'follow',
      icon: follow.icon,
      title: 'Bob the Rook now follows you',
      body: 'Builds nests',
    })
    assert.ok(URL.canParse(follow.icon))
    assert.ok(texts[0]!.includes(`"notification_id":${listed.at(-1).id},`))
    assert.equal(own[0]?.headers.topic, listed.at(-1).id)
    const [long, warned] = mentions.sort((a, b) => b.body.length - a.body.length)
    assert.match(long.body, /^@alice (<b>&amp; )+/)
    assert.equal([...long.body].length, 140)
    assert.ok(long.body.endsWith('…'))
    assert.equal(warned.body, 'About nests')
    assert.equal(warned.title, 'Bob the Rook mentioned you')
  }
})

test('S-493 alerts and policy decide, and what is filtered is not told of', async () => {
  await using stage = await start()
  const { alice, bob, server, service } = stage
  const carol = await server.signUp('carol')
  const dave = await server.signUp('dave')
  await alice.follow(bob)
  await carol.follow(alice)
  await server.settle()
  const mentioned = async () => {
    service.messages.length = 0
    for (const user of [bob, carol, dave]) await user.publish('@alice hello')
    await server.settle()
    return service.messages.length
  }
  const told = async (more: Parameters<typeof subscribe>[3]) => {
    const { receiver } = await subscribe(stage, alice, '/a', more)
    const number = await mentioned()
    const read = service.messages.map((message) => receiver.read(message, stage.serverKey))
    return [number, read.map(({ title }) => title.split(' ')[0]).join()]
  }

  assert.equal((await told({ policy: 'all' }))[0], 3)
  assert.deepEqual(await told({ policy: 'followed' }), [1, 'bob'])
  assert.deepEqual(await told({ policy: 'follower' }), [1, 'carol'])
  assert.equal((await told({ policy: 'none' }))[0], 0)
  assert.equal((await told({ alerts: { favourite: true } }))[0], 0)
  assert.equal((await told({ alerts: { mention: false } }))[0], 0)
  assert.equal((await told({}))[0], 3)
  await alice.post(`/api/v1/accounts/${dave.id}/mute`)
  assert.equal(await mentioned(), 2)
  service.messages.length = 0
  await bob.publish('@alice filtered')
  await server.app.transact((tx) =>
    tx.db.updateTable('notification').set({ filtered: true }).execute(),
  )
  await server.settle()
  assert.equal(service.messages.length, 0)
})

test('S-495 a subscription that the push service does not know is deleted', async () => {
  await using stage = await start()
  const { alice, bob, server, service } = stage

  for (const status of [400, 403, 404, 410, 413]) {
    await subscribe(stage, alice, '/gone')
    service.answers.set('/gone', { status })
    service.messages.length = 0
    await bob.publish('@alice one')
    await server.settle()

    assert.equal((await alice.get(PATH)).statusCode, 404, String(status))
    assert.equal(service.messages.length, 1)
  }
})

test('S-495 what fails is sent again later, once, and never after 48 hours', async () => {
  await using stage = await start()
  const { alice, bob, server, service } = stage
  await subscribe(stage, alice, '/busy')
  const wait = (ms: number) => {
    server.clock.now += ms
    return server.settle()
  }

  service.answers.set('/busy', { status: 429, headers: { 'retry-after': '600' } })
  await bob.publish('@alice one')
  await server.settle()
  await wait(500_000)
  assert.equal(service.messages.length, 1, 'it waits as long as it was asked to')
  service.answers.set('/busy', { status: 500 })
  await wait(150_000)
  assert.equal(service.messages.length, 2)
  service.answers.set('/busy', { status: 408 })
  await wait(HOUR)
  assert.equal(service.messages.length, 3)
  service.answers.delete('/busy')
  await wait(HOUR)
  await wait(HOUR)
  assert.equal(service.messages.length, 4, 'sent again until it is taken, and then no more')
  assert.equal((await alice.get(PATH)).statusCode, 200)
  assert.equal(new Set(service.messages.map(({ headers }) => headers.topic)).size, 1)

  service.answers.set('/busy', { status: 503, headers: { 'retry-after': '3600' } })
  await bob.publish('@alice two')
  await server.settle()
  assert.equal(service.messages.length, 5)
  await wait(48 * HOUR)
  assert.equal(service.messages.length, 5)
  await wait(6 * 24 * HOUR)
  await bob.publish('@alice three')
  await server.settle()
  assert.equal((await alice.get(PATH)).statusCode, 404, 'a week of failures is the end')
  const parked = await server.app.db
    .selectFrom('job')
    .where('kind', 'like', 'push%')
    .selectAll()
    .execute()
  assert.deepEqual(parked, [])
})

test('a notification and its push are one transaction, and nobody pays who has no subscription', async () => {
  await using stage = await start()
  const { alice, bob, server } = stage
  const jobs = () =>
    server.app.db.selectFrom('job').where('kind', '=', 'push.send').selectAll().execute()

  await bob.publish('@alice one')
  assert.deepEqual(await jobs(), [])
  await subscribe(stage, alice, '/a')
  await bob.publish('@alice two @bob')

  const queued = await jobs()
  assert.equal(queued.length, 1, 'it is there when the request is answered')
  await server.settle()
  assert.equal(stage.service.messages.length, 1)
  await server.app.transact((tx) =>
    tx.db
      .insertInto('job')
      .values(queued.map((job) => ({ ...job, payload: JSON.stringify(job.payload) })))
      .execute(),
  )
  await server.settle()
  const topics = stage.service.messages.map(({ headers }) => headers.topic)
  assert.deepEqual(topics, [topics[0], topics[0]], 'run twice, it replaces itself')
})

test('A46 a token that is revoked, signed out or barred is not told any more', async () => {
  await using stage = await start()
  const { alice, bob, server, service } = stage
  const mention = async () => {
    service.messages.length = 0
    await bob.publish('@alice hello')
    await server.settle()
    return service.messages.length
  }
  const tokens = await server.app.db.selectFrom('access_token').select(['id', 'user_id']).execute()
  const { id: tokenId } = tokens.find(({ user_id }) => user_id === alice.userId)!
  const other = await server.tokenFor(alice, 'push read')
  await subscribe(stage, alice, '/one')
  await subscribe(stage, other, '/two')
  assert.equal(await mention(), 2)

  await server.app.transact((tx) => setDisabled(tx, alice.userId, true))
  assert.equal(await mention(), 0)
  await server.app.transact((tx) => setDisabled(tx, alice.userId, false))
  assert.equal(await mention(), 2)

  await bob.publish('@alice queued before the token was void')
  service.messages.length = 0
  await server.app.transact((tx) => revokeTokens(tx, [tokenId]))
  await server.settle()
  assert.deepEqual(
    service.messages.map(({ path }) => path),
    ['/two'],
  )
  assert.equal(await count(server.app), 1)

  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  await browser.get('/settings/account')
  const changed = await browser.submit('/settings/account/password', {
    'user[current_password]': PASSWORD,
    'user[password]': 'another long password',
  })
  assert.equal(changed.statusCode, 302, changed.body)
  assert.equal(await count(server.app), 0)
})

test('Unsubscribe-URL ends a subscription without a token, and no forged one does', async () => {
  await using stage = await start()
  const { alice, bob, server, service } = stage
  const { entity } = await subscribe(stage, alice, '/a')
  await bob.publish('@alice hello')
  await server.settle()
  const link = new URL(String(service.messages[0]?.headers['unsubscribe-url'])).pathname

  for (const forged of [
    entity.id,
    `${entity.id}-${'A'.repeat(43)}`,
    `x${link.split('/').at(-1)}`,
  ]) {
    const response = await server.anonymous.delete(`/api/web/push_subscriptions/${forged}`)
    assert.equal(response.statusCode, 404, forged)
  }
  assert.equal(await count(server.app), 1)
  for (let time = 1; time <= 2; time++) {
    const response = await server.anonymous.delete(link)
    assert.equal(response.statusCode, 200, response.body)
    assert.deepEqual(response.json(), {})
  }
  assert.equal(await count(server.app), 0)
})

test('a browser subscribes by its session, whose end is the end of it', async () => {
  await using stage = await start()
  const { alice, bob, server, service, serverKey } = stage
  const path = '/api/web/push_subscriptions'
  const receiver = new PushReceiver(`${service.origin}/browser`)
  const body = {
    subscription: receiver.subscription({ standard: true }),
    data: { alerts: ALL_ALERTS },
  }
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  await browser.get('/settings/account')
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const call = (method: string, url: string, payload: object, token = browser.csrfToken) =>
    browser.send(method as 'POST', url, JSON.stringify(payload), {
      ...headers,
      'x-csrf-token': token,
    })

  assert.equal((await alice.post(path, body)).statusCode, 401, 'a token is no session')
  assert.notEqual((await call('POST', path, body, 'wrong')).statusCode, 200, 'A53')
  const made = await call('POST', path, body)
  assert.equal(made.statusCode, 200, made.body)
  const { id } = made.json()
  const known = await browser.get('/api/v1/push/subscription', { accept: 'application/json' })
  assert.equal(known.json().endpoint, receiver.endpoint)
  const changed = await call('PUT', `${path}/${id}`, { data: { alerts: { mention: true } } })
  assert.deepEqual(changed.json().alerts, { mention: true })
  const other = await subscribe(stage, bob, '/bob')
  const foreign = await call('PUT', `${path}/${other.entity.id}`, { data: { alerts: {} } })
  const unknown = await call('PUT', `${path}/108020000000000000`, { data: { alerts: {} } })
  assert.equal(foreign.statusCode, 404)
  assert.equal(foreign.body, unknown.body, 'A51 A52')

  await bob.publish('@alice hello')
  await server.settle()
  const read = receiver.read(service.messages[0]!, serverKey)
  assert.equal(read.access_token, null, 'no token is made for a browser that has a cookie')
  assert.equal(read.account_id, alice.id)
  assert.equal(read.url, `/@bob/${read.status_id}`, 'a browser is told where to go')
  await browser.get('/settings/account')
  await browser.submit('/auth/sign_out', {})
  assert.equal(await count(server.app), 1)
})

test('one account has fifty subscriptions at most', async () => {
  await using stage = await start()
  const { alice, server } = stage
  const { receiver } = await subscribe(stage, alice, '/first')
  const [row] = await server.app.db.selectFrom('push_subscription').selectAll().execute()
  await server.app.transact(async (tx) => {
    const { alerts: _, ...rest } = row!
    for (let number = 0; number < 50; number++) {
      const session = {
        id: tx.newId(),
        user_id: alice.userId,
        token_hash: `hash ${number}`,
        ip: null,
        user_agent: null,
        created_at: tx.now,
        last_used_at: tx.now,
        expires_at: tx.now + HOUR,
      }
      await tx.db.insertInto('session').values(session).execute()
      const own = {
        ...rest,
        id: tx.newId(),
        number: 1000 + number,
        access_token_id: null,
        session_id: session.id,
        alerts: '{}',
      }
      await tx.db.insertInto('push_subscription').values(own).execute()
    }
  })
  const other = await server.tokenFor(alice, 'push')

  await subscribe(stage, other, '/newest')

  assert.equal(await count(server.app), 50)
  const endpoints = await server.app.db.selectFrom('push_subscription').select('endpoint').execute()
  assert.ok(endpoints.some(({ endpoint }) => endpoint.endsWith('/newest')))
  assert.equal((await alice.get(PATH)).statusCode, 404, `${receiver.endpoint} was the oldest`)
})
