import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { channelsOf } from '../../src/surfaces/streaming/bus-channels.ts'
import { sourcesOf } from '../../src/surfaces/streaming/interests.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

describe('channels of events', () => {
  let server: TestServer
  let author: TestUser
  let reader: TestUser

  before(async () => {
    server = await startTestServer()
    author = await server.signUp('author')
    reader = await server.signUp('reader')
    await reader.follow(author)
  })
  after(() => server[Symbol.asyncDispose]())

  const delivered = (statusId: string) => ({
    type: 'home.delivered' as const,
    ...{ statusId, after: null, upTo: null },
  })

  test('few readers of a status are told each, and a post is told to its timelines', async () => {
    const { id } = await author.publish('two #birds and a #cat')
    const created = { type: 'status.created' as const, statusId: id, accountId: author.id }

    const readers = await channelsOf(server.app.db, delivered(id))
    assert.deepEqual(
      readers.toSorted(),
      [author.id, reader.id].map((one) => `account:${one}`).toSorted(),
    )
    const timelines = await channelsOf(server.app.db, { ...created, live: true })
    assert.deepEqual(timelines.toSorted(), ['public:local', 'tag:birds', 'tag:cat'])
    assert.deepEqual(await channelsOf(server.app.db, { ...created, live: false }), [])
  })

  test('a change goes to the readers, the named and the timelines; a direct post to no timeline', async () => {
    const named = await server.signUp('named')
    const { id } = await author.publish('for @named', { visibility: 'direct' })
    const deleted = { type: 'status.deleted' as const, statusId: id, accountId: author.id }

    const channels = await channelsOf(server.app.db, { ...deleted, reblogOfId: null })

    assert.ok(channels.includes(`account:${named.id}`) && channels.includes(`account:${author.id}`))
    assert.ok(channels.every((channel) => channel.startsWith('account:')))
  })

  test('an owner of a list is told of a status that only the list has', async () => {
    const list = (await reader.post('/api/v1/lists', { title: 'apart', exclusive: true })).json()
    await reader.post(`/api/v1/lists/${list.id}/accounts`, { account_ids: [author.id] })
    const { id } = await author.publish('in a list alone')

    assert.ok((await channelsOf(server.app.db, delivered(id))).includes(`account:${reader.id}`))
  })

  test('a status of many readers, and a further chunk of them, is told to all', async () => {
    const { id } = await author.publish('for many')
    const readers: TestUser[] = []
    for (let at = 0; at < 32; at++) readers.push(await server.signUp(`many${at}`))
    const entry = { status_id: id, author_id: author.id, reblog_of_id: null }
    await server.app.transact((tx) =>
      tx.db
        .insertInto('home_entry')
        .values(readers.map((one) => ({ ...entry, account_id: one.id, reblog_of_author_id: null })))
        .execute(),
    )

    assert.deepEqual(await channelsOf(server.app.db, delivered(id)), ['all'])
    const next = { ...delivered(id), after: reader.id }
    assert.deepEqual(await channelsOf(server.app.db, next), ['all'])
  })
})

test('a public stream needs the posts of one origin or both, a hashtag stream its tag', () => {
  assert.deepEqual(sourcesOf('public:media'), ['public:local', 'public:remote'])
  assert.deepEqual(sourcesOf('public:local'), ['public:local'])
  assert.deepEqual(sourcesOf('public:remote:media'), ['public:remote'])
  assert.deepEqual(sourcesOf('hashtag:local birds'), ['tag:birds'])
  assert.deepEqual(sourcesOf('user 1'), [])
  assert.deepEqual(sourcesOf('list 2'), [])
})
