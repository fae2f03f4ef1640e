import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { assertEntity, entityOf, idsOf } from '../support/entities.ts'
import { picture } from '../support/media-samples.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v1/statuses'

async function upload(user: TestUser): Promise<string> {
  const png = (await picture(8, 8).png().toBuffer()).toString('base64')
  return (await user.post('/api/v2/media', { file: `data:image/png;base64,${png}` })).json().id
}

test('S-150 a deletion answers with the status and its source in place of its content', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const media = await upload(alice)
  const poll = { options: ['a', 'b'], expires_in: 300 }
  const text = 'some *text* #tag'
  const { id } = await alice.publish(text, { spoiler_text: 'cw', media_ids: [media], poll })

  const gone = entityOf(await alice.delete(`${PATH}/${id}`), 'DeletedStatus')

  assert.partialDeepStrictEqual(gone, { id, text, spoiler_text: 'cw' })
  assert.deepEqual(idsOf(gone.media_attachments), [media])
  assert.equal(gone.poll.options.length, 2)
})

test('S-150 what was deleted is gone everywhere at once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice', { role: 'Owner' })
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  const root = await alice.publish('root')
  const { id, poll } = await alice.publish('needle #needle @bob', {
    in_reply_to_id: root.id,
    poll: { options: ['a', 'b'], expires_in: 300 },
  })
  const below = await bob.publish('below', { in_reply_to_id: id })
  for (const action of ['favourite', 'bookmark']) await bob.post(`${PATH}/${id}/${action}`)
  await alice.post(`${PATH}/${id}/pin`)
  const lists = [
    '/api/v1/timelines/home',
    '/api/v1/timelines/tag/needle',
    '/api/v1/favourites',
    '/api/v1/bookmarks',
    `/api/v1/accounts/${alice.id}/statuses`,
    `/api/v1/accounts/${alice.id}/statuses?pinned=true`,
    `${PATH}?id[]=${id}`,
  ]
  const seenIn = async () => {
    const seen: string[] = []
    for (const list of lists) {
      if (idsOf(entityOf(await bob.get(list), 'Status[]')).includes(id)) seen.push(list)
    }
    const found = entityOf(await bob.get('/api/v2/search?q=needle'), 'Search')
    if (idsOf(found.statuses).includes(id)) seen.push('search')
    const told = (await bob.get('/api/v1/notifications')).json()
    if (told.some((one: { status?: { id: string } }) => one.status?.id === id)) seen.push('told')
    return seen
  }
  assert.deepEqual(await seenIn(), [...lists, 'search', 'told'])

  assert.equal((await alice.delete(`${PATH}/${id}`)).statusCode, 200)

  assert.deepEqual(await seenIn(), [])
  for (const path of [`${PATH}/${id}`, `${PATH}/${id}/context`, `/api/v1/polls/${poll.id}`]) {
    assert.equal((await bob.get(path)).statusCode, 404, path)
  }
  const context = entityOf(await bob.get(`${PATH}/${root.id}/context`), 'Context')
  assert.deepEqual(idsOf(context.descendants), [below.id])
  const above = entityOf(await bob.get(`${PATH}/${below.id}/context`), 'Context')
  assert.deepEqual(idsOf(above.ancestors), [root.id])
  assert.equal((await bob.get(`${PATH}/${root.id}`)).json().replies_count, 0)
})

test('S-153 the reblogs of a deleted status go with it', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await carol.follow(bob)
  const { id } = await alice.publish('hello')
  const reblog = entityOf(await bob.post(`${PATH}/${id}/reblog`), 'Status')

  await alice.delete(`${PATH}/${id}`)

  assert.equal((await carol.get(`${PATH}/${reblog.id}`)).statusCode, 404)
  assert.deepEqual((await carol.get('/api/v1/timelines/home')).json(), [])
  assert.equal((await carol.get(`/api/v1/accounts/${bob.id}`)).json().statuses_count, 0)
})

test('deleting a reblog by its id takes it back and leaves the original', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('hello')
  const reblog = (await bob.post(`${PATH}/${id}/reblog`)).json()

  assert.equal((await bob.delete(`${PATH}/${reblog.id}`)).statusCode, 200)

  const seen = entityOf(await bob.get(`${PATH}/${id}`), 'Status')
  assert.partialDeepStrictEqual(seen, { reblogged: false, reblogs_count: 0 })
})

test('S-155 A52 nobody deletes what is somebody else’s, private or missing: the same 404', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const open = await alice.publish('open')
  const secret = await alice.publish('secret', { visibility: 'private' })

  const replies = []
  for (const id of [open.id, secret.id, '109999999999999999', 'nonsense']) {
    replies.push(await bob.delete(`${PATH}/${id}`))
  }

  for (const reply of replies) assert.equal(reply.statusCode, 404)
  assert.equal(new Set(replies.map((reply) => reply.body)).size, 1)
  assert.equal((await alice.get(`${PATH}/${secret.id}`)).statusCode, 200)
})

test('S-154 media of a deleted status can be used again for about a day', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  server.runner.start()
  const [used, idle] = [await upload(alice), await upload(alice)]
  const first = await alice.publish('first', { media_ids: [used, idle] })
  server.clock.now += 5 * DAY
  await alice.delete(`${PATH}/${first.id}`)

  server.clock.now += DAY - 120_000
  await server.settle()
  const second = await alice.publish('second', { media_ids: [used] })
  server.clock.now += DAY
  await server.settle()

  assert.deepEqual(idsOf(second.media_attachments), [used])
  const seen = entityOf(await alice.get(`${PATH}/${second.id}`), 'Status')
  assert.deepEqual(idsOf(seen.media_attachments), [used])
  const path = new URL(seen.media_attachments[0].url).pathname
  assert.equal((await alice.get(path)).statusCode, 200)
  assert.equal((await alice.post(PATH, { status: 'third', media_ids: [idle] })).statusCode, 422)
})

test('S-154 delete_media takes all media of a status at once, said in the query or in the body', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  for (const inQuery of [true, false]) {
    const [first, second] = [await upload(alice), await upload(alice)]
    const status = await alice.publish('media', { media_ids: [first, second] })
    const edited = { status: 'media', media_ids: [second] }
    assert.equal((await alice.put(`${PATH}/${status.id}`, edited)).statusCode, 200)
    const paths = status.media_attachments.map((one: { url: string }) => new URL(one.url).pathname)

    const response = inQuery
      ? await alice.delete(`${PATH}/${status.id}?delete_media=true`)
      : await alice.delete(`${PATH}/${status.id}`, { delete_media: true })

    assertEntity('DeletedStatus', response.json())
    for (const id of [first, second]) {
      // without waiting for a job
      assert.equal((await alice.get(`/api/v1/media/${id}`)).statusCode, 404)
      const again = await alice.post(PATH, { status: 'again', media_ids: [id] })
      assert.equal(again.statusCode, 422)
    }
    await server.settle()
    for (const path of paths) assert.equal((await alice.get(path)).statusCode, 404, path)
  }
})

test('S-151 the row is removed in the background, later; what hung on it stays readable', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const root = await alice.publish('root')
  const reply = await bob.publish('reply', { in_reply_to_id: root.id })
  const rows = () => server.app.db.selectFrom('status').select('id').execute()
  server.runner.start()
  await alice.delete(`${PATH}/${root.id}`)

  server.clock.now += DAY - 60_000
  await server.settle()
  assert.equal((await rows()).length, 2)
  server.clock.now += 2 * DAY
  await server.settle()

  assert.deepEqual(idsOf(await rows()), [reply.id])
  const seen = entityOf(await bob.get(`${PATH}/${reply.id}`), 'Status')
  assert.partialDeepStrictEqual(seen, { in_reply_to_id: null, in_reply_to_account_id: alice.id })
  const context = entityOf(await bob.get(`${PATH}/${reply.id}/context`), 'Context')
  assert.deepEqual(context, { ancestors: [], descendants: [] })
  const publicIds = idsOf((await bob.get('/api/v1/timelines/public')).json())
  assert.deepEqual(publicIds, [], 'still a reply')
})

test('S-513 a deleted status that was bookmarked and favourited breaks no list and no call', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const kept = await alice.publish('kept')
  const gone = await alice.publish('gone')
  for (const { id } of [kept, gone]) {
    await bob.post(`${PATH}/${id}/bookmark`)
    await bob.post(`${PATH}/${id}/favourite`)
  }
  await alice.delete(`${PATH}/${gone.id}`)

  for (const list of ['bookmarks', 'favourites']) {
    assert.deepEqual(idsOf(entityOf(await bob.get(`/api/v1/${list}`), 'Status[]')), [kept.id])
  }
  for (const action of [
    'unbookmark',
    'unfavourite',
    'bookmark',
    'favourite',
    'reblog',
    'unreblog',
  ]) {
    assert.equal((await bob.post(`${PATH}/${gone.id}/${action}`)).statusCode, 404, action)
  }
  assert.equal((await bob.get(`${PATH}/${gone.id}`)).statusCode, 404)
})
