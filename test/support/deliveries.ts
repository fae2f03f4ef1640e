import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { enqueueDelivery, type Outgoing } from '../../src/kernel/activitypub/delivery/enqueue.ts'
import type { App } from '../../src/kernel/core/app.ts'
import { KEPT_OPEN } from './in-time.ts'

export interface Arrived {
  path: string
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: activities are checked where that matters
  activity: any
  /** ms since 1970 */
  at: number
}

/** The answer of a host to an activity; `never` leaves the sender waiting, `close` ends the connection. */
export type Reply =
  | { status: number; headers?: OutgoingHttpHeaders; body?: string }
  | 'never'
  | 'close'

/** A host on loopback that takes activities. */
export interface Inbox extends AsyncDisposable {
  /** `127.0.0.1:port` */
  host: string
  /** its shared inbox */
  uri: string
  arrived: Arrived[]
  /** numbers of the notes that arrived, in order */
  numbers(): number[]
  /** change it to let the host answer something else than 202 */
  reply: Reply | ((arrived: Arrived) => Reply | Promise<Reply>)
  connections(): number
  /** the most requests that were under way at once */
  mostAtOnce(): number
}

/** @param delay ms until it answers */
export async function startInbox(delay = 0): Promise<Inbox> {
  const arrived: Arrived[] = []
  let connections = 0
  let running = 0
  let mostAtOnce = 0
  const server = createServer({ keepAliveTimeout: KEPT_OPEN }, async (request, response) => {
    mostAtOnce = Math.max(mostAtOnce, ++running)
    response.on('close', () => void running--)
    const activity = JSON.parse(await text(request))
    const one = { path: request.url ?? '', headers: request.headers, activity, at: Date.now() }
    arrived.push(one)
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
    const reply = typeof inbox.reply === 'function' ? await inbox.reply(one) : inbox.reply
    if (reply === 'never') return
    if (reply === 'close') return void request.socket.end()
    response.writeHead(reply.status, reply.headers).end(reply.body ?? '')
  })
  server.on('connection', () => void connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const inbox: Inbox = {
    host,
    uri: `http://${host}/inbox`,
    arrived,
    numbers: () => arrived.map(({ activity }) => activity.object.number),
    reply: { status: 202 },
    connections: () => connections,
    mostAtOnce: () => mostAtOnce,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return inbox
}

export interface Inboxes extends AsyncDisposable {
  all: Inbox[]
}

/** @param delay ms until the nth answers */
export async function startInboxes(
  count: number,
  delay: (nth: number) => number = () => 0,
): Promise<Inboxes> {
  const all = await Promise.all(Array.from({ length: count }, (_, nth) => startInbox(delay(nth))))
  return {
    all,
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((inbox) => inbox[Symbol.asyncDispose]()))
    },
  }
}

/** An activity that can be told from others. */
export function numbered(number: number): Outgoing['activity'] {
  const id = `https://rookery.test/activities/${number}`
  return { id, type: 'Create', object: { type: 'Note', number } }
}

/** Queues numbered activities in one transaction. */
export function queue(
  app: App,
  numbers: number | readonly number[],
  to: Omit<Outgoing, 'activity'>,
): Promise<void> {
  return app.transact(async (tx) => {
    for (const number of [numbers].flat()) {
      await enqueueDelivery(tx, { ...to, activity: numbered(number) })
    }
  })
}

/** Every delivery, oldest first. */
export function deliveries(app: App) {
  return app.db.selectFrom('delivery').selectAll().orderBy('id').execute()
}

export async function peerHost(app: App, host: string) {
  const query = app.db.selectFrom('peer_host').selectAll().where('host', '=', host)
  return query.executeTakeFirstOrThrow()
}
