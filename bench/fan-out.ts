import { WebSocket } from 'ws'
import { once as oneRequest, requestText } from './load.ts'
import type { MeasuredProcess } from './process.ts'
import type { Seeded } from './seed.ts'

const POSTS = 10

/** Opens many sockets on the public stream and measures the time until all of them have a new status. */
export async function measureStreams(
  server: MeasuredProcess,
  seeded: Seeded,
  count: number,
): Promise<string> {
  process.stderr.write(`${count} sockets…\n`)
  const before = await server.usage()
  const sockets = await openAll(server.port, seeded.tokens, count)
  const open = await server.usage()
  const times: number[] = []
  for (let at = 0; at < POSTS; at++) times.push(await reach(server.port, seeded, sockets, at))
  const after = await server.usage()
  for (const socket of sockets) socket.terminate()
  const middle = times.sort((a, b) => a - b)[Math.floor(POSTS / 2)] ?? 0
  const cpu = (after.cpu - open.cpu) / POSTS
  const memory = (open.rss - before.rss) / 1024 ** 2
  return `WebSocket fan-out to ${count} sockets: ${middle.toFixed(0)} ms to the last one, ${cpu.toFixed(1)} ms of CPU a post; the open sockets take ${memory.toFixed(0)} MB`
}

/** Distributes the sockets over all accounts, as the number per account is limited. */
export async function openAll(
  port: number,
  tokens: readonly string[],
  count: number,
): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  for (let at = 0; at < count; at += 50) {
    const some = Array.from(
      { length: Math.min(50, count - at) },
      (_, nth) =>
        new WebSocket(
          `ws://127.0.0.1:${port}/api/v1/streaming?stream=public&access_token=${tokens[(at + nth) % tokens.length]}`,
        ),
    )
    await Promise.all(
      some.map(
        (socket) =>
          new Promise((resolve, reject) => {
            socket.once('open', resolve)
            socket.once('error', reject)
          }),
      ),
    )
    sockets.push(...some)
  }
  return sockets
}

/** ms from the request until every socket has the status */
export async function reach(
  port: number,
  seeded: Seeded,
  sockets: WebSocket[],
  at: number,
): Promise<number> {
  const body = JSON.stringify({ status: `To everybody, number ${at}` })
  const all = Promise.all(
    sockets.map(
      (socket) => new Promise<void>((resolve) => socket.once('message', () => resolve())),
    ),
  )
  const startedAt = performance.now()
  await oneRequest(
    port,
    requestText('POST', '/api/v1/statuses', { token: seeded.writerToken, body }),
  )
  await all
  return performance.now() - startedAt
}
