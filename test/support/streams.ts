import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { TestContext } from 'node:test'
import { WebSocket } from 'ws'
import { inTime } from './in-time.ts'
import { createInbox } from './inbox.ts'
import type { TestServer } from './server.ts'

/** A frame of the server: an event, or an error. */
export interface Frame {
  stream: string[]
  event: string
  payload?: string
  error?: string
  status?: number
}

export interface Handshake {
  token?: string | null
  query?: Record<string, string>
  protocols?: string[]
  headers?: Record<string, string>
}

/** A WebSocket to a listening test server. */
export class TestSocket {
  readonly client: WebSocket
  readonly #closed: Promise<number>
  readonly #frames = createInbox<Frame>('a frame')

  constructor(client: WebSocket) {
    this.client = client
    client.on('message', (data) => this.#frames.put(JSON.parse(String(data))))
    client.on('error', () => {})
    this.#closed = new Promise((resolve) => client.on('close', resolve))
  }

  /** The code with which it was closed or is closed. */
  get closed(): Promise<number> {
    return inTime(this.#closed, 'the socket was closed')
  }

  /** The next frame that came or comes. */
  next(): Promise<Frame> {
    return this.#frames.take()
  }

  /** The next frame, which is of this event; its payload parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
  async nextPayload(event: string): Promise<any> {
    const frame = await this.next()
    assert.equal(frame.event, event, JSON.stringify(frame))
    return JSON.parse(frame.payload ?? 'null')
  }

  send(message: Record<string, unknown>): void {
    this.client.send(JSON.stringify(message))
  }

  /** Subscribes, and waits until the server has read it. */
  async subscribe(stream: string, more: Record<string, unknown> = {}): Promise<void> {
    this.send({ type: 'subscribe', stream, ...more })
    await this.settle()
  }

  /** Waits until the server has read all that was sent: it answers a stream that is none. */
  async settle(): Promise<void> {
    this.send({ type: 'subscribe', stream: 'none' })
    const frame = await this.next()
    assert.equal(frame.status, 400, JSON.stringify(frame))
  }
}

/** @param address of a listening server, `http://127.0.0.1:PORT` */
export async function openSocket(address: string, handshake: Handshake = {}): Promise<TestSocket> {
  const client = dial(address, handshake)
  const socket = new TestSocket(client)
  await inTime(once(client, 'open'), 'the socket opened')
  return socket
}

/** The reply to a handshake that is refused. */
export async function refusedSocket(
  address: string,
  handshake: Handshake = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }> {
  const client = dial(address, handshake)
  client.on('error', () => {})
  const [, response] = (await inTime(
    once(client, 'unexpected-response'),
    'the handshake was refused',
  )) as [ClientRequest, IncomingMessage]
  const body = (await Array.fromAsync(response)).join('')
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

function dial(address: string, { token, query = {}, protocols = [], headers = {} }: Handshake) {
  const url = `${address.replace('http', 'ws')}/api/v1/streaming?${new URLSearchParams(query)}`
  const authorization = token ? { authorization: `Bearer ${token}` } : {}
  return new WebSocket(url, protocols, { headers: { ...authorization, ...headers } })
}

/** An event stream from a listening test server. */
export interface EventStream {
  status: number
  headers: IncomingMessage['headers']
  /** the next line that came or comes */
  nextLine(): Promise<string>
  /** the next event and its data, heartbeats left out */
  next(): Promise<{ event: string; data: string }>
  /** resolves when the server ends it */
  readonly ended: Promise<void>
  close(): void
}

/** @param path below `/api/v1/streaming/` */
export async function openEvents(
  address: string,
  path: string,
  headers: Record<string, string>,
): Promise<EventStream> {
  const asking = request(`${address}/api/v1/streaming/${path}`, { headers })
  asking.on('error', () => {})
  asking.end()
  const [response] = (await inTime(once(asking, 'response'), 'the stream was answered')) as [
    IncomingMessage,
  ]
  const lines = createInbox<string>('a line')
  let rest = ''
  response.setEncoding('utf8')
  response.on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) lines.put(line)
  })
  response.on('error', () => {})
  const ended = new Promise<void>((resolve) => response.on('close', resolve))
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    nextLine: () => lines.take(),
    async next() {
      let line = await lines.take()
      while (line.startsWith(':')) line = await lines.take()
      const event = line.replace(/^event: /, '')
      const data = (await lines.take()).replace(/^data: /, '')
      assert.equal(await lines.take(), '')
      return { event, data }
    },
    get ended() {
      return inTime(ended, 'the stream ended')
    },
    close: () => asking.destroy(),
  }
}

/**
 * Lets seconds pass by mocked `setInterval`, one at a time with a query after each: deadlines of queries are
 * intervals too, and would be over before an answer could come.
 */
export async function passSeconds(
  { mock }: TestContext,
  { app }: TestServer,
  seconds: number,
): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    mock.timers.tick(1_000)
    await app.db.selectFrom('setting').select('name').limit(1).execute()
  }
}
