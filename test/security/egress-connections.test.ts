import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import type { Egress } from '../../src/kernel/net/egress.ts'
import { egress, failedFor, LIMITS, listen } from './loopback.ts'

type Ending = (socket: Socket) => void

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

/**
 * A server that answers the first request of each connection and ends the second as told.
 * @param first what it does with the first request of its first connection, instead of an answer
 */
async function startForgetful(second: Ending, first?: Ending) {
  const seen: string[] = []
  let connections = 0
  const server = await listen((socket) => {
    const connection = ++connections
    let requests = 0
    socket.on('data', (chunk: Buffer) => {
      const head = chunk.toString('latin1')
      if (!/^(?:GET|HEAD|POST) /.test(head)) return
      seen.push(`${connection} ${head.slice(0, head.indexOf(' '))}`)
      requests += 1
      if (requests > 1) second(socket)
      else if (connection === 1 && first !== undefined) first(socket)
      else socket.write(ANSWER)
    })
  })
  const url = `http://127.0.0.1:${server.port}/`
  return { url, seen, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

/** Leaves a connection that the next request takes. */
async function openConnection(out: Egress, { url }: { url: string }): Promise<void> {
  await out.fetch({ url, ...LIMITS })
  await new Promise((resolve) => setTimeout(resolve, 20))
}

const closes: Ending = (socket) => socket.end()
const resets: Ending = (socket) => socket.resetAndDestroy()
const breaksOff: Ending = (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le')

for (const [name, ending] of Object.entries({ closes, resets })) {
  test(`a GET on a kept connection that the other side ${name} is asked again on a new one`, async () => {
    await using server = await startForgetful(ending)
    await using out = egress()
    await openConnection(out, server)

    const { body } = await out.fetch({ url: server.url, ...LIMITS })

    assert.equal(body.toString(), 'ok')
    assert.deepEqual(server.seen, ['1 GET', '1 GET', '2 GET'])
  })
}

test('a download on a kept connection that the other side closes begins again', async () => {
  await using server = await startForgetful(closes)
  await using out = egress()
  await openConnection(out, server)

  let text = ''
  await out.download({ url: server.url, ...LIMITS }, (chunk) => {
    text += chunk
  })

  assert.equal(text, 'ok')
})

test('a POST is sent again only where the caller says that repeating it does no harm', async () => {
  await using server = await startForgetful(closes)
  await using out = egress()
  const post = { url: server.url, method: 'POST', body: 'x', ...LIMITS } as const
  await openConnection(out, server)

  await assert.rejects(out.fetch(post), failedFor('connection'))
  await openConnection(out, server)
  await out.fetch({ ...post, mayRepeat: true })

  assert.deepEqual(server.seen, ['1 GET', '1 POST', '2 GET', '2 POST', '3 POST'])
})

test('a connection that ends before any answer, or within one, is not tried again', async () => {
  await using closing = await startForgetful(closes, closes)
  await using breaking = await startForgetful(breaksOff)
  await using out = egress()
  await openConnection(out, breaking)

  await assert.rejects(out.fetch({ url: closing.url, ...LIMITS }), failedFor('connection'))
  await assert.rejects(out.fetch({ url: breaking.url, ...LIMITS }), failedFor('connection'))

  assert.deepEqual(closing.seen, ['1 GET'])
  assert.deepEqual(breaking.seen, ['1 GET', '1 GET'])
})

test('the second try keeps the deadline of the whole', async () => {
  const asked = Promise.withResolvers<Socket>()
  await using server = await startForgetful(asked.resolve)
  await using out = egress()
  await openConnection(out, server)

  const request = { url: server.url, maxBytes: 100, timeoutMs: 100 }
  await assert.rejects(out.fetch(request), failedFor('timeout'))

  closes(await asked.promise)
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.deepEqual(server.seen, ['1 GET', '1 GET'])
})
