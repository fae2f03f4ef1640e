import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesOf, png } from '../support/media-api.ts'
import { multipart } from '../support/multipart.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { zipOf } from '../support/zips.ts'

const IMPORTS = '/api/rookery/v1/imports'
const ACTOR = 'https://old.example/users/alice'
const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'

const note = (id: number, more: Record<string, unknown> = {}) => ({
  type: 'Create',
  actor: ACTOR,
  object: {
    id: `${ACTOR}/${id}`,
    type: 'Note',
    attributedTo: ACTOR,
    to: [PUBLIC],
    content: `${id}`,
    ...more,
  },
})
const outboxOf = (...items: unknown[]) =>
  JSON.stringify({ type: 'OrderedCollection', orderedItems: items })

async function bring(server: TestServer, user: TestUser, zip: Buffer) {
  const made = await user.post(IMPORTS, ...(await multipart({ type: 'archive', file: zip })))
  assert.equal(made.statusCode, 200, made.body)
  await server.settle()
  const shown = (await user.get(`${IMPORTS}/${made.json().id}`)).json()
  if (shown.state !== 'unconfirmed') return shown
  await user.post(`${IMPORTS}/${shown.id}/confirm`)
  await server.settle()
  return (await user.get(`${IMPORTS}/${shown.id}`)).json()
}

async function mediaOf(user: TestUser) {
  const posts = (await user.get(`/api/v1/accounts/${user.id}/statuses?limit=40`)).json()
  return posts.flatMap((post: { media_attachments: unknown[] }) => post.media_attachments)
}

const attachment = (url: string) => ({
  attachment: [{ type: 'Document', mediaType: 'image/png', url }],
})

test('A43 an archive whose names lead elsewhere, or with links, is refused whole', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('alice')
  const outbox = outboxOf(note(1))
  for (const name of ['../evil.png', 'a/../../evil.png', '/etc/passwd', 'C:/evil', 'a\\..\\evil']) {
    const { state, error } = await bring(
      server,
      user,
      await zipOf({ 'outbox.json': outbox, [name]: 'x' }),
    )
    assert.equal(state, 'failed', name)
    assert.match(error, /names that lead out|cannot be read|no ZIP/, name)
  }
  const link = await zipOf(
    { 'outbox.json': outbox, link: '/etc/passwd' },
    { externalFileAttributes: 0o120777 * 65_536, msDosCompatible: false },
  )
  assert.partialDeepStrictEqual(await bring(server, user, link), {
    state: 'failed',
    error: 'The archive has symbolic links',
  })
  assert.deepEqual(await mediaOf(user), [])
})

test('A43 what unpacks to far more than it says or weighs is stopped', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('alice')
  const zeros = Buffer.alloc(72 << 20)
  const zip = await zipOf({
    'outbox.json': outboxOf(note(1, attachment('bomb.png')), note(2)),
    'bomb.png': zeros,
  })
  assert.ok(zip.length < 1 << 20)
  const before = (await filesOf(server)).length

  const done = await bring(server, user, zip)

  assert.partialDeepStrictEqual(done, { state: 'failed', imported_items: 0 })
  assert.equal(done.error, 'The archive unpacks to too much')
  assert.deepEqual(await mediaOf(user), [])
  assert.equal((await filesOf(server)).length, before)

  // an entry that claims to be small
  const small = await zipOf({
    'outbox.json': outboxOf(note(3, attachment('lie.png'))),
    'lie.png': Buffer.alloc(1 << 20),
  })
  const lying = Buffer.from(small)
  const entry = lying.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'))
  lying.writeUInt32LE(10, entry + 24)
  const told = await bring(server, user, lying)
  assert.deepEqual(await mediaOf(user), [])
  assert.notEqual(told.state, 'running')
})

test('A43 archives in archives are not opened, broken ones end the import, others’ pictures go on', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('alice')
  const good = await png(20, 10)
  const inner = await zipOf({ 'a.png': good })
  const zip = await zipOf({
    'outbox.json': outboxOf(note(1, attachment('inner.zip')), note(2, attachment('good.png'))),
    'inner.zip': inner,
    'good.png': good,
  })

  assert.partialDeepStrictEqual(await bring(server, user, zip), {
    state: 'finished',
    imported_items: 2,
  })
  assert.equal((await mediaOf(user)).length, 1)

  for (const cut of [zip.subarray(0, zip.length - 30), zip.subarray(100)]) {
    assert.equal((await bring(server, user, Buffer.from(cut))).state, 'failed')
  }
  const damaged = Buffer.from(zip)
  damaged.fill(0x55, 60, 120)
  assert.equal((await bring(server, user, damaged)).state, 'failed')
})

test('A36 deep, huge and odd posts are left out or refused, with flat memory', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('alice')
  const deep = `{"orderedItems":[{"a":${'['.repeat(5000)}${']'.repeat(5000)}}]}`
  assert.equal(
    (await bring(server, user, await zipOf({ 'outbox.json': deep }))).error,
    'A post nests too deep',
  )
  const odd = outboxOf(
    note(1, { content: 'x'.repeat(600_000) }),
    { type: 'Create', object: null },
    null,
    7,
    note(2, {
      tag: Array.from({ length: 20_000 }, () => ({ type: 'Hashtag' })),
      published: 'never',
    }),
    note(3, { id: 'javascript:alert(1)' }),
    note(4, { content: '"orderedItems":[{"\\' }),
  )
  const done = await bring(server, user, await zipOf({ 'outbox.json': odd }))
  assert.partialDeepStrictEqual(done, { state: 'finished', imported_items: 2 })
  const many = await bring(
    server,
    user,
    await zipOf({ 'outbox.json': `{"orderedItems":[${'{},'.repeat(200_001)}{}]}` }),
  )
  assert.equal(many.error, 'The archive has more than 200000 posts')
})

test('A39 names of files are cut, and shown as text', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('alice')
  const form = new FormData()
  form.append('type', 'blocking')
  form.append('file', new Blob(['a@b.example']), `${'ü'.repeat(5000)}<script>.csv`)
  const body = new Response(form)
  const made = await user.post(IMPORTS, Buffer.from(await body.arrayBuffer()), {
    'content-type': body.headers.get('content-type')!,
  })
  assert.equal(made.statusCode, 200, made.body)
  assert.equal(made.json().file_name.length, 200)
})

test('A63 an entry that unpacks to far more than it weighs ends the import', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('alice')
  const outbox = `${' '.repeat(40 << 20)}${outboxOf(note(1))}`

  const done = await bring(server, user, await zipOf({ 'outbox.json': outbox }))

  assert.partialDeepStrictEqual(done, {
    state: 'failed',
    total_items: 0,
    error: 'The archive unpacks to too much',
  })
})

/** @returns how many characters this thread has parsed as JSON */
function countParsed() {
  const { parse } = JSON
  let length = 0
  JSON.parse = (text, reviver) => {
    length += String(text).length
    return parse(text, reviver)
  }
  return {
    get length() {
      return length
    },
    [Symbol.dispose]() {
      JSON.parse = parse
    },
  }
}

const longOutbox = (posts: number) =>
  outboxOf(
    ...Array.from({ length: posts }, (_, at) => [
      note(at, { content: `<p>${`${at} and so on `.repeat(150)}</p>` }),
      ...(at % 5 === 0 ? [{ type: 'Announce', actor: ACTOR, object: ACTOR }] : []),
    ]).flat(),
  )

test('A63 posts of an archive are read on a thread of their own', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('alice')
  const outbox = longOutbox(600)
  const file = await zipOf({ 'outbox.json': outbox })
  const { id } = (await user.post(IMPORTS, ...(await multipart({ type: 'archive', file })))).json()

  using parsed = countParsed()
  await server.settle()
  const here = parsed.length

  const shown = (await user.get(`${IMPORTS}/${id}`)).json()
  assert.partialDeepStrictEqual(shown, { state: 'unconfirmed', total_items: 600 })
  assert.ok(here < outbox.length / 10, `${here} characters of ${outbox.length}`)
})

test('A63 reading that was cut off goes on where it was', async () => {
  await using server = await startTestServer()
  const { app } = server
  const user = await server.signUp('alice')
  const file = await zipOf({ 'outbox.json': longOutbox(600) })
  const { id } = (await user.post(IMPORTS, ...(await multipart({ type: 'archive', file })))).json()
  const { transact } = app
  const kept = () =>
    app.db
      .selectFrom('data_import')
      .select('processed_items')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const failing: typeof transact = async (work) => {
    if ((await kept()).processed_items > 0) throw new Error('the process ends here')
    return transact(work)
  }
  Object.assign(app, { transact: failing })
  await server.settle()
  Object.assign(app, { transact })
  const { processed_items: cutOff } = await kept()
  assert.ok(cutOff > 0 && cutOff < 720, `${cutOff} items`)

  server.clock.now += 3_600_000
  await server.settle()

  const shown = (await user.get(`${IMPORTS}/${id}`)).json()
  assert.partialDeepStrictEqual(shown, {
    state: 'unconfirmed',
    total_items: 600,
    left_out: { boosts: 120 },
  })
})

test('A63 what one person brings in a day is limited, in archives and in bytes', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('alice')
  const file = await zipOf({ 'outbox.json': outboxOf(note(1)) })
  const bringOne = async () => user.post(IMPORTS, ...(await multipart({ type: 'archive', file })))
  const { id } = (await bringOne()).json()
  await server.settle()
  await server.app.transact((tx) =>
    tx.db
      .updateTable('data_import')
      .set({ unpacked: 8 * 1024 ** 3 })
      .where('id', '=', id)
      .execute(),
  )

  const second = await bring(server, user, file)
  assert.equal(second.state, 'failed')
  assert.match(second.error, /in a day/)

  for (let many = 2; many < 10; many++)
    assert.equal((await bring(server, user, file)).state, 'failed')
  const refused = await bringOne()
  assert.equal(refused.statusCode, 422)
  assert.match(refused.json().error, /10 archives today/)

  server.clock.now += 25 * 3_600_000
  assert.equal((await bring(server, user, file)).state, 'finished')
})
