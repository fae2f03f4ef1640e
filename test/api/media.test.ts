import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Response } from 'light-my-request'
import { assertEntity, entityOf, idsOf } from '../support/entities.ts'
import {
  makeRecording,
  movingPicture,
  neededFfmpeg,
  picture,
  temporaryFolder,
} from '../support/media-samples.ts'
import { multipart } from '../support/multipart.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const V2 = '/api/v2/media'
const DAY = 86_400_000
const png = (width: number, height: number) => picture(width, height).png().toBuffer()
const dataUri = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`

const pathOf = (url: string) => new URL(url).pathname

/** What is kept of files, by their addresses. */
async function missing(server: TestServer, urls: (string | null)[]): Promise<boolean[]> {
  const found = urls.filter((url) => url !== null)
  const replies = await Promise.all(found.map((url) => server.anonymous.get(pathOf(url))))
  return replies.map((reply) => reply.statusCode === 404)
}

function media(response: Response, statusCode: number) {
  assert.equal(response.statusCode, statusCode, response.body)
  assertEntity('MediaAttachment', response.json())
  return response.json()
}

async function uploadPicture(user: TestUser, more: Record<string, string> = {}) {
  const file = dataUri('image/png', await png(20, 10))
  return media(await user.post(V2, { file, ...more }), 200)
}

test('S-346 S-347 a picture comes as a part of a form or as a base64 data URI and is ready at once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bytes = await png(40, 20)
  const said = { description: 'A gradient', focus: '0.25,-1' }

  for (const version of ['v1', 'v2']) {
    const path = `/api/${version}/media`
    const asPart = await alice.post(path, ...(await multipart({ file: bytes, ...said })))
    const asText = await alice.post(path, { file: dataUri('image/png', bytes), ...said })

    for (const response of [asPart, asText]) {
      const made = media(response, 200)
      assert.partialDeepStrictEqual(made, {
        type: 'image',
        description: 'A gradient',
        remote_url: null,
        meta: {
          focus: { x: 0.25, y: -1 },
          original: { width: 40, height: 20, size: '40x20', aspect: 2 },
          small: { width: 40, height: 20 },
        },
      })
      assert.equal(typeof made.blurhash, 'string')
      assert.doesNotMatch(made.url, /evil/)
      for (const url of [made.url, made.preview_url]) {
        const file = await server.anonymous.get(pathOf(url))
        assert.equal(file.statusCode, 200)
        assert.equal(file.headers['content-type'], 'image/png')
      }
    }
  }
})

test('S-346 S-348 what cannot be taken is 422 with a clear text, never 5xx', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bytes = await png(20, 20)
  const good = dataUri('image/png', bytes)

  for (const body of [
    {},
    { file: '' },
    { file: 'no data URI' },
    { file: 'data:image/png;base64,####' },
    { file: dataUri('text/html', Buffer.from('<script>1</script>')) },
    { file: dataUri('image/png', bytes.subarray(0, 60)) },
    { file: dataUri('image/png', Buffer.alloc(0)) },
    { file: good, focus: 'middle' },
    { file: good, description: 'x'.repeat(10_001) },
    { file: good, thumbnail: dataUri('text/plain', Buffer.from('text')) },
  ]) {
    const response = await alice.post(V2, body)
    assert.equal(response.statusCode, 422, JSON.stringify(body).slice(0, 80))
    assert.equal(typeof response.json().error, 'string')
  }
  const parts = await multipart({ file: Buffer.from('%PDF-1.7 something') })
  assert.equal((await alice.post(V2, ...parts)).statusCode, 422)
  const big = await alice.post(V2, { file: dataUri('image/png', Buffer.alloc(16_777_217, 1)) })
  assert.equal(big.statusCode, 422)
  assert.equal((await server.anonymous.post(V2, { file: good })).statusCode, 401)
  const rows = await server.app.db.selectFrom('media_attachment').select('id').execute()
  assert.deepEqual(rows, [])
})

test('S-347 a description counts 10,000 characters, blank ones are none', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  assert.equal(
    (await uploadPicture(alice, { description: '😀'.repeat(10_000) })).description.length,
    20_000,
  )
  const made = await uploadPicture(alice, { description: '  ' })
  assert.equal(made.description, null)
  const path = `/api/v1/media/${made.id}`
  assert.equal((await alice.put(path, { description: 'said' })).json().description, 'said')
  assert.equal((await alice.put(path, { focus: '1,1' })).json().description, 'said')
  assert.equal((await alice.patch(path, { description: '' })).json().description, null)
  const { configuration } = (await alice.get('/api/v2/instance')).json()
  assert.equal(configuration.media_attachments.description_limit, 10_000)
})

test('S-347 a picture of one’s own choice is the preview, at the upload and later', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const file = dataUri('image/png', await png(40, 20))
  const thumbnail = dataUri('image/png', await png(30, 30))

  const chosen = media(await alice.post(V2, { file, thumbnail }), 200)
  assert.partialDeepStrictEqual(chosen.meta, {
    original: { width: 40, height: 20 },
    small: { width: 30, height: 30 },
  })
  const other = await multipart({ thumbnail: await png(10, 5), focus: '0,0.5' })
  const changed = media(await alice.put(`/api/v1/media/${chosen.id}`, ...other), 200)
  await server.settle()

  assert.partialDeepStrictEqual(changed.meta, {
    original: { width: 40, height: 20 },
    small: { width: 10, height: 5 },
    focus: { x: 0, y: 0.5 },
  })
  assert.equal(changed.url, chosen.url)
  assert.notEqual(changed.blurhash, chosen.blurhash)
  const { url, preview_url } = changed
  assert.deepEqual(await missing(server, [url, preview_url, chosen.preview_url]), [
    false,
    false,
    true,
  ])
})

test('S-347 S-348 attached media are read, changed and deleted with their status only', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await uploadPicture(alice)
  const path = `/api/v1/media/${id}`
  assert.equal(media(await alice.get(path), 200).id, id)
  const status = await alice.publish('', { media_ids: [id] })

  assert.deepEqual(idsOf(status.media_attachments), [id])
  assert.equal((await alice.get(path)).statusCode, 404)
  assert.equal((await alice.put(path, { description: 'x' })).statusCode, 404)
  const refused = await alice.delete(path)
  assert.equal(refused.statusCode, 422)
  assert.equal(typeof refused.json().error, 'string')
  const edit = { status: 'without' }
  assert.equal((await alice.put(`/api/v1/statuses/${status.id}`, edit)).statusCode, 200)
  assert.equal((await alice.delete(path)).statusCode, 422, 'the history shows it')
})

test('DELETE takes an upload and its files; doing it again is 404', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id, url, preview_url } = await uploadPicture(alice)

  const deleted = await alice.delete(`/api/v1/media/${id}`)
  await server.settle()

  assert.deepEqual([deleted.statusCode, deleted.body], [200, '{}'])
  assert.deepEqual(await missing(server, [url, preview_url]), [true, true])
  assert.equal((await alice.get(`/api/v1/media/${id}`)).statusCode, 404)
  assert.equal((await alice.delete(`/api/v1/media/${id}`)).statusCode, 404)
})

test('A51 S-347 somebody else’s upload is answered as one that does not exist', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await uploadPicture(alice)
  const attached = await uploadPicture(alice)
  await alice.publish('x', { media_ids: [attached.id] })

  for (const method of ['GET', 'PUT', 'DELETE']) {
    const bodies = new Set<string>()
    for (const target of [id, attached.id, '109999999999999999', 'nonsense']) {
      const response = await bob.send(method, `/api/v1/media/${target}`)
      assert.equal(response.statusCode, 404, `${method} ${target}`)
      bodies.add(response.body)
    }
    assert.equal(bodies.size, 1)
  }
  assert.equal((await alice.get(`/api/v1/media/${id}`)).statusCode, 200)
})

test('S-154 an upload that no status has is removed after a day, one that a status has is not', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  server.runner.start()
  const idle = await uploadPicture(alice)
  const used = await uploadPicture(alice)
  await alice.publish('', { media_ids: [used.id] })

  server.clock.now += DAY - 60_000
  await server.settle()
  assert.equal((await alice.get(`/api/v1/media/${idle.id}`)).statusCode, 200)
  server.clock.now += 3_700_000
  await server.settle()

  assert.equal((await alice.get(`/api/v1/media/${idle.id}`)).statusCode, 404)
  assert.deepEqual(await missing(server, [idle.url, idle.preview_url]), [true, true])
  assert.deepEqual(await missing(server, [used.url, used.preview_url]), [false, false])
})

test('S-332 four pictures at most, in the order asked for', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (let at = 0; at < 5; at++) ids.push((await uploadPicture(alice)).id)

  const five = await alice.post('/api/v1/statuses', { status: 'x', media_ids: ids })
  const order = [ids[2], ids[0], ids[3], ids[1]]
  const four = await alice.publish('x', { media_ids: order })

  assert.equal(five.statusCode, 422)
  assert.deepEqual(idsOf(four.media_attachments), order)
  const form = `status=x&media_ids[]=${ids[4]}`
  const one = await alice.post('/api/v1/statuses', form, {
    'content-type': 'application/x-www-form-urlencoded',
  })
  assert.deepEqual(idsOf(entityOf(one, 'Status').media_attachments), [ids[4]])
})

/** A film with sound of two seconds. */
async function film(context: Parameters<typeof neededFfmpeg>[0]): Promise<Buffer | null> {
  const ffmpeg = await neededFfmpeg(context)
  if (ffmpeg === null) return null
  const path = join(await temporaryFolder(context), 'film.mp4')
  const sources = ['testsrc=duration=1:size=64x48:rate=10', 'sine=duration=1']
  return readFile(await makeRecording(ffmpeg, path, sources, ['-shortest']))
}

test('S-347 S-332 a film is 202 without address, 206 while it waits, 200 when it is done', async (context) => {
  const bytes = await film(context)
  if (bytes === null) return
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const image = await uploadPicture(alice)

  const parts = await multipart({ file: bytes, description: 'moving', focus: '0.5,0.5' })
  const waiting = media(await alice.post(V2, ...parts), 202)
  assert.partialDeepStrictEqual(waiting, { type: 'video', url: null, description: 'moving' })
  const path = `/api/v1/media/${waiting.id}`
  assert.equal(media(await alice.get(path), 206).url, null)
  const early = await alice.post('/api/v1/statuses', { status: 'x', media_ids: [waiting.id] })
  assert.equal(early.statusCode, 422)

  const changed = await alice.put(path, { description: 'still', focus: '-0.5,0' })
  assert.equal(media(changed, 206).description, 'still')
  await server.settle()

  const done = media(await alice.get(path), 200)
  assert.partialDeepStrictEqual(done, {
    type: 'video',
    description: 'still',
    meta: { focus: { x: -0.5, y: 0 }, small: { width: 64, height: 48 } },
  })
  assert.deepEqual(await missing(server, [done.url, done.preview_url]), [false, false])
  const both = { status: 'x', media_ids: [waiting.id, image.id] }
  assert.equal((await alice.post('/api/v1/statuses', both)).statusCode, 422)
  const status = await alice.publish('', { media_ids: [waiting.id] })
  assert.equal(status.media_attachments[0].url, done.url)
})

/** Does something once, when the next film is converted but not stored yet. */
function whileConverting({ app }: TestServer, work: () => Promise<void>): void {
  const { storage } = app
  const put = storage.put
  storage.put = async (key, data) => {
    if ('path' in data && storage.put !== put) {
      storage.put = put
      await work()
    }
    return put.call(storage, key, data)
  }
}

test('S-347 a picture chosen for a film stays its preview, also one chosen while it is converted', async (context) => {
  const bytes = await film(context)
  if (bytes === null) return
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const thumbnail = await png(12, 12)
  const first = media(await alice.post(V2, ...(await multipart({ file: bytes, thumbnail }))), 202)
  await server.settle()
  const second = media(await alice.post(V2, ...(await multipart({ file: bytes }))), 202)
  const path = `/api/v1/media/${second.id}`

  let chosen = second
  whileConverting(server, async () => {
    const parts = await multipart({ thumbnail, focus: '1,1', description: 'late' })
    chosen = media(await alice.put(path, ...parts), 206)
  })
  await server.settle()

  assert.notEqual(chosen, second)
  for (const before of [first, chosen]) {
    const done = media(await alice.get(`/api/v1/media/${before.id}`), 200)
    assert.equal(done.preview_url, before.preview_url)
    assert.equal(done.blurhash, before.blurhash)
    assert.equal(done.meta.small.width, 12)
    assert.deepEqual(await missing(server, [done.url, done.preview_url]), [false, false])
  }
  const { description, meta } = media(await alice.get(path), 200)
  assert.deepEqual([description, meta.focus], ['late', { x: 1, y: 1 }])
  assert.equal((await filesOf(server)).length, 4)
})

/** Names of all files that are kept. */
async function filesOf({ app }: TestServer): Promise<string[]> {
  const folder = app.config.mediaStorage
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

test('S-347 the first version of the upload waits until a film is done', async (context) => {
  const bytes = await film(context)
  if (bytes === null) return
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  const parts = await multipart({ file: bytes })
  const done = media(await alice.post('/api/v1/media', ...parts), 200)

  assert.equal(done.type, 'video')
  assert.deepEqual(await missing(server, [done.url]), [false])
  const jobs = await server.app.db
    .selectFrom('job')
    .where('kind', '=', 'media.process')
    .selectAll()
    .execute()
  assert.deepEqual(jobs, [])
})

test('S-347 what cannot be converted is 422 from then on, and cannot be attached', async (context) => {
  const bytes = await film(context)
  if (bytes === null) return
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const broken = Buffer.concat([bytes.subarray(0, 200), Buffer.alloc(500, 7)])

  const { id } = media(await alice.post(V2, ...(await multipart({ file: broken }))), 202)
  await server.settle()

  for (const method of ['GET', 'PUT']) {
    const response = await alice.send(method, `/api/v1/media/${id}`)
    assert.equal(response.statusCode, 422, method)
    assert.equal(typeof response.json().error, 'string')
  }
  const attach = await alice.post('/api/v1/statuses', { status: 'x', media_ids: [id] })
  assert.equal(attach.statusCode, 422)
  const synchronous = await alice.post('/api/v1/media', ...(await multipart({ file: broken })))
  assert.equal(synchronous.statusCode, 422)
  assert.equal((await alice.delete(`/api/v1/media/${id}`)).statusCode, 200)
})

test('an upload that is deleted while it is converted leaves no file behind', async (context) => {
  const bytes = await film(context)
  if (bytes === null) return
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = media(await alice.post(V2, ...(await multipart({ file: bytes }))), 202)

  whileConverting(server, async () => {
    assert.equal((await alice.delete(`/api/v1/media/${id}`)).statusCode, 200)
  })
  await server.settle()

  assert.equal((await alice.get(`/api/v1/media/${id}`)).statusCode, 404)
  assert.deepEqual(await filesOf(server), [])
})

test('S-347 a moving GIF becomes a loop where ffmpeg is', async (context) => {
  if ((await neededFfmpeg(context)) === null) return
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const gif = await movingPicture(16, 16).gif().toBuffer()

  const { id } = media(await alice.post(V2, { file: dataUri('image/gif', gif) }), 202)
  await server.settle()

  const done = media(await alice.get(`/api/v1/media/${id}`), 200)
  assert.equal(done.type, 'gifv')
  const two = await alice.publish('', { media_ids: [id, (await uploadPicture(alice)).id] })
  assert.equal(two.media_attachments.length, 2)
})

test('S-347 sound has no picture and no size', async (context) => {
  const ffmpeg = await neededFfmpeg(context)
  if (ffmpeg === null) return
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const path = join(await temporaryFolder(context), 'sound.mp3')
  const bytes = await readFile(await makeRecording(ffmpeg, path, ['sine=duration=1']))

  const { id } = media(await alice.post(V2, ...(await multipart({ file: bytes }))), 202)
  await server.settle()

  const done = media(await alice.get(`/api/v1/media/${id}`), 200)
  assert.partialDeepStrictEqual(done, { type: 'audio', preview_url: null })
  assert.equal((await server.anonymous.get(pathOf(done.url))).headers['content-type'], 'audio/mpeg')
})
