import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertEntity, entityOf } from '../support/entities.ts'
import { filesOf } from '../support/media-api.ts'
import { picture } from '../support/media-samples.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v1/statuses'

async function upload(user: TestUser, description: string): Promise<string> {
  const png = (await picture(20, 10).png().toBuffer()).toString('base64')
  const file = `data:image/png;base64,${png}`
  return entityOf(await user.post('/api/v2/media', { file, description }), 'MediaAttachment').id
}

test('S-335 a status that was never edited has one version, itself', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const status = await alice.publish('hello', { spoiler_text: 'cw' })

  const history = entityOf(
    await server.anonymous.get(`${PATH}/${status.id}/history`),
    'StatusEdit[]',
  )

  assert.equal(history.length, 1)
  assert.partialDeepStrictEqual(history[0], {
    content: '<p>hello</p>',
    spoiler_text: 'cw',
    sensitive: true,
    created_at: status.created_at,
    account: { username: 'alice' },
    media_attachments: [],
  })
  assert.equal('poll' in history[0], false)
})

test('S-335 versions come oldest first, each with its own poll titles', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const poll = { options: ['a', 'b'], expires_in: 3600 }
  const status = await alice.publish('one', { poll })
  server.clock.now += 60_000
  await alice.put(`${PATH}/${status.id}`, { status: 'two', poll: { ...poll, options: ['c', 'd'] } })
  server.clock.now += 60_000
  const last = (await alice.put(`${PATH}/${status.id}`, { status: 'three' })).json()

  const history = entityOf(await alice.get(`${PATH}/${status.id}/history`), 'StatusEdit[]')

  const contents = history.map((version: { content: string }) => version.content)
  assert.deepEqual(contents, ['<p>one</p>', '<p>two</p>', '<p>three</p>'])
  assert.deepEqual(history[0].poll, { options: [{ title: 'a' }, { title: 'b' }] })
  assert.deepEqual(history[1].poll, { options: [{ title: 'c' }, { title: 'd' }] })
  assert.equal('poll' in history[2], false)
  assert.deepEqual(
    [history[0].created_at, history[2].created_at],
    [status.created_at, last.edited_at],
  )
})

test('S-335 versions keep the media they had, with what was said of them, for as long as the status', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  server.runner.start()
  const [first, second] = [await upload(alice, 'first'), await upload(alice, 'second')]
  const { id } = await alice.publish('media', { media_ids: [first, second] })

  const reordered = await alice.put(`${PATH}/${id}`, {
    status: 'media',
    media_ids: [second, first],
    media_attributes: [{ id: first, description: 'better', focus: '0.5,-0.5' }],
  })
  const dropped = await alice.put(`${PATH}/${id}`, { status: 'media', media_ids: [second] })
  server.clock.now += 3 * 86_400_000
  await server.settle()

  const [a, b] = entityOf(reordered, 'Status').media_attachments
  assert.deepEqual([a.id, b.id, b.description], [second, first, 'better'])
  assert.deepEqual(b.meta.focus, { x: 0.5, y: -0.5 })
  assert.equal(entityOf(dropped, 'Status').media_attachments.length, 1)
  const history = entityOf(await alice.get(`${PATH}/${id}/history`), 'StatusEdit[]')
  const said = history.map((version: { media_attachments: { description: string }[] }) =>
    version.media_attachments.map((media) => media.description),
  )
  assert.deepEqual(said, [['first', 'second'], ['second', 'better'], ['second']])
})

test('S-334 what is said of media in an edit alone is an edit; nonsense is refused', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const media = await upload(alice, 'before')
  const { id } = await alice.publish('media', { media_ids: [media] })
  const change = (attributes: Record<string, unknown>) =>
    alice.put(`${PATH}/${id}`, {
      status: 'media',
      media_ids: [media],
      media_attributes: [{ id: media, ...attributes }],
    })

  assert.equal(entityOf(await change({ description: 'before' }), 'Status').edited_at, null)
  assert.equal((await change({ description: 'x'.repeat(10_001) })).statusCode, 422)
  assert.equal((await change({ focus: 'left' })).statusCode, 422)
  assert.equal((await change({ thumbnail: 'no picture' })).statusCode, 422)
  const edited = entityOf(await change({ description: '' }), 'Status')
  assert.equal(edited.media_attachments[0].description, null)
  assert.notEqual(edited.edited_at, null)

  const before = edited.media_attachments[0].preview_url
  const png = (await picture(30, 30).png().toBuffer()).toString('base64')
  const pictured = entityOf(await change({ thumbnail: `data:image/png;base64,${png}` }), 'Status')
  assert.notEqual(pictured.media_attachments[0].preview_url, before)
  assert.equal(pictured.media_attachments[0].meta.small.width, 30)
  await server.settle()
  const files = await filesOf(server)
  const thumbnail = `data:image/png;base64,${png}`
  assert.equal((await change({ thumbnail, focus: 'left' })).statusCode, 422)
  const blank = { media_ids: [media], media_attributes: [{ id: media, thumbnail }] }
  const long = { ...blank, status: 'x'.repeat(501) }
  assert.equal((await alice.put(`${PATH}/${id}`, long)).statusCode, 422)
  assert.deepEqual((await filesOf(server)).sort(), files.sort(), 'refused edits leave no file')
})

test('S-335 the source of a visible status is its text as typed; an app token reads public ones', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const app = await server.tokenFor(null, 'read')
  const text = 'hello *#World*\n\n@bob  https://example.org '
  const open = await alice.publish(text, { spoiler_text: 'cw' })
  const closed = await alice.publish('secret', { visibility: 'private' })

  for (const reader of [alice, bob, app]) {
    const source = entityOf(await reader.get(`${PATH}/${open.id}/source`), 'StatusSource')
    assert.deepEqual(source, { id: open.id, text, spoiler_text: 'cw' })
  }
  assert.equal((await alice.get(`${PATH}/${closed.id}/source`)).statusCode, 200)
  assert.equal((await bob.get(`${PATH}/${closed.id}/source`)).statusCode, 404)
  assert.equal((await app.get(`${PATH}/${closed.id}/source`)).statusCode, 404)
  assert.equal((await server.anonymous.get(`${PATH}/${open.id}/source`)).statusCode, 401)
})

test('a reblog has the history and the source of its original', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('hello')
  const reblog = (await bob.post(`${PATH}/${id}/reblog`)).json()

  const history = (await bob.get(`${PATH}/${reblog.id}/history`)).json()
  const source = (await bob.get(`${PATH}/${reblog.id}/source`)).json()

  assertEntity('StatusEdit[]', history)
  assert.equal(history[0].content, '<p>hello</p>')
  assert.deepEqual(source, { id, text: 'hello', spoiler_text: '' })
})
