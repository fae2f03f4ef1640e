import { connect, type Socket } from 'node:net'

export interface Load extends Pace {
  /** of the server on `127.0.0.1` */
  port: number
  /** the whole HTTP/1.1 request, built for each call */
  request: () => string
}

/** How many requests are sent at once, and until when. */
export interface Pace {
  connections: number
  /** ms */
  duration: number
  /** ends the load earlier */
  until?: () => boolean
  /** whether this process stays awake; not if the server needs the second processor for its syncs */
  awake: boolean
}

/** A connection that carries one request at a time. */
export interface Connection {
  /** @throws Error if the connection is lost */
  send(): Promise<Reply>
  close(): void
}

export interface Reply {
  status: number
  bodyBytes: number
}

export interface LoadResult {
  requests: number
  /** ms, sorted */
  latencies: number[]
  /** bytes of the last body */
  bodyBytes: number
  failures: number
  /** ms of the actual run */
  elapsed: number
}

/**
 * Sends requests over keep-alive connections; the next one on each connection follows the response. Implements
 * just enough HTTP to be cheap beside the measured server.
 */
export function load({ port, request, ...pace }: Load): Promise<LoadResult> {
  return loadOver(() => openSocket(port, request), pace)
}

/** The same over connections of another kind. */
export async function loadOver(open: () => Connection, pace: Pace): Promise<LoadResult> {
  const result: LoadResult = { requests: 0, latencies: [], bodyBytes: 0, failures: 0, elapsed: 0 }
  const startedAt = performance.now()
  const until = startedAt + pace.duration
  const stopSpinning = pace.awake ? spin() : () => {}
  const isOver = () => performance.now() >= until || pace.until?.() === true
  try {
    await Promise.all(Array.from({ length: pace.connections }, () => drive(open(), isOver, result)))
  } finally {
    stopSpinning()
  }
  result.elapsed = performance.now() - startedAt
  result.latencies.sort((a, b) => a - b)
  return result
}

/**
 * Keeps this process from sleeping. On loopback the sender of a response pays for waking its receiver, here 30 µs,
 * more than many responses cost; a real client sleeps on another machine.
 */
function spin(): () => void {
  let next = setImmediate(function again() {
    next = setImmediate(again)
  })
  return () => clearImmediate(next)
}

/** Sends one request on a separate connection. */
export async function once(port: number, request: string): Promise<LoadResult> {
  return load({ port, request: () => request, connections: 1, duration: 0, awake: false })
}

async function drive(
  connection: Connection,
  isOver: () => boolean,
  result: LoadResult,
): Promise<void> {
  try {
    do {
      const sentAt = performance.now()
      const reply = await connection.send()
      result.latencies.push(performance.now() - sentAt)
      result.requests++
      result.bodyBytes = reply.bodyBytes
      if (reply.status >= 300) result.failures++
    } while (!isOver())
  } finally {
    connection.close()
  }
}

function openSocket(port: number, request: () => string): Connection {
  const connection = openConnection(port)
  return {
    send: () => connection.send(request()),
    close: () => connection[Symbol.dispose](),
  }
}

/** A kept connection, which takes one request at a time. */
export interface KeptConnection extends Disposable {
  /** @param request the whole HTTP/1.1 request */
  send(request: string): Promise<Reply>
}

/** @param port of the server, `127.0.0.1` */
export function openConnection(port: number): KeptConnection {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  const replies = readReplies(socket)
  return {
    send(request) {
      socket.write(request)
      return replies.next()
    },
    [Symbol.dispose]: () => socket.destroy(),
  }
}

/** Reads responses in order; each must have a `content-length`. */
export function readReplies(socket: Socket): { next(): Promise<Reply> } {
  let pending: Buffer = Buffer.alloc(0)
  let wanted: { resolve(reply: Reply): void; reject(error: Error): void } | null = null
  let body: { status: number; left: number; bytes: number } | null = null
  socket.on('data', (chunk: Buffer) => {
    if (body !== null) {
      body.left -= chunk.length
    } else {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const end = pending.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = pending.toString('latin1', 0, end)
      const bytes = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      body = { status: Number(head.slice(9, 12)), left: bytes - (pending.length - end - 4), bytes }
      pending = Buffer.alloc(0)
    }
    if (body.left > 0) return
    const { status, bytes } = body
    body = null
    wanted?.resolve({ status, bodyBytes: bytes })
    wanted = null
  })
  socket.on('error', (error) => wanted?.reject(error))
  socket.on('close', () => wanted?.reject(new Error('The connection closed before the answer')))
  return {
    next: () =>
      new Promise((resolve, reject) => {
        wanted = { resolve, reject }
      }),
  }
}

/** The text of a request. */
export function requestText(
  method: string,
  path: string,
  options: { token?: string; body?: string } = {},
): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: localhost', 'user-agent: rookery-bench']
  if (options.token !== undefined) lines.push(`authorization: Bearer ${options.token}`)
  if (options.body !== undefined) {
    lines.push(
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(options.body)}`,
    )
  }
  return `${lines.join('\r\n')}\r\n\r\n${options.body ?? ''}`
}
