import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompiledQuery } from 'kysely'
import { entityOf } from '../support/entities.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v1/statuses'
const TIMES = Array.from({ length: 20 })

/** Runs `work` once, right after the server has read a query that mentions `table`. */
function afterReading({ app }: TestServer, table: string, work: () => Promise<void>): void {
  const executor = app.db.getExecutor()
  const execute = executor.executeQuery
  executor.executeQuery = async <R>(query: CompiledQuery) => {
    const result = await execute.call(executor, query)
    if (query.sql.includes(`"${table}"`) && executor.executeQuery !== execute) {
      executor.executeQuery = execute
      await work()
    }
    return result as never as R as never
  }
}

test('a status that is edited, and a profile that changes, between two queries are still shown', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('before')
  const profile = '/api/v1/accounts/update_credentials'

  server.app.fragments.nextEpoch()
  afterReading(server, 'status_stats', async () => {
    assert.equal((await alice.put(`${PATH}/${id}`, { status: 'after' })).statusCode, 200)
    assert.equal((await alice.patch(profile, { display_name: 'Alice' })).statusCode, 200)
    server.app.fragments.nextEpoch()
  })
  const shown = entityOf(await server.anonymous.get(`${PATH}/${id}`), 'Status')

  assert.equal(shown.content, '<p>after</p>')
  assert.equal(shown.account.display_name, 'Alice')
  const again = entityOf(await server.anonymous.get(`${PATH}/${id}`), 'Status')
  assert.equal(again.content, '<p>after</p>')
})

async function counts(user: TestUser, id: string) {
  const { favourites_count, reblogs_count, replies_count } = (
    await user.get(`${PATH}/${id}`)
  ).json()
  return [favourites_count, reblogs_count, replies_count]
}

test('20 favourites, bookmarks and reblogs of one user at once are one each', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('hello')

  const replies = await Promise.all(
    TIMES.flatMap(() =>
      ['favourite', 'bookmark', 'reblog'].map((action) => bob.post(`${PATH}/${id}/${action}`)),
    ),
  )

  for (const reply of replies) assert.equal(reply.statusCode, 200, reply.body)
  const reblogs = new Set(
    replies
      .map((reply) => reply.json())
      .filter((one) => one.reblog !== null)
      .map((one) => one.id),
  )
  assert.equal(reblogs.size, 1)
  assert.deepEqual(await counts(bob, id), [1, 1, 0])
  assert.equal((await bob.get('/api/v1/favourites')).json().length, 1)
  assert.equal((await bob.get('/api/v1/bookmarks')).json().length, 1)
  assert.equal((await alice.get('/api/v1/notifications')).json().length, 2)

  await Promise.all(
    TIMES.flatMap(() =>
      ['unfavourite', 'unreblog'].map((action) => bob.post(`${PATH}/${id}/${action}`)),
    ),
  )
  assert.deepEqual(await counts(bob, id), [0, 0, 0])
  assert.equal((await bob.get(`/api/v1/accounts/${bob.id}`)).json().statuses_count, 0)
})

test('20 users who favourite, reblog and answer at once are all counted', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello')
  const users: TestUser[] = []
  for (const [at] of TIMES.entries()) users.push(await server.signUp(`user${at}`))

  const replies = await Promise.all(
    users.flatMap((user) => [
      user.post(`${PATH}/${id}/favourite`),
      user.post(`${PATH}/${id}/reblog`),
      user.post(PATH, { status: '@alice hi', in_reply_to_id: id }),
    ]),
  )

  for (const reply of replies) assert.equal(reply.statusCode, 200, reply.body)
  assert.deepEqual(await counts(alice, id), [20, 20, 20])
})

test('S-157 of 20 pins at once five are left', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (const [at] of TIMES.entries()) ids.push((await alice.publish(`${at}`)).id)

  const replies = await Promise.all(ids.map((id) => alice.post(`${PATH}/${id}/pin`)))

  const codes = replies.map((reply) => reply.statusCode)
  assert.deepEqual(
    [codes.filter((code) => code === 200).length, codes.filter((code) => code === 422).length],
    [5, 15],
  )
  const pinned = await alice.get(`/api/v1/accounts/${alice.id}/statuses?pinned=true`)
  assert.equal(pinned.json().length, 5)
})

test('20 deletions at once count once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const root = await alice.publish('root')
  const { id } = await alice.publish('reply', { in_reply_to_id: root.id })

  const replies = await Promise.all(TIMES.map(() => alice.delete(`${PATH}/${id}`)))

  for (const { statusCode } of replies) assert.ok([200, 404].includes(statusCode), `${statusCode}`)
  assert.deepEqual(await counts(alice, root.id), [0, 0, 0])
  assert.equal((await alice.get(`/api/v1/accounts/${alice.id}`)).json().statuses_count, 1)
})

test('S-332 one upload given to several statuses at once is attached to one', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const file = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const media = (await alice.post('/api/v2/media', { file })).json().id
  const older = await Promise.all([alice.publish('a'), alice.publish('b'), alice.publish('c')])

  const replies = await Promise.all([
    ...older.map(({ id }) => alice.put(`${PATH}/${id}`, { status: 'x', media_ids: [media] })),
    ...TIMES.slice(0, 5).map(() => alice.post(PATH, { status: 'new', media_ids: [media] })),
  ])

  const codes = replies.map((reply) => reply.statusCode).sort()
  assert.deepEqual(codes, [200, 422, 422, 422, 422, 422, 422, 422])
})

test('a status and its deletion at the same time as its reblogs leave no reblog behind', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const users: TestUser[] = []
  for (const [at] of TIMES.slice(0, 8).entries()) users.push(await server.signUp(`user${at}`))
  const { id } = await alice.publish('hello')

  const answers = await Promise.all([
    ...users.slice(0, 4).map((user) => user.post(`${PATH}/${id}/reblog`)),
    alice.delete(`${PATH}/${id}`),
    ...users.slice(4).map((user) => user.post(`${PATH}/${id}/reblog`)),
  ])
  for (const { statusCode } of answers) assert.ok(statusCode === 200 || statusCode === 404)

  const left = await server.app.db
    .selectFrom('status')
    .select('id')
    .where('deleted_at', 'is', null)
    .execute()
  assert.deepEqual(left, [])
  for (const user of users) {
    assert.equal((await user.get(`/api/v1/accounts/${user.id}`)).json().statuses_count, 0)
  }
})
