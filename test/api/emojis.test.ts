import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NewEmoji, saveEmoji } from '../../src/features/emojis/save-emoji.ts'
import { ValidationFailed } from '../../src/kernel/base/errors.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const PICTURE = { data: Buffer.from('picture'), extension: 'png' } as const

function save({ app }: TestServer, shortcode: string, more: Partial<NewEmoji> = {}) {
  const picture = { original: PICTURE, still: null }
  return saveEmoji(app, { shortcode, category: null, picture, overwrite: false, ...more })
}

async function change(server: TestServer, shortcode: string, state: Record<string, unknown>) {
  await server.app.transact(async (tx) => {
    await tx.db.updateTable('custom_emoji').set(state).where('shortcode', '=', shortcode).execute()
    tx.emit({ type: 'settings.changed' })
  })
}

test('S-352 the list holds enabled, listed, local emoji; a category only where there is one', async () => {
  await using server = await startTestServer()
  await save(server, 'rook', { category: 'Birds' })
  await save(server, 'crow')
  for (const name of ['unlisted', 'disabled', 'foreign']) await save(server, name)
  await change(server, 'unlisted', { visible_in_picker: false })
  await change(server, 'disabled', { disabled: true })
  await change(server, 'foreign', { domain: 'elsewhere.test' })

  const response = await server.anonymous.get('/api/v1/custom_emojis')

  assert.equal(response.statusCode, 200, response.body)
  const [crow, rook, ...others] = response.json()
  assert.deepEqual(others, [])
  assert.deepEqual(Object.keys(crow), ['shortcode', 'url', 'static_url', 'visible_in_picker'])
  assert.partialDeepStrictEqual(crow, { shortcode: 'crow', visible_in_picker: true })
  assert.partialDeepStrictEqual(rook, { shortcode: 'rook', category: 'Birds' })
  const file = await server.anonymous.get(new URL(rook.url).pathname)
  assert.equal(file.statusCode, 200)
  assert.equal(file.body, 'picture')
})

test('S-352 an unlisted emoji still renders in statuses', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('rook')
  await save(server, 'caw')
  await change(server, 'caw', { visible_in_picker: false })

  const status = await user.publish('hello :caw: and :unknown:')

  assert.deepEqual(
    status.emojis.map((emoji: { shortcode: string }) => emoji.shortcode),
    ['caw'],
  )
})

test('an emoji that is there is kept, or gets the new picture if that is asked for', async () => {
  await using server = await startTestServer()
  const list = async () => (await server.anonymous.get('/api/v1/custom_emojis')).json()
  const moving = {
    original: { data: Buffer.from('moving'), extension: 'gif' as const },
    still: PICTURE,
  }
  assert.equal(await save(server, 'rook', { category: 'Birds' }), 'added')
  const [first] = await list()
  assert.equal(first.url, first.static_url)

  assert.equal(await save(server, 'rook', { picture: moving }), 'kept')
  assert.deepEqual(await list(), [first])

  const outcome = await save(server, 'rook', {
    picture: moving,
    overwrite: true,
    category: undefined,
  })
  const [second] = await list()
  assert.equal(outcome, 'replaced')
  assert.equal(second.category, 'Birds')
  assert.match(second.url, /\.gif$/)
  assert.match(second.static_url, /\.png$/)
  await server.settle()
  assert.equal((await server.anonymous.get(new URL(first.url).pathname)).statusCode, 404)
})

test('a name that cannot be a shortcode is refused', async () => {
  await using server = await startTestServer()

  for (const name of ['a', 'with space', 'dots.in.it', '']) {
    await assert.rejects(save(server, name), ValidationFailed)
  }
})
