import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { Upload } from '../../src/kernel/http/params.ts'
import type { Server } from '../../src/kernel/http/routes.ts'
import { Type } from '../../src/kernel/http/schema.ts'
import { bearer, startSmallServer } from '../api/conventions-server.ts'
import { startTestServer } from '../support/server.ts'

const MIB = 1 << 20
const SOCKET_READ = 1 << 16
/** bytes that nobody gets rid of: what the buffers of both sockets hold is among them */
const FAR_TOO_MUCH = 96 * MIB
const TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  other: 'text/csv',
  multipart: 'multipart/form-data; boundary=x',
} as const
const PART = '--x\r\ncontent-disposition: form-data; name="file"'
const FILE = `${PART}; filename="a.zip"\r\n\r\n`
const TEXT = `${PART}\r\n\r\n`

interface Sending {
  port: number
  method: string
  path: string
  type: string
  /** what stands before a body without end */
  start?: string
  headers?: Record<string, string>
}

/** Sends until there is an answer. @returns it, and the bytes that were sent by then */
async function sendEndlessly({ port, method, path, type, start = '', headers }: Sending) {
  let sent = 0
  const endless = new Readable({
    read() {
      sent += SOCKET_READ
      this.push(sent > FAR_TOO_MUCH ? null : Buffer.alloc(SOCKET_READ, 'a'))
    },
  })
  const call = request({
    port,
    host: '127.0.0.1',
    method,
    path,
    headers: { 'content-type': type, ...headers },
  })
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  call.on('response', (response) => resolve(response.resume().statusCode))
  call.on('error', () => resolve(undefined))
  call.write(start)
  endless.pipe(call)
  const status = await promise
  endless.destroy()
  call.destroy()
  return { status, sent }
}

async function listen(http: Server): Promise<number> {
  await http.listen({ port: 0, host: '127.0.0.1' })
  return (http.server.address() as AddressInfo).port
}

test('A77 what a stranger sends is read up to 1 MiB, whatever the address takes of others', async () => {
  await using server = await startTestServer()
  const port = await listen(server.http)
  const large = server.http.routeList.filter(({ config }) => (config?.maxBody ?? 0) > MIB)
  assert.ok(large.some(({ url }) => url === '/settings/import_export/imports'))

  for (const { url, method } of large) {
    const path = url.replace(/:[^/]+/g, '1')
    for (const type of Object.values(TYPES)) {
      const call = { port, method: [method].flat()[0]!, path, type }
      const answer = await sendEndlessly({ ...call, start: type === TYPES.multipart ? FILE : '' })
      const label = `${call.method} ${path} ${type}: ${JSON.stringify(answer)}`
      assert.ok([401, 403, 413, undefined].includes(answer.status), label)
      assert.ok(answer.sent < 32 * MIB, label)
    }
  }
})

test('A77 a session that ended is no better than none, and one that is good may send a file', async () => {
  await using server = await startSmallServer(addRoutes)
  const port = await listen(server.http)
  const page = { port, method: 'POST', path: '/large', type: TYPES.multipart, start: FILE }
  const cookie = (session: string) => ({ cookie: `rookery_session=${session}` })

  const ended = await sendEndlessly({ ...page, headers: cookie('ended') })
  const good = await server.http.inject({
    method: 'POST',
    url: '/large',
    headers: { 'content-type': TYPES.multipart, ...cookie('alice') },
    payload: `${FILE}${'a'.repeat(40 * MIB)}\r\n--x--\r\n`,
  })

  assert.ok(ended.sent < 32 * MIB, JSON.stringify(ended))
  assert.deepEqual(good.json(), { size: 40 * MIB })
})

test('A77 of what is no file nobody sends more than 24 MiB: it is held in memory and parsed at once', async () => {
  await using server = await startSmallServer(addRoutes)
  const port = await listen(server.http)
  const call = { port, method: 'POST', path: '/api/v1/large', headers: bearer('alice', 'write') }

  for (const [name, type] of Object.entries(TYPES)) {
    const start = type === TYPES.multipart ? TEXT : '{"a":"'
    const { status, sent } = await sendEndlessly({ ...call, type, start })
    assert.equal(status, 413, name)
    assert.ok(sent < 64 * MIB, `${name}: ${sent}`)
  }
})

test('A77 the texts of a multipart body count together', async () => {
  await using server = await startSmallServer(addRoutes)
  const text = `${PART}\r\n\r\n${'a'.repeat(5 * MIB)}\r\n`
  const send = (payload: string) =>
    server.http.inject({
      method: 'POST',
      url: '/api/v1/large',
      headers: { 'content-type': TYPES.multipart, ...bearer('alice', 'write') },
      payload,
    })

  assert.equal((await send(`${text.repeat(4)}--x--\r\n`)).statusCode, 200)
  assert.equal((await send(`${text.repeat(5)}--x--\r\n`)).statusCode, 413)
})

function addRoutes(server: Server): void {
  const body = Type.Object({ file: Type.Optional(Upload) })
  const answer = async ({ body: { file } }: { body: { file?: { size: number } } }) => ({
    size: file?.size,
  })
  const maxBody = 256 * MIB
  server.post('/api/v1/large', { config: { scope: 'write', maxBody } }, async () => ({}))
  server.post('/large', { config: { maxBody }, schema: { body } }, answer)
}
