import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import type { RemoteMedia } from '../../src/features/media/remote.ts'
import { saveRemoteMedia } from '../../src/features/media/remote.ts'
import { dropOldest } from '../../src/features/proxy/cache.ts'
import { StorageFull } from '../../src/kernel/base/errors.ts'
import { inTime, until } from '../support/in-time.ts'
import { uploadPicture } from '../support/media-api.ts'
import { makeRecording, neededFfmpeg, temporaryFolder } from '../support/media-samples.ts'
import { waitForOthers } from '../support/patience.ts'
import { insertRemoteStatus } from '../support/remote-status.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

interface FileHost extends AsyncDisposable {
  origin: string
  /** paths that were asked for */
  asked: string[]
  files: Map<string, { body: Buffer; type: string }>
}

/** Serves files as another server would. */
async function startFileHost(address = '127.0.0.1'): Promise<FileHost> {
  const asked: string[] = []
  const files: FileHost['files'] = new Map()
  const http = createServer((request, response) => {
    asked.push(request.url ?? '')
    const file = files.get(request.url ?? '')
    if (file === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': file.type }).end(file.body)
  })
  await new Promise<void>((resolve) => http.listen(0, address, resolve))
  const { port } = http.address() as { port: number }
  return {
    origin: `http://${address}:${port}`,
    asked,
    files,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

const picture = (width = 900) =>
  sharp({ create: { width, height: 600, channels: 3, background: '#507090' } })
    .png()
    .toBuffer()

const image = (url: string): RemoteMedia => ({
  type: 'image',
  url,
  previewUrl: null,
  contentType: 'image/png',
  description: 'a test',
  blurhash: null,
  width: 900,
  height: 600,
  focus: null,
  duration: null,
})

async function start(): Promise<TestServer> {
  const server = await startTestServer({ egressAllow: ['127.0.0.0/8'] })
  waitForOthers(server.app)
  return server
}

/** A remote status with one attachment. @returns the attachment as a client gets it, paths only */
async function attach({ app, anonymous }: TestServer, media: RemoteMedia) {
  const statusId = await insertRemoteStatus(app, { tag: 'proxied' })
  await app.transact(async (tx) => {
    const { account_id: accountId } = await tx.db
      .selectFrom('status')
      .select('account_id')
      .where('id', '=', statusId)
      .executeTakeFirstOrThrow()
    const ids = await saveRemoteMedia(tx, { accountId, statusId }, [media])
    await tx.db
      .updateTable('status')
      .set((eb) => ({ media_ids: JSON.stringify(ids), version: eb('version', '+', 1) }))
      .where('id', '=', statusId)
      .execute()
  })
  const response = await anonymous.get(`/api/v1/statuses/${statusId}`)
  assert.equal(response.statusCode, 200, response.body)
  const [entity] = response.json().media_attachments
  const path = (url: string | null) => (url === null ? null : new URL(url).pathname)
  return { statusId, entity, original: path(entity.url)!, small: path(entity.preview_url)! }
}

test('a remote picture is fetched once and then kept, with a small one made of it', async () => {
  await using host = await startFileHost()
  await using server = await start()
  host.files.set('/a.png', { body: await picture(), type: 'image/png' })
  const { entity, original, small } = await attach(server, image(`${host.origin}/a.png`))

  const first = await Promise.all([1, 2, 3].map(() => server.anonymous.get(original)))
  const again = await server.anonymous.get(original)
  const preview = await server.anonymous.get(small)

  assert.equal(entity.remote_url, `${host.origin}/a.png`)
  for (const response of [...first, again]) {
    assert.equal(response.statusCode, 200)
    assert.equal(response.headers['content-type'], 'image/png')
    assert.equal(response.headers['x-content-type-options'], 'nosniff')
  }
  assert.deepEqual(again.rawPayload, host.files.get('/a.png')!.body)
  assert.ok((await sharp(preview.rawPayload).metadata()).width! <= 640)
  assert.deepEqual(host.asked, ['/a.png', '/a.png'])
})

test('a picture whose server says neither size nor blurhash gets them once it was fetched', async () => {
  await using host = await startFileHost()
  await using server = await start()
  host.files.set('/a.png', { body: await picture(), type: 'image/png' })
  const silent = { ...image(`${host.origin}/a.png`), width: null, height: null }
  for (const part of ['original', 'small'] as const) {
    const { entity, statusId, ...paths } = await attach(server, silent)
    assert.deepEqual([entity.meta, entity.blurhash], [{}, null])

    assert.equal((await server.anonymous.get(paths[part])).statusCode, 200)

    const shown = (await server.anonymous.get(`/api/v1/statuses/${statusId}`)).json()
    const [media] = shown.media_attachments
    const size = { width: 900, height: 600, size: '900x600', aspect: 1.5 }
    assert.deepEqual(media.meta.original, size, part)
    assert.match(media.blurhash, /^\S{6,}$/)
  }
})

test('S-572 a remote film or sound gets its size, duration and blurhash once it was played', async (context) => {
  const ffmpeg = await neededFfmpeg(context)
  if (ffmpeg === null) return
  await using host = await startFileHost()
  await using server = await start()
  const folder = await temporaryFolder(context)
  const sources = ['testsrc=duration=1:size=64x48:rate=10', 'sine=duration=1']
  const film = await makeRecording(ffmpeg, join(folder, 'film.mp4'), sources, ['-shortest'])
  const sound = await makeRecording(ffmpeg, join(folder, 'sound.ogg'), ['sine=duration=2'], [])
  host.files.set('/film', { body: await readFile(film), type: 'video/mp4' })
  host.files.set('/sound', { body: await readFile(sound), type: 'audio/ogg' })
  const bare = { ...image(`${host.origin}/film`), width: null, height: null }
  const play = async (more: Partial<RemoteMedia>) => {
    const { statusId, original } = await attach(server, { ...bare, ...more })
    assert.equal((await server.anonymous.get(original)).statusCode, 200)
    const status = (await server.anonymous.get(`/api/v1/statuses/${statusId}`)).json()
    return status.media_attachments[0]
  }
  const shown = await play({ type: 'video', contentType: 'video/mp4' })
  const url = `${host.origin}/sound`
  const heard = await play({ type: 'audio', contentType: 'audio/ogg', url })
  const told = await play({
    type: 'video',
    blurhash: 'LEHV6nWB2yk8pyo0adR*',
    width: 32,
    height: 24,
  })

  assert.partialDeepStrictEqual(shown.meta, {
    original: { width: 64, height: 48, frame_rate: '10/1' },
  })
  assert.equal(Math.round(shown.meta.original.duration), 1)
  assert.match(shown.blurhash, /^\S{6,}$/)
  assert.equal(Math.round(heard.meta.original.duration), 2)
  assert.deepEqual([shown.meta.small, heard.blurhash], [undefined, null])
  // its server's word counts
  assert.equal(told.blurhash, 'LEHV6nWB2yk8pyo0adR*')
  assert.deepEqual([told.meta.original.width, told.meta.original.frame_rate], [32, '10/1'])
})

test('what is no picture, is gone or too large is not found; a silent server is 503', async () => {
  await using host = await startFileHost()
  await using server = await start()
  host.files.set('/page.png', { body: Buffer.from('<script>alert(1)</script>'), type: 'image/png' })
  host.files.set('/huge.png', { body: Buffer.alloc(17_000_000), type: 'image/png' })
  const statusOf = async (url: string) =>
    (await server.anonymous.get((await attach(server, image(url))).original)).statusCode

  assert.equal(await statusOf(`${host.origin}/page.png`), 404)
  assert.equal(await statusOf(`${host.origin}/gone.png`), 404)
  assert.equal(await statusOf('http://192.168.0.1/private.png'), 404)
  assert.equal(await statusOf('http://127.0.0.1:9/silent.png'), 503)
  assert.ok((await statusOf(`${host.origin}/huge.png`)) >= 400)
  assert.equal((await server.anonymous.get('/proxy/media/0000/original')).statusCode, 404)
})

test('an attachment is found by its id as well, if everybody may see its status', async () => {
  await using host = await startFileHost()
  await using server = await start()
  const { entity } = await attach(server, image(`${host.origin}/a.png`))
  const alice = await server.signUp('alice')
  const uploaded = await uploadPicture(alice)
  const at = async (id: string, style: string) => {
    const { statusCode, headers } = await server.anonymous.get(`/media_proxy/${id}/${style}`)
    return { statusCode, location: headers.location }
  }
  const page = async (id: string) => {
    const { statusCode, headers } = await server.anonymous.get(`/media/${id}`)
    return { statusCode, location: headers.location }
  }
  const found = (location: string) => ({ statusCode: 302, location })
  const missing = { statusCode: 404, location: undefined }

  assert.deepEqual(await at(entity.id, 'original'), found(entity.url))
  assert.deepEqual(await at(entity.id, 'small'), found(entity.preview_url))
  assert.deepEqual(await page(entity.id), found(entity.url))
  assert.deepEqual(await page('1'), missing)
  assert.deepEqual(await at(entity.id, 'other'), missing)
  assert.deepEqual(await at('1', 'original'), missing)
  assert.deepEqual(await at(uploaded.id, 'original'), missing, 'not attached yet')
  const status = await alice.publish('', { media_ids: [uploaded.id], visibility: 'unlisted' })
  assert.deepEqual(await at(uploaded.id, 'original'), found(uploaded.url))
  assert.deepEqual(await at(uploaded.id, 'small'), found(uploaded.preview_url))
  await alice.delete(`/api/v1/statuses/${status.id}`)
  assert.deepEqual(await at(uploaded.id, 'original'), missing, 'deleted')
  const secret = await uploadPicture(alice)
  await alice.publish('', { media_ids: [secret.id], visibility: 'private' })
  assert.deepEqual(await at(secret.id, 'original'), missing, 'private')
  assert.deepEqual(await page(secret.id), missing, 'private')
})

test('a full disk keeps nothing and shows the picture all the same', async () => {
  await using host = await startFileHost()
  await using server = await start()
  host.files.set('/a.png', { body: await picture(), type: 'image/png' })
  const { original } = await attach(server, image(`${host.origin}/a.png`))
  server.app.storage.put = async () => {
    throw new StorageFull()
  }

  const response = await server.anonymous.get(original)

  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.headers['x-content-type-options'], 'nosniff')
  assert.equal(await countKept(server), 0)
})

const recording = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(500_000, 7)])

async function attachSound(server: TestServer, url: string) {
  const silent = { ...image(url), type: 'audio' as const, contentType: 'audio/mpeg' }
  return (await attach(server, { ...silent, width: null, height: null })).original
}

test('a full disk passes a recording on; what its server does not have is answered and ends nothing', async () => {
  await using host = await startFileHost()
  await using server = await start()
  host.files.set('/a.mp3', { body: recording, type: 'audio/mpeg' })
  host.files.set('/empty.mp3', { body: Buffer.alloc(0), type: 'audio/mpeg' })
  host.files.set('/page.mp3', { body: Buffer.from('<p>Gone</p>'), type: 'text/html' })
  server.app.storage.temporaryPath = () => {
    throw new StorageFull()
  }
  const get = async (path: string) =>
    server.anonymous.get(await attachSound(server, `${host.origin}${path}`))

  const passed = await get('/a.mp3')
  const others = [await get('/empty.mp3'), await get('/page.mp3'), await get('/gone.mp3')]
  await host[Symbol.asyncDispose]()
  const silent = await get('/a.mp3')

  assert.deepEqual([passed.statusCode, passed.headers['content-type']], [200, 'audio/mpeg'])
  assert.ok(passed.rawPayload.equals(recording))
  assert.deepEqual(
    others.map(({ statusCode }) => statusCode),
    [404, 404, 404],
  )
  assert.equal(silent.statusCode, 503)
})

test('a recording that is passed on is fetched no further once its reader has gone', async () => {
  await using server = await start()
  const closed = Promise.withResolvers<void>()
  const host = createServer((request, response) => {
    request.socket.once('close', closed.resolve)
    response.writeHead(200, { 'content-type': 'audio/mpeg' })
    const more = () => {
      while (!response.destroyed && response.write(recording));
    }
    response.on('drain', more)
    more()
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const { port } = host.address() as { port: number }
  server.app.storage.temporaryPath = () => {
    throw new StorageFull()
  }
  const path = await attachSound(server, `http://127.0.0.1:${port}/endless.mp3`)
  const leaving = new AbortController()

  const response = await fetch((await server.listen()) + path, { signal: leaving.signal })
  await response.body!.getReader().read()
  leaving.abort()

  await inTime(closed.promise, 'the server of the recording is left')
  await new Promise((resolve) => host.close(resolve))
})

test('A141 files of a server that keeps silent hold up none of another', async () => {
  await using host = await startFileHost('127.0.0.2')
  await using server = await start()
  host.files.set('/a.png', { body: await picture(), type: 'image/png' })
  host.files.set('/a.mp3', { body: recording, type: 'audio/mpeg' })
  const asked: string[] = []
  const silent = createServer(({ url }) => void asked.push(url ?? ''))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const waiting: Promise<{ statusCode: number }>[] = []
  for (let at = 0; at < 10; at++) {
    const url = `http://127.0.0.1:${port}/${at}`
    waiting.push(server.anonymous.get((await attach(server, image(`${url}.png`))).original))
    waiting.push(server.anonymous.get(await attachSound(server, `${url}.mp3`)))
  }
  await until(() => asked.length >= 5)
  const atOnce = asked.length

  const shown = await server.anonymous.get(
    (await attach(server, image(`${host.origin}/a.png`))).original,
  )
  const heard = await server.anonymous.get(await attachSound(server, `${host.origin}/a.mp3`))
  silent.closeAllConnections()
  await new Promise((resolve) => silent.close(resolve))

  assert.deepEqual([shown.statusCode, heard.statusCode], [200, 200])
  assert.equal(atOnce, 5, 'three pictures and two recordings')
  const statuses = (await Promise.all(waiting)).map(({ statusCode }) => statusCode)
  assert.deepEqual(new Set(statuses), new Set([503]))
})

test('a file that cannot be written here ends one request', async () => {
  await using host = await startFileHost()
  await using server = await start()
  host.files.set('/a.mp3', { body: recording, type: 'audio/mpeg' })
  server.app.storage.temporaryPath = () => join(import.meta.dirname, 'no/such/folder.bin')
  const path = await attachSound(server, `${host.origin}/a.mp3`)

  const response = await server.anonymous.get(path)

  assert.equal(response.statusCode, 500)
})

test('the files unused for longest go when the cache is too large', async () => {
  await using host = await startFileHost()
  await using server = await start()
  const body = await picture()
  for (const name of ['a', 'b', 'c']) host.files.set(`/${name}.png`, { body, type: 'image/png' })
  await server.set('media_cache_size', Math.ceil(body.length * 2.5))
  const paths: string[] = []
  for (const name of ['a', 'b', 'c']) {
    const { original } = await attach(server, image(`${host.origin}/${name}.png`))
    await server.anonymous.get(original)
    paths.push(original)
    server.clock.now += 2 * 3_600_000
  }
  await server.anonymous.get(paths[0]!)
  await server.settle()
  const asked = host.asked.length

  for (const path of [paths[0]!, paths[2]!]) await server.anonymous.get(path)
  const unchanged = host.asked.length
  await server.anonymous.get(paths[1]!)

  assert.equal(unchanged, asked, 'the two used last are kept')
  assert.equal(host.asked.length, asked + 1, 'the other one is fetched again')
})

test('pruning removes what was not used for some time', async () => {
  await using host = await startFileHost()
  await using server = await start()
  host.files.set('/a.png', { body: await picture(), type: 'image/png' })
  const { original } = await attach(server, image(`${host.origin}/a.png`))
  await server.anonymous.get(original)
  const now = server.app.clock()

  const young = await dropOldest(server.app, { usedBefore: now - 1000 })
  const all = await dropOldest(server.app, { usedBefore: now + 1000 })

  assert.equal(young.files, 0)
  assert.equal(all.files, 1)
  assert.ok(all.bytes > 0)
  assert.equal(await countKept(server), 0)
  assert.equal((await server.anonymous.get(original)).statusCode, 200)
})

async function countKept({ app }: TestServer): Promise<number> {
  return (await app.db.selectFrom('media_cache').select('id').execute()).length
}
