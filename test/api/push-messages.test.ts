import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { PATH, start, subscribe } from '../support/push-stage.ts'

test('S-591 a push message speaks the language of whoever gets it', async () => {
  await using stage = await start()
  const { alice, bob, server, service, serverKey } = stage
  const { receiver } = await subscribe(stage, alice, '/modern', { standard: true })
  const setLocale = (locale: string) =>
    server.app.transact((tx) =>
      tx.db.updateTable('local_user').set({ locale }).where('id', '=', alice.userId).execute(),
    )
  await alice.follow(bob)
  for (const locale of ['ja', 'ar', 'en']) {
    await setLocale(locale)
    await bob.publish(`@alice ${locale}`)
    await server.settle()
  }

  const titles = service.messages.map(
    (message) => JSON.parse(receiver.text(message, serverKey)).title,
  )
  assert.deepEqual(titles, [
    'bob さんがあなたにメンションしました',
    'أشار إليك \u2068bob\u2069',
    'bob mentioned you',
  ])
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

test('S-494 the title of an emoji reaction says that somebody reacted', async () => {
  await using stage = await start()
  const { alice, bob, server, service } = stage
  const status = await alice.publish('look')
  const { receiver } = await subscribe(stage, alice, '/a')

  const reacted = await bob.put(
    `/api/v1/pleroma/statuses/${status.id}/reactions/${encodeURIComponent('👍')}`,
  )
  assert.equal(reacted.statusCode, 200, reacted.body)
  await server.settle()

  const read = service.messages.map((message) => receiver.read(message, stage.serverKey))
  assert.deepEqual(
    read.map(({ title }) => title),
    ['bob reacted to your post'],
  )
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
