import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startTestServer } from '../support/server.ts'

test('a file with its version may be kept for ever, without it for an hour', async () => {
  await using server = await startTestServer()
  const page = await server.anonymous.get('/auth/sign_in')
  const path = /href="(\/assets\/styles\.css\?v=[0-9a-f]+)"/.exec(page.body)?.[1] ?? ''

  const versioned = await server.anonymous.get(path)
  const plain = await server.anonymous.get('/assets/styles.css')
  const { etag } = plain.headers
  const again = await server.anonymous.send('GET', '/assets/styles.css', undefined, {
    'if-none-match': `W/"other", ${etag}`,
  })

  assert.equal(versioned.statusCode, 200)
  assert.match(versioned.headers['content-type'] as string, /^text\/css/)
  assert.match(versioned.headers['cache-control'] as string, /immutable/)
  assert.match(plain.headers['cache-control'] as string, /max-age=3600$/)
  assert.equal(again.statusCode, 304)
  assert.equal(again.body, '')
})

test('texts are sent compressed to those who can read that, pictures as they are', async () => {
  await using server = await startTestServer()
  const get = (name: string, accepted: string) =>
    server.anonymous.send('GET', `/assets/${name}`, undefined, { 'accept-encoding': accepted })
  const plain = await get('styles.css', 'identity')
  const brotli = await get('styles.css', 'gzip, deflate, br, zstd')
  const gzip = await get('styles.css', 'gzip')
  const picture = await get('icon-180.png', 'gzip, br')

  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(brotli.headers['content-encoding'], 'br')
  assert.equal(brotli.headers.vary, 'accept-encoding')
  assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body)
  assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body)
  assert.equal(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size, 3)
  assert.equal(picture.headers['content-encoding'], undefined)
})

test('an encoding that a browser refuses, or wants less, is not sent (RFC 9110)', async () => {
  await using server = await startTestServer()
  const expected = {
    'gzip;q=0': undefined,
    'br;q=0, gzip': 'gzip',
    'gzip;q=1.0, br;q=0.5': 'gzip',
    '*': 'br',
    'br;q=0, *;q=0.1': 'gzip',
    '*;q=0': undefined,
    'GZIP;Q=0.3': 'gzip',
    'not-br, x-gzip-not': undefined,
  }

  for (const [accepted, encoding] of Object.entries(expected)) {
    const headers = { 'accept-encoding': accepted }
    const asset = await server.anonymous.send('GET', '/assets/styles.css', undefined, headers)
    assert.equal(asset.headers['content-encoding'], encoding, accepted)
    const page = await server.anonymous.send('GET', '/about', undefined, {
      ...headers,
      accept: 'text/html',
    })
    // pages are made per request, for which brotli takes too long
    const ofPage = accepted === '*' ? 'gzip' : encoding
    assert.equal(page.headers['content-encoding'], ofPage, accepted)
  }
})

test('the stylesheet holds every file of its folder, once', async () => {
  await using server = await startTestServer()
  const folder = new URL('../../src/surfaces/pages/styles/', import.meta.url)

  const response = await server.anonymous.get('/assets/styles.css')

  assert.equal(response.statusCode, 200)
  for (const name of readdirSync(folder)) {
    const rules = readFileSync(new URL(name, folder), 'utf8')
    assert.equal(response.body.split(rules).length, 2, name)
  }
})

test('the default pictures have the sizes that clients expect', async () => {
  await using server = await startTestServer()
  const sizes = { 'avatar.png': [400, 400], 'header.png': [1500, 500] }

  for (const [name, size] of Object.entries(sizes)) {
    const response = await server.anonymous.get(`/assets/${name}`)

    assert.equal(response.statusCode, 200)
    assert.equal(response.headers['content-type'], 'image/png')
    const { rawPayload: png } = response
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], size)
  }
  assert.equal((await server.anonymous.get('/favicon.ico')).statusCode, 200)
})

test('A56 nothing but the named files is served', async () => {
  await using server = await startTestServer()

  for (const name of [
    '../layout.ts',
    '..%2flayout.ts',
    '%2e%2e/layout.ts',
    'draw.ts',
    '..%5clayout.ts',
    'constructor',
    '.',
  ]) {
    const response = await server.anonymous.get(`/assets/${name}`)
    assert.equal(response.statusCode, 404, name)
  }
})

test('an error is a page for browsers and JSON for everybody else', async () => {
  await using server = await startTestServer()
  await server.set('title', 'Birds & Friends')
  await server.anonymous.get('/auth/sign_in')
  const get = (accept: string) =>
    server.anonymous.send('GET', '/no-such-page', undefined, { accept })

  const page = await get('text/html,*/*')
  const json = await get('application/json')

  assert.equal(page.statusCode, 404)
  assert.match(page.body, /<title>Nothing here · Birds &amp; Friends<\/title>/)
  assert.match(page.headers['content-security-policy'] as string, /default-src 'none'/)
  assert.equal(json.statusCode, 404)
  assert.match(json.json().error, /\w/)
})
