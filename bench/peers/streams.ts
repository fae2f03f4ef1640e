import { WebSocket } from 'ws'
import type { Connection } from '../load.ts'
import { ask, USER_AGENT } from './api.ts'
import type { SeededPeer } from './seed.ts'

/** ms until a status that did not come to a socket is missed */
const LONGEST = 30_000
const AT_ONCE = 50

/** Sockets on the public stream, open until they are closed. */
export interface Streams {
  /** each request is a status, which is answered when all sockets have it */
  open(): Connection
  close(): void
}

/**
 * Opens sockets, distributed over all tokens.
 * @throws Error if a socket is refused
 */
export async function openStreams(seeded: SeededPeer, count: number): Promise<Streams> {
  const { server, writers } = seeded
  const base = server.streaming ?? (await announced(seeded))
  const sockets: WebSocket[] = []
  const close = () => {
    for (const socket of sockets) socket.terminate()
  }
  const address = new URL('/api/v1/streaming?stream=public', base).href
  try {
    for (let from = 0; from < count; from += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, nth) => {
        const token = server.tokens[(from + nth) % server.tokens.length]
        return new WebSocket(`${address}&access_token=${token}`, {
          headers: { 'user-agent': USER_AGENT },
        })
      })
      sockets.push(...some)
      await Promise.all(some.map(opened))
    }
  } catch (error) {
    close()
    throw error
  }
  let posted = 0
  const send = async () => {
    const text = `To everybody, number ${Date.now()}.${posted++}`
    const all = Promise.all(sockets.map((socket) => received(socket, text)))
    const path = '/api/v1/statuses'
    const body = { status: text, visibility: 'public' }
    await Promise.all([ask(server, { method: 'POST', path, token: writers[0]!.token, body }), all])
    return { status: 200, bodyBytes: 0 }
  }
  return { open: () => ({ send, close() {} }), close }
}

async function announced({ server }: SeededPeer): Promise<URL> {
  const { configuration } = await ask(server, { method: 'GET', path: '/api/v2/instance' })
  return new URL(configuration.urls.streaming)
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
}

/** Other events and heartbeats may come before. */
function received(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const missed = setTimeout(() => {
      reject(new Error(`a status did not come to a socket within ${LONGEST} ms`))
    }, LONGEST)
    socket.on('message', function look(data) {
      if (!String(data).includes(text)) return
      clearTimeout(missed)
      socket.off('message', look)
      resolve()
    })
  })
}
