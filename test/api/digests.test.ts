import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../src/features/notifications/jobs.ts'
import { MailRefused } from '../../src/kernel/mail/mail.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const DAY = 86_400_000

interface Scene extends AsyncDisposable {
  server: TestServer
  /** away for twenty days */
  ann: TestUser
  bob: TestUser
  /** mails to ann since the last call */
  look(): Promise<TestServer['mails']>
}

async function begin(): Promise<Scene> {
  const server = await startTestServer()
  const [ann, bob] = [await server.signUp('ann'), await server.signUp('bob')]
  await ann.follow(bob)
  await server.settle()
  await away(server, ann)
  server.clock.now += 20 * DAY
  await server.set('digest.after_days', 14)
  return {
    server,
    ann,
    bob,
    async look() {
      await jobs['notifications.find_digests']!.run(server.app, {}, 1)
      await server.settle()
      return server.mails.splice(0).filter(({ to }) => to === ann.email)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** As if somebody was last here some days ago. */
async function away({ app }: TestServer, user: TestUser, days = 0): Promise<void> {
  await app.transact(async (tx) => {
    await tx.db
      .updateTable('local_user')
      .set({ last_active_day: Math.floor(tx.now / DAY) - days })
      .where('id', '=', user.userId)
      .execute()
  })
}

/** as a browser that nobody signed in to */
async function visit({ http }: TestServer, method: 'GET' | 'POST', url: string, payload = '') {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const address = new URL(url)
  return http.inject({ method, url: address.pathname + address.search, payload, headers })
}

test('S-627 whoever was away is told by mail what they missed, once a week', async () => {
  await using scene = await begin()
  const { server, ann, bob, look } = scene
  await bob.publish('hello @ann <b>there</b>')
  await bob.publish('a secret for @ann', { visibility: 'direct' })
  const liked = await bob.publish('Everybody likes this')
  const carl = await server.signUp('carl')
  await carl.post(`/api/v1/statuses/${liked.id}/favourite`)
  await carl.follow(ann)
  await server.settle()

  const [mail, ...others] = await look()

  assert.deepEqual(others, [])
  assert.match(mail?.subject ?? '', /^What you missed at /)
  assert.match(mail?.text ?? '', /# 2 new mentions[^#]*hello @ann/)
  assert.match(mail?.text ?? '', /# 1 new follower\n\ncarl/)
  assert.match(
    mail?.text ?? '',
    /# Popular posts of people whom you follow\n\nbob\nEverybody likes this\nhttps?:/,
  )
  assert.doesNotMatch((mail?.text ?? '') + mail?.html, /secret/)
  assert.match(mail?.html ?? '', /&lt;b&gt;there/)
  assert.match(mail?.unsubscribe ?? '', /^https?:.*\/unsubscribe\/digest\?user=\d+&proof=/)

  assert.deepEqual(await look(), [])
  server.clock.now += 6 * DAY
  await bob.publish('once more @ann')
  assert.deepEqual(await look(), [])
  server.clock.now += DAY
  const [next] = await look()
  assert.match(next?.text ?? '', /# 1 new mention\n[^#]*once more/)
})

test('S-627 nothing new, no mail; and none where the owner did not turn it on', async () => {
  await using scene = await begin()
  const { server, bob, look } = scene
  assert.deepEqual(await look(), [])
  server.clock.now += 7 * DAY
  await bob.publish('hello @ann')
  await server.set('digest.after_days', 0)
  assert.deepEqual(await look(), [])
})

test('S-627 whoever is here, or was a short while ago, gets none', async () => {
  await using scene = await begin()
  const { server, ann, bob, look } = scene
  await bob.publish('hello @ann')
  server.clock.now -= 10 * DAY
  await away(server, ann)
  server.clock.now += 10 * DAY

  assert.deepEqual(await look(), [])

  server.clock.now += 4 * DAY
  await bob.publish('hello again @ann')
  assert.equal((await look()).length, 1)
})

test('S-627 posts that a filter matches and people who are muted are not in the mail', async () => {
  await using scene = await begin()
  const { server, ann, bob, look } = scene
  const filter = { title: 'x', context: ['home'], keywords_attributes: [{ keyword: 'spoiled' }] }
  assert.equal((await ann.post('/api/v2/filters', filter)).statusCode, 200)
  const carl = await server.signUp('carl')
  const dan = await server.signUp('dan')
  await ann.follow(carl)
  assert.equal((await ann.post(`/api/v1/accounts/${carl.id}/mute`)).statusCode, 200)
  await server.settle()
  await away(server, ann)
  server.clock.now += 20 * DAY
  for (const [author, text] of [
    [bob, 'spoiled ending'],
    [bob, 'what a day'],
    [carl, 'noise of carl'],
    [carl, 'noise for @ann'],
  ] as const) {
    const { id } = await author.publish(text)
    await server.settle()
    const other = author === bob ? carl : bob
    await other.post(`/api/v1/statuses/${id}/favourite`)
  }
  await dan.publish('noise before the mute of @ann')
  await server.settle()
  assert.equal((await ann.post(`/api/v1/accounts/${dan.id}/mute`)).statusCode, 200)
  await server.settle()
  await away(server, ann, 20)

  const [mail] = await look()

  assert.match(mail?.text ?? '', /what a day/)
  assert.doesNotMatch(mail?.text ?? '', /spoiled|noise/)
})

test('S-627 two processes and a crash after the mail was handed over never send two', async () => {
  await using scene = await begin()
  const { server, ann, bob, look } = scene
  await bob.publish('hello @ann')
  await server.settle()
  assert.equal((await look()).length, 1)

  const day = Math.floor(server.clock.now / DAY)
  const again = { userId: ann.userId, day }
  await bob.publish('more for @ann')
  await Promise.all(
    [1, 2].map((at) => jobs['notifications.send_digest']!.run(server.app, again, at)),
  )

  assert.deepEqual(
    server.mails.filter(({ to }) => to === ann.email),
    [],
  )
})

test('S-627 a digest that the mail server did not take is sent by the next try', async () => {
  await using scene = await begin()
  const { server, ann, bob } = scene
  await bob.publish('hello @ann')
  await server.settle()
  const payload = { userId: ann.userId, day: Math.floor(server.clock.now / DAY) }
  const run = () => jobs['notifications.send_digest']!.run(server.app, payload, 1)
  const failing = (error: Error) =>
    Object.defineProperty(server.mails, 'push', {
      configurable: true,
      value() {
        throw error
      },
    })

  failing(new Error('busy'))
  await assert.rejects(run(), /busy/)
  Reflect.deleteProperty(server.mails, 'push')
  await run()
  assert.equal(server.mails.length, 1)

  // an address that is refused for good is asked no more
  server.clock.now += 8 * DAY
  await bob.publish('more for @ann')
  await server.settle()
  failing(new MailRefused('550'))
  await jobs['notifications.find_digests']!.run(server.app, {}, 1)
  await server.settle()
  Reflect.deleteProperty(server.mails, 'push')
  server.clock.now += 8 * DAY
  await jobs['notifications.find_digests']!.run(server.app, {}, 1)
  await server.settle()
  assert.deepEqual(server.mails.slice(1), [])
})

test('S-628, A105 the link of a digest ends these mails without signing in, and nothing else does', async () => {
  await using scene = await begin()
  const { server, ann, bob, look } = scene
  await bob.publish('hello @ann')
  await server.settle()
  const [mail] = await look()
  const link = mail?.unsubscribe ?? ''
  const daysOf = async (user: TestUser) =>
    (
      await server.app.db
        .selectFrom('local_user')
        .select('digest_days')
        .where('id', '=', user.userId)
        .executeTakeFirstOrThrow()
    ).digest_days

  // a program that looks at the links of mails changes nothing
  assert.equal((await visit(server, 'GET', link)).statusCode, 200)
  assert.equal(await daysOf(ann), 7)
  const forged = new URL(link)
  forged.searchParams.set('user', bob.userId)
  assert.equal((await visit(server, 'POST', forged.href)).statusCode, 404)
  assert.equal((await visit(server, 'POST', link.replace(/proof=.*/, 'proof='))).statusCode, 404)
  assert.deepEqual([await daysOf(ann), await daysOf(bob)], [7, 7])

  const ended = await visit(server, 'POST', link, 'List-Unsubscribe=One-Click')
  assert.equal(ended.statusCode, 200)
  assert.deepEqual([await daysOf(ann), await daysOf(bob)], [0, 7])
  server.clock.now += 30 * DAY
  await bob.publish('hello @ann')
  assert.deepEqual(await look(), [])
})
