import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startTestServer } from '../../test/support/server.ts'
import { ask, RateLimited } from './api.ts'
import type { PeerServer } from './arguments.ts'
import { READS, readsOf } from './rows.ts'
import { seedPeer } from './seed.ts'

function serverAt(address: string, tokens: string[]): PeerServer {
  return { address: new URL(address), tokens, pids: [], streaming: null }
}

test('a server that is seeded with its API answers every read of the comparison', async () => {
  await using home = await startTestServer()
  const people = [await home.signUp('ada'), await home.signUp('ben'), await home.signUp('cyd')]
  const server = serverAt(
    await home.listen(),
    people.map(({ token }) => token!),
  )

  const seeded = await seedPeer(server)

  for (const [what, call] of Object.entries(READS)) {
    const { failures, requests } = await (await readsOf(seeded, call(seeded), 0))()
    assert.equal(failures, 0, what)
    assert.ok(requests > 0, what)
  }
  const path = `/api/v1/statuses/${seeded.rootId}/context`
  const { descendants } = await ask(server, { method: 'GET', path })
  assert.equal(descendants.length, 20)
})

test('a server that limits the load is named with what to do', async () => {
  const limiting = createServer((_, reply) => reply.writeHead(429).end('{}'))
  await new Promise<void>((resolve) => limiting.listen(0, '127.0.0.1', resolve))
  const { port } = limiting.address() as AddressInfo

  await assert.rejects(
    seedPeer(serverAt(`http://127.0.0.1:${port}`, ['a', 'b'])),
    (error) => error instanceof RateLimited && /rate limits have to be off/.test(error.message),
  )

  limiting.close()
})
