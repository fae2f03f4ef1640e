import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { eventStream } from './sse.ts'
import type { Streamer } from './streamer.ts'

const HALF_A_MIB = Buffer.alloc(512 * 1024, '.')

test('A54 who reads an event stream too slowly is cut off, who keeps up is not', async () => {
  await using server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const slow = await connect(server)
  const quick = await connect(server)
  quick.reply.resume()

  for (let round = 0; round < 60; round++) {
    slow.connection.write(HALF_A_MIB)
    quick.connection.write(HALF_A_MIB)
    while (quick.raw.writableLength > 0) await once(quick.raw, 'drain')
  }

  assert.equal(slow.raw.destroyed, true)
  assert.equal(quick.raw.destroyed, false)
  quick.raw.end()
})

/** Both ends of an event stream; the client reads nothing until the response resumes. */
async function connect(server: ReturnType<typeof createServer>) {
  const { port } = server.address() as AddressInfo
  const asking = get({ port, host: '127.0.0.1' })
  const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse]
  raw.flushHeaders()
  const [reply] = (await once(asking, 'response')) as [IncomingMessage]
  reply.on('error', () => {})
  return { raw, reply, connection: eventStream(raw, {} as Streamer, { value: 0 }) }
}
