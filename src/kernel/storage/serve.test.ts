import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import { until } from '../../../test/support/in-time.ts'
import { openDirectoryStorage } from './directory.ts'
import { newKey } from './keys.ts'
import { serveMedia } from './serve.ts'

async function startServer(context: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'rookery-serve-'))
  const storage = await openDirectoryStorage(root)
  const server = Fastify()
  serveMedia(server, storage)
  context.after(async () => {
    await server.close()
    await rm(root, { recursive: true, force: true })
  })
  return { server, storage }
}

test('a stored file is served as its extension says, inert and for ever', async (context) => {
  const { server, storage } = await startServer(context)
  const key = newKey('media', 'png')
  await storage.put(key, Buffer.from('<script>'))

  const response = await server.inject({ url: `/system/${key}` })

  assert.equal(response.statusCode, 200)
  assert.equal(response.body, '<script>')
  assert.partialDeepStrictEqual(response.headers, {
    'content-type': 'image/png',
    'content-length': '8',
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'accept-ranges': 'bytes',
  })
})

test('HEAD answers like GET without the bytes', async (context) => {
  const { server, storage } = await startServer(context)
  const key = newKey('media', 'mp4')
  await storage.put(key, Buffer.from('moving'))

  const range = { range: 'bytes=0-1' }
  const response = await server.inject({ method: 'HEAD', url: `/system/${key}`, headers: range })

  assert.equal(response.statusCode, 200)
  assert.equal(response.body, '')
  assert.equal(response.headers['content-length'], '6')
  assert.equal(response.headers['content-type'], 'video/mp4')
})

test('a range is answered with 206, one past the end with 416', async (context) => {
  const { server, storage } = await startServer(context)
  const key = newKey('media', 'mp4')
  await storage.put(key, Buffer.from('0123456789'))
  const get = (range: string) => server.inject({ url: `/system/${key}`, headers: { range } })

  const part = await get('bytes=2-4')
  assert.equal(part.statusCode, 206)
  assert.equal(part.body, '234')
  assert.equal(part.headers['content-range'], 'bytes 2-4/10')
  assert.equal(part.headers['content-length'], '3')

  const past = await get('bytes=10-')
  assert.equal(past.statusCode, 416)
  assert.equal(past.headers['content-range'], 'bytes */10')
  assert.equal(past.headers['cache-control'], 'no-store')
})

test('who has the file already is told so with 304', async (context) => {
  const { server, storage } = await startServer(context)
  const key = newKey('media', 'png')
  await storage.put(key, Buffer.from('x'))
  const { etag } = (await server.inject({ url: `/system/${key}` })).headers

  const headers = { 'if-none-match': String(etag) }
  const response = await server.inject({ url: `/system/${key}`, headers })

  assert.equal(response.statusCode, 304)
  assert.equal(response.body, '')
})

test('A56 A10 what is not a stored key is 404, in any spelling', async (context) => {
  const { server, storage } = await startServer(context)
  const key = newKey('media', 'png')
  await storage.put(key, Buffer.from('x'))
  const name = key.slice(0, -'.png'.length)
  const others = [
    '',
    '../../../../etc/passwd',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    'media/..%2ftmp/x',
    'tmp/x.png',
    `${key}%00.html`,
    `${key}/`,
    `/${key}`,
    `${name}.json`,
    `${name}.jsonld`,
    `${name}.html`,
    newKey('media', 'png'),
  ]
  for (const path of others) {
    const response = await server.inject({ url: `/system/${path}` })
    assert.equal(response.statusCode, 404, path)
    assert.equal(response.headers['cache-control'], undefined, path)
  }
})

test('a file is closed again, sent, not sent or sent half-way', async (context) => {
  const { server, storage } = await startServer(context)
  const key = newKey('media', 'mp4')
  await storage.put(key, Buffer.alloc(16 * 1024 * 1024))
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const open = async () => (await readdir('/proc/self/fd').catch(() => [])).length

  const before = await open()
  for (let attempt = 0; attempt < 10; attempt++) {
    await leaveHalfWay(port, `/system/${key}`)
    await server.inject({ method: 'HEAD', url: `/system/${key}` })
    await server.inject({ url: `/system/${key}`, headers: { range: 'bytes=99999999-' } })
    await server.inject({ url: `/system/${key}`, headers: { range: 'bytes=0-9' } })
  }
  await until(async () => (await open()) < before + 5)
})

function leaveHalfWay(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path }, (response) => {
      response.once('data', () => {
        response.destroy()
        resolve()
      })
    })
    asking.on('error', reject)
    asking.end()
  })
}
