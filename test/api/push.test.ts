import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setDisabled } from '../../src/features/identity/sign-up/activation.ts'
import { revokeTokens } from '../../src/features/oauth/tokens.ts'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { entityOf } from '../support/entities.ts'
import { PushReceiver } from '../support/push-service.ts'
import { ALL_ALERTS, count, PATH, start, subscribe } from '../support/push-stage.ts'
import { PASSWORD } from '../support/server.ts'
import { PageClient } from '../web/page-client.ts'

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

test('S-608 somebody sees all that is pushed to, and ends each of them', async () => {
  await using stage = await start()
  const { alice, bob } = stage
  const devices = '/api/rookery/v1/push_subscriptions'
  assert.deepEqual((await alice.get(devices)).json(), [])
  const alerts = { mention: true, follow: true, poll: false }
  await subscribe(stage, alice, '/first', { alerts, policy: 'followed' })
  await subscribe(stage, bob, '/other')

  const [mine] = entityOf(await alice.get(devices), 'PushDevice[]')

  assert.partialDeepStrictEqual(mine, { policy: 'followed', kinds: 2, failing: false })
  assert.ok(mine?.application)
  assert.equal((await bob.delete(`${devices}/${mine?.id}`)).statusCode, 404, 'A51')
  assert.equal((await alice.delete(`${devices}/${mine?.id}`)).statusCode, 200)
  assert.deepEqual((await alice.get(devices)).json(), [])
  assert.equal((await bob.get(devices)).json().length, 1)
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
