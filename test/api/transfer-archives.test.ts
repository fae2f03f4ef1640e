import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUILD } from '../../src/features/transfer/archives/request.ts'
import { jobs } from '../../src/features/transfer/jobs.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import type { App } from '../../src/kernel/core/app.ts'
import { pathOf, uploadPicture } from '../support/media-api.ts'
import { multipart } from '../support/multipart.ts'
import { startNetwork } from '../support/network.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { filesOfZip, zipOf } from '../support/zips.ts'

const ARCHIVES = '/api/rookery/v1/archives'
const IMPORTS = '/api/rookery/v1/imports'

async function archiveOf(server: TestServer, user: TestUser): Promise<Buffer> {
  const asked = await user.post(ARCHIVES)
  assert.equal(asked.statusCode, 200, asked.body)
  await server.settle()
  const file = await user.get(`${ARCHIVES}/${asked.json().id}/file`)
  assert.equal(file.statusCode, 200, file.body)
  return file.rawPayload
}

async function bring(server: TestServer, user: TestUser, zip: Buffer, more = {}) {
  const body = await multipart({ type: 'archive', file: zip, ...more })
  const made = await user.post(IMPORTS, ...body)
  assert.equal(made.statusCode, 200, made.body)
  await server.settle()
  return (await user.get(`${IMPORTS}/${made.json().id}`)).json()
}

async function confirm(server: TestServer, user: TestUser, id: string) {
  await user.post(`${IMPORTS}/${id}/confirm`)
  await server.settle()
  return (await user.get(`${IMPORTS}/${id}`)).json()
}

// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
async function postsOf(user: TestUser): Promise<any[]> {
  return (await user.get(`/api/v1/accounts/${user.id}/statuses?limit=40`)).json()
}

async function bytesOf(server: TestServer, url: string): Promise<Buffer> {
  return (await server.anonymous.get(pathOf(url))).rawPayload
}

test('an archive made here is imported there: posts, dates, visibility, threads, polls and pictures', async () => {
  await using home = await startTestServer()
  const alice = await home.signUp('alice')
  const bob = await home.signUp('bob')
  const picture = await uploadPicture(alice, { description: 'a red square', focus: '0.5,-0.5' })
  const first = await alice.publish(
    'Hello @bob & <b>all</b> https://example.org/a/rather/long/address/to/cut #Birds',
    {
      media_ids: [picture.id],
      language: 'de',
    },
  )
  const second = await alice.publish('and more', {
    in_reply_to_id: first.id,
    visibility: 'private',
  })
  await alice.publish('who?', {
    poll: { options: ['a', 'b'], expires_in: 600 },
    visibility: 'unlisted',
  })
  const answer = await bob.publish('yes')
  await alice.publish('@bob an answer', { in_reply_to_id: answer.id, visibility: 'direct' })
  await alice.post(`/api/v1/statuses/${answer.id}/reblog`)
  await alice.post(`/api/v1/statuses/${answer.id}/favourite`)
  await alice.post(`/api/v1/statuses/${answer.id}/bookmark`)
  await alice.put(`/api/v1/statuses/${second.id}`, { status: 'and much more' })
  const gone = await alice.publish('forget this')
  await alice.delete(`/api/v1/statuses/${gone.id}`)

  const zip = await archiveOf(home, alice)

  const files = await filesOfZip(zip)
  const json = (name: string) => JSON.parse(files.get(name)!.toString())
  assert.partialDeepStrictEqual(json('actor.json'), {
    preferredUsername: 'alice',
    outbox: 'outbox.json',
  })
  assert.deepEqual(json('likes.json').orderedItems, [answer.uri])
  assert.deepEqual(json('bookmarks.json').orderedItems, [answer.uri])
  assert.equal(json('outbox.json').totalItems, 5)
  const [attachment] = json('outbox.json').orderedItems[0].object.attachment
  const stored = await bytesOf(home, picture.url)
  assert.deepEqual(files.get(attachment.url), stored)

  await using away = await startTestServer({
    origin: 'https://away.test',
    domain: 'away.test',
    handleDomain: 'away.test',
  })
  const carol = await away.signUp('carol')
  const namesake = await away.signUp('bob')
  const reader = await away.signUp('reader')
  await reader.follow(carol)
  away.clock.now += 30 * DAY
  const told = (await namesake.get('/api/v1/notifications')).json().length
  const seen = await bring(away, carol, zip)
  assert.partialDeepStrictEqual(seen, {
    state: 'unconfirmed',
    total_items: 4,
    left_out: { boosts: 1 },
  })
  assert.deepEqual(await postsOf(carol), [])

  const done = await confirm(away, carol, seen.id)
  assert.partialDeepStrictEqual(done, { state: 'finished', imported_items: 4, failed_items: 0 })
  const posts = await postsOf(carol)
  const original = [...(await postsOf(alice))].filter((post) => post.reblog === null)
  assert.deepEqual(
    posts.map(({ visibility, created_at, language }) => ({ visibility, created_at, language })),
    original.map(({ visibility, created_at, language }) => ({ visibility, created_at, language })),
  )
  const [answered, poll, edited, oldest] = posts
  assert.equal(answered.in_reply_to_id, null)
  assert.deepEqual(answered.mentions, [])
  assert.equal(answered.content, '<p>@bob@rookery.test an answer</p>')
  assert.partialDeepStrictEqual(poll.poll, {
    expired: true,
    options: [{ title: 'a' }, { title: 'b' }],
  })
  assert.equal(edited.in_reply_to_id, oldest.id)
  assert.equal(edited.content, '<p>and much more</p>')
  assert.notEqual(edited.edited_at, null)
  assert.match(
    oldest.content,
    /^<p>Hello @bob@rookery.test &amp; &lt;b&gt;all&lt;\/b&gt; <a href="https:\/\/example.org\/a\/rather\/long\/address\/to\/cut"/,
  )
  assert.deepEqual(
    oldest.tags.map((tag: { name: string }) => tag.name),
    ['birds'],
  )
  assert.partialDeepStrictEqual(oldest.media_attachments, [
    { description: 'a red square', meta: { focus: { x: 0.5, y: -0.5 } } },
  ])
  assert.deepEqual(await bytesOf(away, oldest.media_attachments[0].url), stored)

  // brought to nobody
  const account = (await carol.get(`/api/v1/accounts/${carol.id}`)).json()
  assert.equal(account.statuses_count, 3)
  assert.deepEqual((await reader.get('/api/v1/timelines/home')).json(), [])
  assert.equal((await namesake.get('/api/v1/notifications')).json().length, told)
  assert.equal((await namesake.get(`/api/v1/statuses/${answered.id}`)).statusCode, 404)
  assert.equal((await away.anonymous.get(`/api/v1/statuses/${edited.id}`)).statusCode, 404)
  assert.deepEqual((await away.anonymous.get('/api/v1/trends/tags')).json(), [])
  const outgoing = await away.app.db.selectFrom('outgoing_activity').selectAll().execute()
  assert.deepEqual(
    outgoing.filter((activity) => activity.type === 'Create'),
    [],
  )

  // the same post is not imported twice, there or where it comes from
  const again = await confirm(away, carol, (await bring(away, carol, zip)).id)
  assert.partialDeepStrictEqual(again, { state: 'finished', imported_items: 0, skipped_items: 4 })
  const back = await confirm(home, alice, (await bring(home, alice, zip)).id)
  assert.partialDeepStrictEqual(back, { state: 'finished', imported_items: 0, skipped_items: 4 })
  // what was deleted since comes back; replies to others are left out by choice
  await carol.delete(`/api/v1/statuses/${answered.id}`)
  await carol.delete(`/api/v1/statuses/${poll.id}`)
  const chosen = await confirm(away, carol, (await bring(away, carol, zip, { replies: 'skip' })).id)
  assert.partialDeepStrictEqual(chosen, { imported_items: 1, skipped_items: 3 })
})

test('an archive of Mastodon’s shape is read, its HTML defused, its times believed within reason', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const actor = 'https://old.example/users/alice'
  const note = (id: number, more: Record<string, unknown>) => ({
    id: `${actor}/statuses/${id}/activity`,
    type: 'Create',
    actor,
    object: {
      id: `${actor}/statuses/${id}`,
      type: 'Note',
      attributedTo: actor,
      to: ['https://www.w3.org/ns/activitystreams#Public'],
      cc: [`${actor}/followers`],
      published: '2017-04-05T06:07:08Z',
      content: `<p>${id}</p>`,
      ...more,
    },
  })
  const zip = await zipOf({
    'actor.json': JSON.stringify({ id: actor, type: 'Person', followers: `${actor}/followers` }),
    'outbox.json': JSON.stringify({
      id: 'outbox.json',
      type: 'OrderedCollection',
      orderedItems: [
        note(1, {
          content:
            '<script>alert(1)</script><p onclick="x()">see <a href="javascript:alert(1)">this</a> <a href="https://a.example/b">that</a></p>',
          summary: '<b>cw</b>',
        }),
        note(2, { published: '2999-01-01T00:00:00Z' }),
        note(3, { published: '2017-04-05T06:07:07Z', to: [`${actor}/followers`], cc: [] }),
        note(4, {
          attachment: [
            { type: 'Document', mediaType: 'image/png', url: '/media_attachments/missing.png' },
          ],
        }),
        note(5, { attributedTo: 'https://old.example/users/mallory' }),
        note(6, { attributedTo: [actor, 'https://old.example/users/mallory'] }),
        { type: 'Announce', actor, object: 'https://else.example/1' },
        'https://old.example/string',
      ],
    }),
  })

  const { id, ...seen } = await bring(server, alice, zip)
  assert.partialDeepStrictEqual(seen, { total_items: 4, left_out: { boosts: 1, others: 2 } })
  await confirm(server, alice, id)

  const posts = await postsOf(alice)
  const words = posts.map((post) => post.content.replace(/<[^>]*>/g, ''))
  assert.deepEqual(words.toSorted(), ['2', '3', '4', 'see this that (https://a.example/b)'])
  assert.equal(words[0], '2')
  const ids = posts.map((post) => post.id)
  assert.deepEqual(ids, ids.toSorted().reverse())
  const warned = posts.find((post) => post.spoiler_text !== '')
  assert.partialDeepStrictEqual(warned, {
    created_at: '2017-04-05T06:07:08.000Z',
    visibility: 'public',
    sensitive: true,
  })
  assert.doesNotMatch(posts.map((post) => post.content).join(), /script|onclick/)
  assert.ok(Date.parse(posts[0].created_at) <= server.app.clock())
  assert.equal(posts.at(-1).visibility, 'private')
})

test('an archive is for its owner, once a week, gone after seven days, made whole after a kill', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.publish('hello')
  const { id } = (await alice.post(ARCHIVES)).json()
  assert.equal((await alice.get(`${ARCHIVES}/${id}/file`)).statusCode, 404)
  // the process died in the middle, and another one goes on
  await Promise.all(
    [1, 2].map((attempt) => jobs[BUILD]!.run(server.app, { exportId: id }, attempt)),
  )
  await server.settle()

  const archive = (await alice.get(`${ARCHIVES}/${id}`)).json()
  assert.partialDeepStrictEqual(archive, { state: 'ready', total_items: 1, processed_items: 1 })
  const mails = server.mails.filter((mail) => mail.to === alice.email)
  assert.deepEqual(
    mails.map((mail) => mail.subject),
    ['Your archive from rookery.test is ready'],
  )
  const file = await alice.get(`${ARCHIVES}/${id}/file`)
  assert.equal(file.rawPayload.length, archive.size)
  assert.deepEqual(
    [...(await filesOfZip(file.rawPayload)).keys()],
    ['actor.json', 'outbox.json', 'likes.json', 'bookmarks.json'],
  )

  for (const path of ['', '/file']) {
    const foreign = await bob.get(`${ARCHIVES}/${id}${path}`)
    assert.equal(foreign.statusCode, 404)
    assert.equal(foreign.body, (await bob.get(`${ARCHIVES}/1${path}`)).body)
    assert.equal((await server.anonymous.get(`${ARCHIVES}/${id}${path}`)).statusCode, 401)
    const narrow = await server.tokenFor(alice, 'read:statuses read:accounts write')
    assert.equal((await narrow.get(`${ARCHIVES}/${id}${path}`)).statusCode, 403)
  }
  assert.equal((await bob.delete(`${ARCHIVES}/${id}`)).statusCode, 404)
  const { file_key } = await server.app.db
    .selectFrom('data_export')
    .select('file_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal((await server.anonymous.get(`/system/${file_key}`)).statusCode, 404)

  assert.equal((await alice.post(ARCHIVES)).statusCode, 422)
  server.clock.now += 7 * DAY + 1000
  assert.equal((await alice.get(`${ARCHIVES}/${id}/file`)).statusCode, 404)
  await jobs['transfers.prune']!.run(server.app, {}, 1)
  await server.settle()
  assert.equal(await server.app.storage.open(file_key!), null)
  assert.equal((await alice.get(`${ARCHIVES}/${id}`)).json().state, 'expired')
  const next = (await alice.post(ARCHIVES)).json()
  await server.settle()
  assert.equal((await alice.delete(`${ARCHIVES}/${next.id}`)).statusCode, 200)
  assert.equal((await alice.post(ARCHIVES)).statusCode, 200)
})

test('an archive that one run has finished is not begun again by another, slower one', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = (await alice.post(ARCHIVES)).json()
  const finished = Promise.withResolvers<void>()
  const slow: App = Object.assign(Object.create(server.app), {
    transact: async (work: Parameters<App['transact']>[0]) => {
      await finished.promise
      return server.app.transact(work)
    },
  })

  const later = jobs[BUILD]!.run(slow, { exportId: id }, 1)
  await jobs[BUILD]!.run(server.app, { exportId: id }, 2)
  finished.resolve()
  await later
  await server.settle()

  assert.equal((await alice.get(`${ARCHIVES}/${id}`)).json().state, 'ready')
  assert.equal(server.mails.filter((mail) => mail.to === alice.email).length, 1)
})

test('imported posts are sent to no other server, posts after them are', async () => {
  await using network = await startNetwork(['home', 'away'])
  const alice = await network.signUp('alice@home')
  const bob = await network.signUp('bob@away')
  const home = network.server('home')
  const found = await bob.get('/api/v1/accounts/lookup', {
    acct: `alice@${home.app.config.handleDomain}`,
  })
  const seen =
    found.statusCode === 200
      ? found
      : await bob.get('/api/v2/search', {
          q: `@alice@${home.app.config.handleDomain}`,
          resolve: 'true',
        })
  const target = seen.json().id ?? seen.json().accounts[0].id
  await bob.post(`/api/v1/accounts/${target}/follow`)
  await network.settle()
  const object = {
    id: 'https://old.example/1',
    type: 'Note',
    attributedTo: 'https://old.example/a',
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    content: 'old',
  }
  const zip = await zipOf({
    'outbox.json': JSON.stringify({ orderedItems: [{ type: 'Create', object }] }),
  })
  const user = alice as unknown as TestUser

  const done = await confirm(home, user, (await bring(home, user, zip)).id)
  await network.settle()
  assert.equal(done.imported_items, 1)
  await alice.publish('new')
  await network.settle()

  const contents = (await bob.get('/api/v1/timelines/home'))
    .json()
    .map((post: { content: string }) => post.content)
  assert.deepEqual(contents, ['<p>new</p>'])
})
