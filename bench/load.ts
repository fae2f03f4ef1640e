import { connect, type Socket } from 'node:net'

export interface Load {
  /** address of the server, `127.0.0.1` */
  port: number
  /** the whole HTTP/1.1 request, made anew for each call */
  request: () => string
  connections: number
  /** ms */
  duration: number
  /** ends it sooner */
  until?: () => boolean
  /** whether this process stays awake; not where the server needs the other processor for its syncs */
  awake: boolean
}

export interface LoadResult {
  requests: number
  /** ms, sorted */
  latencies: number[]
  /** bytes of the last body */
  bodyBytes: number
  failures: number
  /** ms that it really took */
  elapsed: number
}

/**
 * Sends requests over kept connections, the next one on each when the reply has come. Speaks just
 * enough HTTP to cost little beside the server it measures.
 */
export async function load(options: Load): Promise<LoadResult> {
  const result: LoadResult = { requests: 0, latencies: [], bodyBytes: 0, failures: 0, elapsed: 0 }
  const startedAt = performance.now()
  const until = startedAt + options.duration
  const stopSpinning = options.awake ? spin() : () => {}
  await Promise.all(
    Array.from({ length: options.connections }, () => drive(options, until, result)),
  )
  stopSpinning()
  result.elapsed = performance.now() - startedAt
  result.latencies.sort((a, b) => a - b)
  return result
}

/**
 * Keeps this process from sleeping. On loopback the sender of a reply pays for waking whoever waits for
 * it, here 30 µs, more than many replies cost: a real client sleeps on another machine.
 */
function spin(): () => void {
  let next = setImmediate(function again() {
    next = setImmediate(again)
  })
  return () => clearImmediate(next)
}

/** Sends one request on a connection of its own. */
export async function once(port: number, request: string): Promise<LoadResult> {
  return load({ port, request: () => request, connections: 1, duration: 0, awake: false })
}

async function drive(options: Load, until: number, result: LoadResult): Promise<void> {
  const socket = connect(options.port, '127.0.0.1')
  socket.setNoDelay(true)
  const replies = readReplies(socket)
  do {
    const sentAt = performance.now()
    socket.write(options.request())
    const reply = await replies.next()
    result.latencies.push(performance.now() - sentAt)
    result.requests++
    result.bodyBytes = reply.bodyBytes
    if (reply.status >= 300) result.failures++
  } while (performance.now() < until && options.until?.() !== true)
  socket.destroy()
}

interface Reply {
  status: number
  bodyBytes: number
}

/** Replies in order; each must say its length. */
function readReplies(socket: Socket): { next(): Promise<Reply> } {
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
  })
  socket.on('error', (error) => wanted?.reject(error))
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
