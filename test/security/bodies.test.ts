import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Upload } from '../../src/kernel/http/params.ts'
import type { Server } from '../../src/kernel/http/routes.ts'
import { Type } from '../../src/kernel/http/schema.ts'
import { bearer, type SmallServer, startSmallServer } from '../api/conventions-server.ts'
import { excessBeside } from '../support/fastest.ts'
import { inTime, until } from '../support/in-time.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' }
const MIB = 1 << 20
const SOCKET_READ = 1 << 16

function addRoutes(server: Server): void {
  const body = Type.Object({
    tags: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
    file: Type.Optional(Upload),
  })
  server.post('/api/v1/post', { config: { scope: 'public' }, schema: { body } }, async () => ({}))
  server.post(
    '/api/v1/media',
    { config: { scope: 'write', maxBody: 4 * MIB }, schema: { body } },
    async ({ body }) => ({ size: body.file?.size }),
  )
}

function part(name: string, value: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`
  return `--x\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
}

const ATTACKS: Record<string, [payload: string, headers: Record<string, string>]> = {
  'deep lists': [`{"a":${'['.repeat(MIB / 4)}${']'.repeat(MIB / 4)}}`, JSON_BODY],
  'deep objects': [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, JSON_BODY],
  'lists that never close': ['['.repeat(MIB), JSON_BODY],
  'more than allowed': [`{"a":"${'a'.repeat(8 * MIB)}"}`, JSON_BODY],
  '100,000 mentions': [JSON.stringify({ mentions: Array(100_000).fill('@a') }), JSON_BODY],
  '90,000 pairs': ['names[]=a&'.repeat(90_000), FORM],
  '101 tags': [JSON.stringify({ tags: Array(101).fill('cats') }), JSON_BODY],
  '60,000 keys': [`{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join()}}`, JSON_BODY],
  'deep brackets': [`a${'[b]'.repeat(300_000)}=1`, FORM],
  'only percent signs': ['%'.repeat(MIB - 1), FORM],
  '20,000 parts': [`${part('a', '').repeat(20_000)}--x--\r\n`, MULTIPART],
  'a part header without end': [`--x\r\ncontent-disposition: ${'a'.repeat(MIB - 100)}`, MULTIPART],
  'many files': [`${part('file', 'x', 'a').repeat(500)}--x--\r\n`, MULTIPART],
}

/** Strange, but no more than a parameter that nobody asked for. */
const ODDITIES: typeof ATTACKS = {
  'only backslashes': [`{"a":"${'\\\\'.repeat(MIB / 2 - 10)}"}`, JSON_BODY],
  'only quotes': [`{"a":"${'\\"'.repeat(MIB / 2 - 10)}"}`, JSON_BODY],
  'a number of a million digits': [`{"a":${'1'.repeat(MIB - 10)}}`, JSON_BODY],
  'a name of a million brackets': [`a${'['.repeat(MIB - 10)}=1`, FORM],
  'a million ampersands': ['&'.repeat(MIB - 1), FORM],
  'pairs without a name': ['=&'.repeat(MIB / 2 - 1), FORM],
}

for (const [name, [payload, headers]] of Object.entries(ATTACKS)) {
  test(`A36 ${name}: refused in under 50 ms`, async () => {
    assert.ok([400, 413, 422].includes(await answerInTime(payload, headers)))
    assert.deepEqual(uploads(), [])
  })
}

for (const [name, [payload, headers]] of Object.entries(ODDITIES)) {
  test(`A36 ${name}: answered in under 50 ms`, async () => {
    assert.equal(await answerInTime(payload, headers), 200)
  })
}

test('A36 memory stays flat: what goes beyond the limit is not kept, and soon not even read', async () => {
  await using server = await startSmallServer(addRoutes)
  const port = await listen(server)
  const path = '/api/v1/post'

  for (const headers of [JSON_BODY, FORM, MULTIPART]) {
    let sent = 0
    const endless = new Readable({
      read() {
        sent += SOCKET_READ
        this.push(sent > 256 * MIB ? null : Buffer.alloc(SOCKET_READ, 'a'))
      },
    })
    const call = request({ port, host: '127.0.0.1', method: 'POST', path, headers })
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    call.on('response', (response) => resolve(response.resume().statusCode))
    call.on('error', () => resolve(undefined))
    endless.pipe(call)

    assert.equal(await promise, 413)
    endless.destroy()
    call.destroy()
    // the rest of it is in the buffers of the sockets
    assert.ok(sent < 32 * MIB, `${sent}`)
  }
})

test('A36 who sends too much before they read still learns why it was refused', async (context) => {
  // nobody is hung up on because all stood still for some seconds
  context.mock.timers.enable({ apis: ['setTimeout'] })
  await using server = await startSmallServer(addRoutes)
  const port = await listen(server)
  const body = Buffer.alloc(12 * MIB, 'a')

  for (const length of [`content-length: ${body.length}`, 'transfer-encoding: chunked']) {
    const socket = connect(port, '127.0.0.1')
    const pieces: Buffer[] = []
    socket.write(
      `POST /api/v1/post HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${length}\r\n\r\n`,
    )
    if (length.startsWith('transfer')) socket.write(`${body.length.toString(16)}\r\n`)
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      socket.write(body, () => resolve())
    })
    socket.on('data', (piece: Buffer) => pieces.push(piece))
    await once(socket, 'close')
    assert.match(Buffer.concat(pieces).toString(), /^HTTP\/1\.1 413 /)
  }
})

test('A36 who goes on sending after that is soon not read any more', async () => {
  await using server = await startSmallServer(addRoutes)
  const port = await listen(server)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let sent = 0
  socket.write('POST /api/v1/post HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n')
  socket.write(`content-length: ${256 * MIB}\r\n\r\n`)
  const piece = Buffer.alloc(MIB, 'a')
  const send = (): void => {
    sent += MIB
    if (sent < 256 * MIB) socket.write(piece, send)
  }
  send()

  await once(socket, 'data')
  socket.on('error', () => {}) // the server may hang up by then
  await setTimeout(300)
  assert.ok(sent < 32 * MIB, `${sent}`)
  socket.destroy()
  server.http.server.closeAllConnections()
})

test('A36 a body is cut off at its limit, with and without a length', async () => {
  await using server = await startSmallServer(addRoutes)
  const port = await listen(server)
  const large = `${part('file', 'x'.repeat(8 * MIB), 'a.bin')}--x--\r\n`

  for (const [path, headers, payload] of [
    ['/api/v1/post', JSON_BODY, `"${'x'.repeat(2 * MIB)}"`],
    ['/api/v1/post', FORM, `a=${'x'.repeat(2 * MIB)}`],
    ['/api/v1/post', { 'content-type': 'text/plain' }, 'x'.repeat(2 * MIB)],
    ['/api/v1/media', { ...MULTIPART, ...bearer('alice', 'write') }, large],
  ] as const) {
    const known = { ...headers, 'content-length': String(payload.length) }
    assert.equal(await post(port, path, known, payload), 413, path)
    assert.equal(
      await post(port, path, { ...headers, 'transfer-encoding': 'chunked' }, payload),
      413,
    )
  }
  await settle()
})

test('A36 a file up to the limit of its route is taken', async () => {
  await using server = await startSmallServer(addRoutes)
  const payload = `${part('file', 'x'.repeat(3 * MIB), 'a.bin')}--x--\r\n`

  const response = await server.http.inject({
    method: 'POST',
    url: '/api/v1/media',
    headers: { ...MULTIPART, ...bearer('alice', 'write') },
    payload,
  })

  assert.deepEqual(response.json(), { size: 3 * MIB })
  await settle()
})

test('A36 an upload that breaks off leaves nothing on the disk', async () => {
  await using server = await startSmallServer(addRoutes)
  const port = await listen(server)
  const headers = { ...MULTIPART, ...bearer('alice', 'write'), 'content-length': '3000000' }
  const upload = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/v1/media',
    headers,
  })
  upload.on('error', () => {})
  upload.write(part('file', 'x'.repeat(MIB), 'a.bin').slice(0, -2))
  await until(() => uploads().length === 1)

  upload.destroy()

  await settle()
})

test('A140 an upload whose sender leaves right after its end leaves nothing on the disk', async () => {
  await using server = await startSmallServer(addRoutes)
  const port = await listen(server)
  const body = `${part('file', 'x'.repeat(MIB - 1000), 'a.bin')}--x--\r\n`
  const head = `POST /api/v1/post HTTP/1.1\r\nhost: a\r\ncontent-type: ${MULTIPART['content-type']}\r\n`

  const leave = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {}).resume()
    socket.end(`${head}content-length: ${body.length}\r\n\r\n${body}`)
    await once(socket, 'close')
  }
  await Promise.all(Array.from({ length: 10 }, leave))

  assert.equal(await post(port, '/api/v1/post', {}, ''), 200)
  await settle()
})

test('A138 requests that wait behind another one end with their connection', async () => {
  const closed: Promise<unknown>[] = []
  await using server = await startSmallServer((http) => {
    http.get('/api/v1/wait', { config: { scope: 'public' } }, async (_, reply) => {
      closed.push(once(reply.raw, 'close'))
      await closed.at(-1)
    })
  })
  const port = await listen(server)
  const waiting = 'GET /api/v1/wait HTTP/1.1\r\nhost: a\r\n\r\n'
  const socket = connect(port, '127.0.0.1')

  socket.on('error', () => {}).resume()
  socket.write(`${waiting}${waiting}CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n`)
  await once(socket, 'close')

  await inTime(Promise.all(closed), 'all answers are closed')
  assert.equal(closed.length, 2)
})

test('A136 a part that fails while the rest of the body is on its way ends one request', async () => {
  await using server = await startSmallServer(addRoutes)
  const port = await listen(server)
  const body = Buffer.from(`${part('a', '\xff')}${part('b', 'later')}--x--\r\n`, 'latin1')
  const begun = body.indexOf('later')
  const headers = { ...MULTIPART, 'content-length': String(body.length) }
  const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/post', headers })
  const answered = once(call, 'response')

  call.write(body.subarray(0, begun))
  for (let turn = 0; turn < 3; turn++) assert.equal(await post(port, '/api/v1/post', {}, ''), 200)
  call.end(body.subarray(begun))

  const [response] = await answered
  assert.equal(response.resume().statusCode, 422)
})

test('A36 a file name leads nowhere', async () => {
  await using server = await startSmallServer(addRoutes)
  const payload = `${part('file', 'x', '../../../tmp/evil\\..\\x.png')}--x--\r\n`

  const response = await server.http.inject({
    method: 'POST',
    url: '/api/v1/post',
    headers: MULTIPART,
    payload,
  })

  assert.equal(response.statusCode, 200)
  await settle()
})

/** ms of processor time */
const HARMLESS = 50
/** how many times a body like any other of that size counts as harmless too, for machines that are slow */
const TIMES_CONTROL = 10

/** Status; fails if it costs too much of the processor. */
async function answerInTime(payload: string, headers: Record<string, string>): Promise<number> {
  await using server = await startSmallServer(addRoutes)
  let status = 0
  const usual = `{"a":"${'x'.repeat(MIB - 10)}"}`
  const control = () => answer(server, usual, JSON_BODY)
  const run = async () => {
    status = await answer(server, payload, headers)
  }
  const limits = { control, times: TIMES_CONTROL, harmless: HARMLESS }
  assert.equal(await excessBeside(run, limits), null)
  return status
}

async function answer(
  server: SmallServer,
  payload: string,
  headers: Record<string, string>,
): Promise<number> {
  const response = await server.http.inject({
    method: 'POST',
    url: '/api/v1/post',
    headers,
    payload: inPieces(payload),
  })
  const { statusCode } = response
  if (statusCode !== 200) assert.equal(typeof response.json().error, 'string')
  return statusCode
}

/** As a socket gives it. */
function inPieces(text: string): Readable {
  const bytes = Buffer.from(text)
  const count = Math.ceil(bytes.length / SOCKET_READ)
  return Readable.from(
    Array.from({ length: count }, (_, i) => bytes.subarray(i * SOCKET_READ, (i + 1) * SOCKET_READ)),
  )
}

function uploads(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`rookery-upload-${process.pid}-`))
}

/** Waits until no upload is on the disk. */
function settle(): Promise<void> {
  return until(() => uploads().length === 0)
}

async function listen(server: SmallServer): Promise<number> {
  await server.http.listen({ host: '127.0.0.1', port: 0 })
  return (server.http.server.address() as { port: number }).port
}

/** Status of the answer, which may come before all of the body is sent. */
function post(
  port: number,
  path: string,
  headers: Record<string, string>,
  payload: string,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const call = request({ port, host: '127.0.0.1', method: 'POST', path, headers }, (response) => {
    response.resume()
    resolve(response.statusCode ?? 0)
  })
  call.on('error', reject)
  call.end(payload)
  return promise
}
