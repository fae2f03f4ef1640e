import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, MINUTE } from '../../src/kernel/base/durations.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { createOf, noteTo, updateOf } from '../support/notes.ts'
import type { Json } from '../support/peer.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const SCOPES = ['accounts', 'blocks', 'bookmarks', 'favourites', 'filters', 'follows', 'lists']
/** tokens that an application has for itself, at most */
const MOST_TOKENS = 20
/** token requests of one network in five minutes */
const MOST_REQUESTS = 60
/** custom emoji of one server that are kept */
const MOST_EMOJIS = 20_000
const CHUNK = 500

test('A80 an application has so many tokens of its own, whatever scopes it asks for, void ones too', async () => {
  await using server = await startTestServer()
  const client = await registerApp(server)
  const first = await client.token('read:accounts')

  for (let at = 2; at < 60; at++) await client.token(scopesNumber(at))
  for (let at = 0; at < 30; at++) await client.revoke((await client.token('read')).access_token)

  assert.equal(await client.countTokens(), MOST_TOKENS)
  const latest = await client.token('read')
  assert.equal((await client.token('read')).access_token, latest.access_token)
  assert.equal(await client.verify(latest.access_token), 200)
  assert.equal(await client.verify(first.access_token), 401)
})

test('A80 S-566 a network gets so many tokens in five minutes', async () => {
  await using server = await startTestServer({ rateLimits: true })
  const client = await registerApp(server)

  for (let at = 0; at < MOST_REQUESTS; at++) assert.ok((await client.token('read')).access_token)
  assert.equal((await client.ask('read')).statusCode, 429)
  server.clock.now += 5 * MINUTE
  assert.equal((await client.ask('read')).statusCode, 200)
})

test('A80 a poll of another server is waited for by one job, however often its end moves', async () => {
  await using both = await startHomeAndPeer()
  const mallory = both.peer.addActor('mallory')
  const named = { uri: both.aliceUri, username: 'alice' }
  const now = Date.now()
  const question = (endsIn: number) =>
    noteTo(mallory, 'poll', named, {
      type: 'Question',
      oneOf: [{ name: 'a' }, { name: 'b' }],
      endTime: new Date(now + endsIn).toISOString(),
    })
  const again = (document: Json, at: number) =>
    both.deliver(mallory, { ...updateOf(document, now - MINUTE), id: `${document.id}#${at}` })
  const jobs = () =>
    both.home.app.db.selectFrom('job').select('run_at').where('kind', '=', 'poll.expire').execute()
  await both.deliver(mallory, createOf(question(9000 * DAY)))

  for (let at = 1; at < 6; at++) await again(question((9000 + at) * DAY), at)
  const far = await jobs()
  await again(question(2 * DAY), 6)
  const near = await jobs()
  const { type: _, oneOf: __, ...plain } = question(0)
  await both.deliver(mallory, updateOf({ ...plain, type: 'Note' }, now))

  assert.equal(far.length, 1)
  assert.ok(far[0]!.run_at < now + 31 * DAY, 'what is gone by then is not waited for')
  assert.deepEqual(near, [{ run_at: now + 2 * DAY }])
  assert.deepEqual(await jobs(), [], 'the post has no poll any more')
})

test('A80 a poll that ends in years is looked at until it ends', async () => {
  await using both = await startHomeAndPeer()
  const mallory = both.peer.addActor('mallory')
  const { clock, app } = both.home
  const end = clock.now + 40 * DAY
  const named = { uri: both.aliceUri, username: 'alice' }
  const question = { type: 'Question', oneOf: [{ name: 'a' }, { name: 'b' }] }
  const endTime = new Date(end).toISOString()
  await both.deliver(mallory, createOf(noteTo(mallory, 'poll', named, { ...question, endTime })))
  const [status] = await both.stored()
  await both.alice.post(`/api/v1/polls/${status?.poll_id}/votes`, { choices: [0] })
  const waiting = () =>
    app.db.selectFrom('job').select('run_at').where('kind', '=', 'poll.expire').execute()

  clock.now += 31 * DAY
  await both.settle()
  assert.deepEqual(await waiting(), [{ run_at: end }])
  clock.now = end
  await both.settle()

  assert.deepEqual(await waiting(), [])
  const types = (await both.alice.notifications()).map(({ type }) => type)
  assert.ok(types.includes('poll'), `${types}`)
})

test('A80 of the emoji of one server so many are kept; those stay up to date', async () => {
  await using both = await startHomeAndPeer()
  const mallory = both.peer.addActor('mallory')
  const { db } = both.home.app
  await both.deliver(mallory, showing([emoji('known')]))
  const known = await db.selectFrom('custom_emoji').selectAll().executeTakeFirstOrThrow()
  for (let at = 1; at < MOST_EMOJIS; at += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, MOST_EMOJIS - at) }, (_, more) => ({
      ...known,
      id: String(BigInt(known.id) + BigInt(at + more)),
      shortcode: `e${at + more}`,
    }))
    await both.home.app.transact(async (tx) => {
      await tx.db.insertInto('custom_emoji').values(rows).execute()
    })
  }

  await both.deliver(mallory, showing([emoji('unknown'), emoji('known', 'new.png')]))

  const { count } = await db
    .selectFrom('custom_emoji')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { image_remote_url: url } = await db
    .selectFrom('custom_emoji')
    .select('image_remote_url')
    .where('shortcode', '=', 'known')
    .executeTakeFirstOrThrow()
  assert.equal(Number(count), MOST_EMOJIS)
  assert.match(url ?? '', /new\.png$/)

  function emoji(name: string, file = 'old.png') {
    const icon = { type: 'Image', url: `${mallory.uri}/${file}` }
    return { type: 'Emoji', id: `${mallory.uri}/emojis/${name}`, name: `:${name}:`, icon }
  }

  function showing(tag: Json[]): Json {
    const object = { ...mallory.document, tag }
    const id = `${mallory.uri}#${tag.length}`
    return { id, type: 'Update', actor: mallory.uri, to: [both.aliceUri], object }
  }
})

async function registerApp(server: TestServer) {
  const app = await server.anonymous.post('/api/v1/apps', {
    client_name: 'stranger',
    redirect_uris: 'urn:ietf:wg:oauth:2.0:oob',
    scopes: 'read',
  })
  const { id, client_id, client_secret } = app.json()
  const ask = (scope: string) =>
    server.anonymous.post('/oauth/token', {
      grant_type: 'client_credentials',
      client_id,
      client_secret,
      scope,
    })
  return {
    ask,
    token: async (scope: string) => (await ask(scope)).json(),
    revoke: (token: string) =>
      server.anonymous.post('/oauth/revoke', { client_id, client_secret, token }),
    async verify(token: string) {
      const headers = { authorization: `Bearer ${token}` }
      const url = '/api/v1/apps/verify_credentials'
      return (await server.http.inject({ url, headers })).statusCode
    },
    async countTokens() {
      const rows = await server.app.db
        .selectFrom('access_token')
        .select('id')
        .where('application_id', '=', id)
        .execute()
      return rows.length
    },
  }
}

/** Each number chooses others of the scopes. */
function scopesNumber(number: number): string {
  return SCOPES.filter((_, bit) => number & (1 << bit))
    .map((scope) => `read:${scope}`)
    .join(' ')
}
