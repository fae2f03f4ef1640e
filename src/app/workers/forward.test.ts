import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { inTime, until } from '../../../test/support/in-time.ts'
import { lingerAfter } from '../../kernel/http/lingering-close.ts'
import { createForward } from './forward.ts'

const MB = 1 << 20

/** A server that passes all on to a writer. */
async function serve(answer: RequestListener | null) {
  const open = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'rookery-forward-'))
  open.defer(() => rm(folder, { recursive: true }))
  const path = join(folder, 'writer')
  // connections without a request are not closed by themselves
  const writer = createServer({ keepAliveTimeout: 0 }, answer ?? (() => {}))
  if (answer !== null) await listen(writer, { path }, open)
  const errors: Error[] = []
  const forward = open.use(createForward(path, (error) => errors.push(error)))
  const reader = createServer((request, response) =>
    forward.pass(request, response, { isCounted: false, headers: {} }),
  )
  await listen(reader, { host: '127.0.0.1', port: 0 }, open)
  const { port } = reader.address() as AddressInfo
  return {
    port,
    writer,
    errors,
    reader,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

async function listen(server: Server, where: object, open: AsyncDisposableStack): Promise<void> {
  server.listen(where)
  await once(server, 'listening')
  open.defer(() => {
    server.closeAllConnections()
    server.close()
  })
}

/** Answers before the body has come. */
const early =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    lingerAfter(request)
    response.writeHead(status, { 'content-length': '2', ...headers })
    response.end('no')
  }

/** A connection over which the head of a POST was sent. */
function post(port: number, length: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.write(`POST /x HTTP/1.1\r\nHost: a.test\r\nContent-Length: ${length}\r\n\r\n`)
  return socket
}

/** Sends a body, and reads only then. */
async function sendAll(socket: Socket, length: number): Promise<void> {
  const chunk = Buffer.alloc(MB)
  for (let sent = 0; sent < length; sent += MB) {
    if (!socket.write(chunk)) await inTime(once(socket, 'drain'), 'the body is taken')
  }
}

test('a client that sends its whole body before it reads has the early answer, and may go on', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] }) // a closed connection lingers for 5 s
  await using server = await serve(early(404))
  const socket = post(server.port, 20 * MB)
  await sendAll(socket, 20 * MB)
  socket.write('GET /y HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n')

  const answers = await inTime(text(socket), 'the answers are read')
  assert.equal(answers.match(/HTTP\/1\.1 404 /g)?.length, 2, answers)
})

test('an early answer that closes the connection is not lost to a client that still sends', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] }) // a closed connection lingers for 5 s
  await using server = await serve(early(413, { connection: 'close' }))
  const socket = post(server.port, 12 * MB)
  await sendAll(socket, 12 * MB)

  assert.match(await inTime(text(socket), 'the answer is read'), /^HTTP\/1\.1 413 /)
})

test('A89 a client that leaves after an early answer leaves no connection to the writer', async () => {
  await using server = await serve(early(404))
  const socket = post(server.port, MB)
  socket.write('ab')
  socket.resume()
  await inTime(once(socket, 'data'), 'the answer is read')
  socket.destroy()

  await until(() => hasNone(server.reader))
  await until(() => hasNone(server.writer))
})

async function hasNone(server: Server): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<number>()
  server.getConnections((_, count) => resolve(count))
  return (await promise) === 0
}

test('a post that the writer may have begun is not answered with a wish for another', async () => {
  await using server = await serve((request) => void request.socket.destroy())
  const socket = post(server.port, 2)
  socket.write('ab')

  const answer = await inTime(
    text(socket).catch(() => ''),
    'the connection ends',
  )
  assert.equal(answer, '')
  assert.equal(server.errors.length, 1)
})

test('a post that the writer never had is to be tried again, and its body is taken', async () => {
  await using server = await serve(null)
  const socket = post(server.port, 20 * MB)
  await sendAll(socket, 20 * MB)
  socket.resume()

  const [answer] = await inTime(once(socket, 'data'), 'the answer is read')
  assert.match(String(answer), /^HTTP\/1\.1 503 .*retry-after: 10/s)
  socket.destroy()
})
