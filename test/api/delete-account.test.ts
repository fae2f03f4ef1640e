import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalAccount } from '../../src/features/identity/local-accounts.ts'
import { deleteAccount } from '../../src/features/moderation/delete-account.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

function remove({ app }: TestServer, account: { id: string }): Promise<void> {
  return app.transact((tx) => deleteAccount(tx, account.id))
}

test('a deleted account is gone at once, with its posts, user, tokens and profile', async () => {
  await using server = await startTestServer()
  const rook = await server.signUp('rook')
  const status = await rook.publish('hello')
  await rook.patch('/api/v1/accounts/update_credentials', { display_name: 'Rook', note: 'A bird' })

  await remove(server, rook)

  for (const path of ['/api/v1/accounts/lookup?acct=rook', `/api/v1/statuses/${status.id}`]) {
    assert.equal((await server.anonymous.get(path)).statusCode, 404, path)
  }
  assert.equal((await rook.get('/api/v1/accounts/verify_credentials')).statusCode, 401)
  const row = await server.app.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', rook.id)
    .executeTakeFirstOrThrow()
  assert.partialDeepStrictEqual(row, { username: 'rook', display_name: '', note: '', fields: [] })
  const users = await server.app.db.selectFrom('local_user').select('id').execute()
  assert.deepEqual(users, [])
})

test('the name of a deleted account is never given again', async () => {
  await using server = await startTestServer()
  await remove(server, await server.signUp('Rook'))
  await server.settle()

  const again = server.app.transact((tx) =>
    createLocalAccount(tx, {
      username: 'rOOK',
      email: 'new@example.org',
      passwordHash: '',
      locale: 'en',
      confirmed: true,
      approved: true,
    }),
  )

  await assert.rejects(again, /has already been taken/)
})

test('what a deleted account did to others is taken back, with the counts', async () => {
  await using server = await startTestServer()
  const [rook, crow] = [await server.signUp('rook'), await server.signUp('crow')]
  const status = await crow.publish('caw')
  await rook.follow(crow)
  await crow.follow(rook)
  const scheduled_at = '2199-01-01T00:00:00Z'
  await rook.post('/api/v1/statuses', { status: 'later', scheduled_at })
  await rook.post(`/api/v1/statuses/${status.id}/favourite`)
  await rook.post(`/api/v1/statuses/${status.id}/reblog`)
  await rook.post(`/api/v1/statuses/${status.id}/bookmark`)
  await rook.publish('@crow caw?', { in_reply_to_id: status.id })
  await rook.post(`/api/v1/accounts/${crow.id}/note`, { comment: 'a friend' })
  await server.settle()

  await remove(server, rook)
  await server.settle()

  assert.partialDeepStrictEqual((await crow.get(`/api/v1/statuses/${status.id}`)).json(), {
    favourites_count: 0,
    reblogs_count: 0,
    replies_count: 0,
  })
  assert.partialDeepStrictEqual((await crow.get('/api/v1/accounts/verify_credentials')).json(), {
    followers_count: 0,
    following_count: 0,
    statuses_count: 1,
  })
  assert.deepEqual((await crow.get('/api/v1/notifications')).json(), [])
  const context = (await crow.get(`/api/v1/statuses/${status.id}/context`)).json()
  assert.deepEqual(context, { ancestors: [], descendants: [] })
  const tables = ['bookmark', 'favourite', 'follow', 'account_note', 'tag_use'] as const
  for (const table of [...tables, 'scheduled_status'] as const) {
    assert.deepEqual(await server.app.db.selectFrom(table).selectAll().execute(), [], table)
  }
})

test('boosts of a deleted account’s posts by others go with them', async () => {
  await using server = await startTestServer()
  const [rook, crow] = [await server.signUp('rook'), await server.signUp('crow')]
  const status = await rook.publish('caw')
  await crow.post(`/api/v1/statuses/${status.id}/reblog`)

  await remove(server, rook)
  await server.settle()

  assert.deepEqual((await crow.get(`/api/v1/accounts/${crow.id}/statuses`)).json(), [])
  assert.equal((await crow.get('/api/v1/accounts/verify_credentials')).json().statuses_count, 0)
})

test('the files of a deleted account are removed', async () => {
  await using server = await startTestServer()
  const rook = await server.signUp('rook')
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const profile = await rook.patch('/api/v1/accounts/update_credentials', { avatar: pixel })
  const upload = await rook.post('/api/v1/media', { file: pixel })
  assert.equal(upload.statusCode, 200, upload.body)
  await rook.publish('look', { media_ids: [upload.json().id] })
  const files = [profile.json().avatar, upload.json().url].map((url) => new URL(url).pathname)
  for (const file of files) assert.equal((await server.anonymous.get(file)).statusCode, 200, file)

  await remove(server, rook)
  await server.settle()

  for (const file of files) assert.equal((await server.anonymous.get(file)).statusCode, 404, file)
})

test('deleting an account twice changes nothing', async () => {
  await using server = await startTestServer()
  const rook = await server.signUp('rook')

  await remove(server, rook)
  await server.settle()
  await remove(server, rook)

  const jobs = await server.app.db.selectFrom('job').select('kind').execute()
  assert.deepEqual(jobs, [])
})
