import { connect, type Socket } from 'node:net'
import { readReplies } from './load.ts'

/** A kind of request of a mix. */
export interface RequestKind {
  name: string
  /** share of all requests, beside the shares of the others */
  weight: number
  /** the whole HTTP/1.1 request, built for each call */
  request: () => string | Buffer
}

export interface KindResult {
  /** ms from the time at which a request was due to its answer, sorted */
  latencies: number[]
  /** answers by status, where they are no success; 0: the connection closed before the answer */
  failures: Map<number, number>
}

export interface OpenLoopResult {
  kinds: Map<string, KindResult>
  /** ms by which requests were sent after their time, sorted: it is part of the latencies */
  lateness: number[]
}

interface Options {
  /** address of the server, `127.0.0.1` */
  port: number
  kinds: readonly RequestKind[]
  /** requests a second */
  rate: number
  /** ms */
  duration: number
}

/** Kinds are drawn from a sequence of this many, the same in each run. */
const SEQUENCE = 1_000
/** Requests wait for a free connection beyond that, and the wait counts. */
const MOST_CONNECTIONS = 256
/** the status of a request whose connection closed before the answer */
const LOST = 0

/**
 * Sends each request at its time, whether or not earlier ones are answered, and counts its latency from that time: a
 * stall of the server is seen by all requests that were due in it, not only by those that happened to be under way.
 */
export async function openLoop(options: Options): Promise<OpenLoopResult> {
  const { port, rate, duration } = options
  const kinds = new Map<string, KindResult>(
    options.kinds.map(({ name }) => [name, { latencies: [], failures: new Map() }]),
  )
  const sequence = sequenceOf(options.kinds)
  const lateness: number[] = []
  const connections = createConnections(port)
  const answers: Promise<void>[] = []
  const send = async (kind: RequestKind, due: number) => {
    const { latencies, failures } = kinds.get(kind.name)!
    const connection = await connections.take()
    lateness.push(performance.now() - due)
    connection.socket.write(kind.request())
    const status = await connection.replies.next().then(
      (reply) => reply.status,
      () => LOST,
    )
    latencies.push(performance.now() - due)
    if (status === LOST || status >= 300) failures.set(status, (failures.get(status) ?? 0) + 1)
    if (status !== LOST) connections.give(connection)
  }
  const total = Math.floor((rate * duration) / 1000)
  const start = performance.now()
  for (let at = 0; at < total; ) {
    const due = start + (at * 1000) / rate
    const wait = due - performance.now()
    if (wait > 0) {
      await new Promise((resolve) => setTimeout(resolve, wait))
      continue
    }
    answers.push(send(sequence[at % SEQUENCE]!, due))
    at += 1
  }
  await Promise.all(answers)
  connections.close()
  for (const { latencies } of kinds.values()) latencies.sort((a, b) => a - b)
  return { kinds, lateness: lateness.sort((a, b) => a - b) }
}

/** The kinds by their weights, spread evenly. */
function sequenceOf(kinds: readonly RequestKind[]): RequestKind[] {
  const sum = kinds.reduce((total, { weight }) => total + weight, 0)
  const credit = kinds.map(() => 0)
  return Array.from({ length: SEQUENCE }, () => {
    kinds.forEach(({ weight }, at) => {
      credit[at]! += weight / sum
    })
    const next = credit.indexOf(Math.max(...credit))
    credit[next]! -= 1
    return kinds[next]!
  })
}

interface Connection {
  socket: Socket
  replies: ReturnType<typeof readReplies>
}

function createConnections(port: number) {
  const free: Connection[] = []
  const all = new Set<Connection>()
  const waiting: ((connection: Connection) => void)[] = []
  const open = (): Connection => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    const connection = { socket, replies: readReplies(socket) }
    all.add(connection)
    // the server closes what nobody used for a while
    socket.on('close', () => forget(connection))
    return connection
  }
  const forget = (connection: Connection) => {
    all.delete(connection)
    const at = free.indexOf(connection)
    if (at >= 0) free.splice(at, 1)
    const next = waiting.shift()
    if (next !== undefined) next(open())
  }
  return {
    take(): Connection | Promise<Connection> {
      const known = free.pop()
      if (known !== undefined) return known
      if (all.size < MOST_CONNECTIONS) return open()
      return new Promise((resolve) => waiting.push(resolve))
    },
    give(connection: Connection): void {
      if (!all.has(connection)) return
      const next = waiting.shift()
      if (next === undefined) free.push(connection)
      else next(connection)
    },
    close() {
      for (const { socket } of all) socket.destroy()
    },
  }
}

/** @param sorted ascending */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
