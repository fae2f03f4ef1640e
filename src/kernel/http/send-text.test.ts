import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { AsciiResponse } from './send-text.ts'

test('a body arrives as it was, whatever it is made of', async () => {
  const bodies = ['', 'plain', `{"a":"${'x'.repeat(100_000)}"}`, 'café', '“🐦”', Buffer.from([255])]
  const server = createServer({ ServerResponse: AsciiResponse }, ({ url }, reply) => {
    reply.end(bodies[Number(url?.slice(1))])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const [at, body] of bodies.entries()) {
    const reply = await fetch(`http://127.0.0.1:${port}/${at}`)
    const expected = Buffer.from(body)
    assert.equal(reply.headers.get('content-length'), String(expected.length))
    assert.deepEqual(Buffer.from(await reply.arrayBuffer()), expected)
  }
  server.close()
  server.closeAllConnections()
})

test('a reply without a body ends, and says so to whoever asked', async () => {
  let told = 0
  const server = createServer({ ServerResponse: AsciiResponse }, ({ method }, reply) => {
    if (method === 'HEAD') reply.end(() => told++)
    else reply.end('text', () => told++)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const method of ['HEAD', 'GET']) {
    await (await fetch(`http://127.0.0.1:${port}/`, { method })).text()
  }
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
  assert.equal(told, 2)
})
