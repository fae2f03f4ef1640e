import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  areMissing,
  dataUri,
  filesOf,
  mediaOf,
  pathOf,
  png,
  UPLOAD,
  uploadPicture,
} from '../support/media-api.ts'
import {
  makeRecording,
  movingPicture,
  neededFfmpeg,
  temporaryFolder,
} from '../support/media-samples.ts'
import { multipart } from '../support/multipart.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let madeFilm: Buffer | null = null

/** A film with sound of a second, the same for all tests. */
async function film(context: Parameters<typeof neededFfmpeg>[0]): Promise<Buffer | null> {
  const ffmpeg = await neededFfmpeg(context)
  if (ffmpeg === null) return null
  const path = join(await temporaryFolder(context), 'film.mp4')
  const sources = ['testsrc=duration=1:size=64x48:rate=10', 'sine=duration=1']
  madeFilm ??= await readFile(await makeRecording(ffmpeg, path, sources, ['-shortest']))
  return madeFilm
}

test('S-347 S-332 a film is 202 without address, 206 while it waits, 200 when it is done', async (context) => {
  const bytes = await film(context)
  if (bytes === null) return
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const image = await uploadPicture(alice)

  const parts = await multipart({ file: bytes, description: 'moving', focus: '0.5,0.5' })
  const waiting = mediaOf(await alice.post(UPLOAD, ...parts), 202)
  assert.partialDeepStrictEqual(waiting, { type: 'video', url: null, description: 'moving' })
  const path = `/api/v1/media/${waiting.id}`
  assert.equal(mediaOf(await alice.get(path), 206).url, null)
  const early = await alice.post('/api/v1/statuses', { status: 'x', media_ids: [waiting.id] })
  assert.equal(early.statusCode, 422)

  const changed = await alice.put(path, { description: 'still', focus: '-0.5,0' })
  assert.equal(mediaOf(changed, 206).description, 'still')
  await server.settle()

  const done = mediaOf(await alice.get(path), 200)
  assert.partialDeepStrictEqual(done, {
    type: 'video',
    description: 'still',
    meta: { focus: { x: -0.5, y: 0 }, small: { width: 64, height: 48 } },
  })
  assert.deepEqual(await areMissing(server, [done.url, done.preview_url]), [false, false])
  const both = { status: 'x', media_ids: [waiting.id, image.id] }
  assert.equal((await alice.post('/api/v1/statuses', both)).statusCode, 422)
  const status = await alice.publish('', { media_ids: [waiting.id] })
  assert.equal(status.media_attachments[0].url, done.url)
})

test('S-561 the 202 answer of a film has its preview, blurhash and sizes already, and they stay', async (context) => {
  const bytes = await film(context)
  if (bytes === null) return
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  const focus = '0.5,0'
  const asPart = await alice.post(UPLOAD, ...(await multipart({ file: bytes, focus })))
  const asText = await alice.post(UPLOAD, { file: dataUri('video/mp4', bytes), focus })
  for (const response of [asPart, asText]) {
    const waiting = mediaOf(response, 202)
    assert.equal(waiting.url, null)
    assert.equal(typeof waiting.blurhash, 'string')
    assert.deepEqual(await areMissing(server, [waiting.preview_url]), [false])
    assert.partialDeepStrictEqual(waiting.meta, {
      focus: { x: 0.5, y: 0 },
      original: { width: 64, height: 48, frame_rate: '10/1' },
      small: { width: 64, height: 48, size: '64x48' },
    })
    assert.ok(Math.abs(waiting.meta.original.duration - 1) < 0.2)
    await server.settle()

    const done = mediaOf(await alice.get(`/api/v1/media/${waiting.id}`), 200)
    assert.equal(done.preview_url, waiting.preview_url)
    assert.equal(done.blurhash, waiting.blurhash)
    assert.deepEqual(Object.keys(done.meta).sort(), Object.keys(waiting.meta).sort())
    await alice.delete(`/api/v1/media/${waiting.id}`)
  }
  await server.settle()
  assert.deepEqual(await filesOf(server), [])
})

test('S-561 of a sound the 202 answer has the duration; of what cannot be read it has nothing', async (context) => {
  const ffmpeg = await neededFfmpeg(context)
  if (ffmpeg === null) return
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const path = join(await temporaryFolder(context), 'sound.ogg')
  const sound = await readFile(await makeRecording(ffmpeg, path, ['sine=duration=2'], []))
  const thumbnail = await png(12, 12)
  const broken = Buffer.concat([sound.subarray(0, 60), Buffer.alloc(500, 7)])

  const plain = mediaOf(await alice.post(UPLOAD, ...(await multipart({ file: sound }))), 202)
  const parts = await multipart({ file: sound, thumbnail })
  const covered = mediaOf(await alice.post(UPLOAD, ...parts), 202)
  const empty = mediaOf(await alice.post(UPLOAD, ...(await multipart({ file: broken }))), 202)

  assert.deepEqual([plain.preview_url, plain.blurhash], [null, null])
  for (const { meta } of [plain, covered]) assert.equal(Math.round(meta.original.duration), 2)
  assert.equal(covered.meta.small.width, 12)
  assert.deepEqual([empty.preview_url, empty.meta], [null, {}])
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
  const first = mediaOf(
    await alice.post(UPLOAD, ...(await multipart({ file: bytes, thumbnail }))),
    202,
  )
  await server.settle()
  const second = mediaOf(await alice.post(UPLOAD, ...(await multipart({ file: bytes }))), 202)
  const path = `/api/v1/media/${second.id}`

  let chosen = second
  whileConverting(server, async () => {
    const parts = await multipart({ thumbnail, focus: '1,1', description: 'late' })
    chosen = mediaOf(await alice.put(path, ...parts), 206)
  })
  await server.settle()

  assert.notEqual(chosen, second)
  for (const before of [first, chosen]) {
    const done = mediaOf(await alice.get(`/api/v1/media/${before.id}`), 200)
    assert.equal(done.preview_url, before.preview_url)
    assert.equal(done.blurhash, before.blurhash)
    assert.equal(done.meta.small.width, 12)
    assert.deepEqual(await areMissing(server, [done.url, done.preview_url]), [false, false])
  }
  const { description, meta } = mediaOf(await alice.get(path), 200)
  assert.deepEqual([description, meta.focus], ['late', { x: 1, y: 1 }])
  assert.equal((await filesOf(server)).length, 4)
})

test('S-347 the first version of the upload waits until a film is done', async (context) => {
  const bytes = await film(context)
  if (bytes === null) return
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  const parts = await multipart({ file: bytes })
  const done = mediaOf(await alice.post('/api/v1/media', ...parts), 200)

  assert.equal(done.type, 'video')
  assert.deepEqual(await areMissing(server, [done.url]), [false])
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

  const { id } = mediaOf(await alice.post(UPLOAD, ...(await multipart({ file: broken }))), 202)
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
  const { id } = mediaOf(await alice.post(UPLOAD, ...(await multipart({ file: bytes }))), 202)

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

  const { id } = mediaOf(await alice.post(UPLOAD, { file: dataUri('image/gif', gif) }), 202)
  await server.settle()

  const done = mediaOf(await alice.get(`/api/v1/media/${id}`), 200)
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

  const { id } = mediaOf(await alice.post(UPLOAD, ...(await multipart({ file: bytes }))), 202)
  await server.settle()

  const done = mediaOf(await alice.get(`/api/v1/media/${id}`), 200)
  assert.partialDeepStrictEqual(done, { type: 'audio', preview_url: null })
  assert.equal((await server.anonymous.get(pathOf(done.url))).headers['content-type'], 'audio/mpeg')
})
