import assert from 'node:assert/strict'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { makeKey, type PeerKey, publishedKeys } from './peer-keys.ts'
import { type Signature, type Signing, signedHeaders } from './peer-signatures.ts'

// biome-ignore lint/suspicious/noExplicitAny: what others send is checked where that matters
export type Json = any

export const ACTIVITY_JSON = 'application/activity+json'
const CONTEXT = ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1']

/** Somebody on the peer. */
export interface PeerActor {
  name: string
  uri: string
  /** `name@host:port` */
  handle: string
  inbox: string
  /** the first is the one it signs with unless another is asked for */
  keys: PeerKey[]
  /** as it is served; change it to let the actor change */
  document: Record<string, Json>
}

export interface ActorOptions {
  /** default an RSA key */
  keys?: readonly PeerKey['algorithm'][]
  type?: string
  /** members besides the usual ones, or instead of them */
  document?: Record<string, Json>
}

/** A request that came to the peer. */
export interface Recorded {
  method: string
  /** with its query */
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** the body parsed, if it is JSON */
  json: Json
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** the body parsed, if it is JSON */
  json: Json
}

export interface ServeOptions {
  /** default application/activity+json */
  contentType?: string
  status?: number
  headers?: OutgoingHttpHeaders
}

export interface SendOptions
  extends Partial<
    Pick<Signing, 'keyId' | 'privateKey' | 'host' | 'covered' | 'algorithm' | 'digest'>
  > {
  /** where it goes */
  inbox: string
  /** default `cavage` */
  signature?: Signature
  /** default the actor's first */
  key?: PeerKey['algorithm']
  /** ms by which its clock is ahead */
  clockAhead?: number
  expiresIn?: number
  contentType?: string
  /** sent instead of the signed body */
  tamperedBody?: string
  /** added at the end, or sent instead of what was signed; null leaves one out */
  headers?: Record<string, string | null>
}

/** A server of somebody else on loopback: friendly, or hostile as a test wants it. */
export interface Peer extends AsyncDisposable {
  origin: string
  /** `127.0.0.1:port` */
  host: string
  addActor(name: string, options?: ActorOptions): PeerActor
  /** what a path answers from now on; a text or file goes as it is, a function is asked each time */
  serve(
    path: string,
    document: Record<string, Json> | string | Buffer | ((request: Recorded) => Json),
    options?: ServeOptions,
  ): void
  /** a path that answers 410 from now on */
  remove(path: string): void
  /** POSTs to inboxes, oldest first */
  received: Recorded[]
  /** activities of a type that came to inboxes */
  receivedOf(type: string): Json[]
  /** other requests, oldest first */
  requests: Recorded[]
  /** how many requests there were for a path without its query */
  count(path: string): number
  /** what its inboxes answer; change it to let them fail */
  inboxAnswer: { status: number; headers: OutgoingHttpHeaders; delay: number }
  /** sends an activity of an actor, signed as wished; `@context` is added, an id only if asked for */
  send(
    actor: PeerActor,
    activity: Record<string, Json> | string,
    options: SendOptions,
  ): Promise<Answer>
  /** asks for a document, signed by an actor or by nobody */
  get(
    url: string,
    options?: Partial<Omit<SendOptions, 'inbox'>> & { actor?: PeerActor; accept?: string },
  ): Promise<Answer>
  /** an address on this peer */
  url(path: string): string
}

/** @param software what its NodeInfo says */
export async function startPeer(software = 'mastodon', port = 0): Promise<Peer> {
  const server = createServer((incoming, reply) => {
    handle(incoming, reply).catch((error) => reply.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${host}`
  const served = new Map<string, { document: Json; options: ServeOptions }>()
  const received: Recorded[] = []
  const requests: Recorded[] = []

  async function handle(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await text(incoming)
    const { method = '', url: path = '', headers } = incoming
    const recorded: Recorded = { method, path, headers, body, json: parse(body) }
    if (method === 'POST') {
      received.push(recorded)
      const { status, headers: more, delay } = peer.inboxAnswer
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
      reply.writeHead(status, more).end()
      return
    }
    requests.push(recorded)
    const found = served.get(path) ?? served.get(path.split('?')[0]!)
    if (found === undefined) {
      reply.writeHead(404).end()
      return
    }
    const { document, options } = found
    const given = typeof document === 'function' ? await document(recorded) : document
    const contentType = options.contentType ?? ACTIVITY_JSON
    reply.writeHead(options.status ?? 200, { 'content-type': contentType, ...options.headers })
    const isFile = typeof given === 'string' || Buffer.isBuffer(given)
    reply.end(isFile ? given : JSON.stringify(given))
  }

  const peer: Peer = {
    origin,
    host,
    received,
    requests,
    inboxAnswer: { status: 202, headers: {}, delay: 0 },
    url: (path) => origin + path,
    receivedOf: (type) => received.map(({ json }) => json).filter((json) => json?.type === type),
    count: (path) => requests.filter((one) => one.path.split('?')[0] === path).length,
    serve(path, document, options = {}) {
      served.set(path, { document, options })
    },
    remove(path) {
      served.set(path, { document: '', options: { status: 410 } })
    },
    addActor(name, options = {}) {
      const actor = makeActor(origin, host, name, options)
      peer.serve(`/users/${name}`, () => actor.document)
      for (const collection of ['outbox', 'followers', 'following']) {
        peer.serve(`/users/${name}/${collection}`, emptyCollection(`${actor.uri}/${collection}`))
      }
      return actor
    },
    send: (actor, activity, options) => sendActivity(actor, activity, options),
    get(url, options = {}) {
      const { actor, accept = ACTIVITY_JSON } = options
      const signature = actor === undefined ? 'none' : (options.signature ?? 'cavage')
      const signed = signRequest('GET', url, null, { ...options, actor, signature })
      return exchange('GET', url, null, { accept, ...signed, ...options.headers })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  serveDiscovery(peer, software, served)
  return peer
}

function makeActor(
  origin: string,
  host: string,
  name: string,
  { keys = ['rsa'], type = 'Person', document = {} }: ActorOptions,
): PeerActor {
  const uri = `${origin}/users/${name}`
  const made = keys.map((algorithm, at) =>
    makeKey(algorithm, `${uri}#${algorithm === 'rsa' && at === 0 ? 'main-key' : `key-${at}`}`),
  )
  return {
    name,
    uri,
    handle: `${name}@${host}`,
    inbox: `${uri}/inbox`,
    keys: made,
    document: {
      '@context': CONTEXT,
      id: uri,
      type,
      preferredUsername: name,
      name,
      summary: '',
      url: `${origin}/@${name}`,
      inbox: `${uri}/inbox`,
      outbox: `${uri}/outbox`,
      followers: `${uri}/followers`,
      following: `${uri}/following`,
      endpoints: { sharedInbox: `${origin}/inbox` },
      ...publishedKeys(uri, made),
      ...document,
    },
  }
}

function emptyCollection(id: string): Json {
  return { '@context': CONTEXT, id, type: 'OrderedCollection', totalItems: 0, orderedItems: [] }
}

/** WebFinger for every actor there is, and NodeInfo. */
function serveDiscovery(peer: Peer, software: string, served: ReadonlyMap<string, unknown>): void {
  peer.serve(
    '/.well-known/webfinger',
    ({ path }) => {
      const resource = new URL(path, peer.origin).searchParams.get('resource') ?? ''
      const name = /^acct:([^@]+)@/.exec(resource)?.[1] ?? resource.split('/').at(-1) ?? ''
      if (!served.has(`/users/${name}`)) return {}
      const self = { rel: 'self', type: ACTIVITY_JSON, href: `${peer.origin}/users/${name}` }
      return { subject: `acct:${name}@${peer.host}`, links: [self] }
    },
    { contentType: 'application/jrd+json' },
  )
  const rel = 'http://nodeinfo.diaspora.software/ns/schema/2.0'
  const links = [{ rel, href: `${peer.origin}/nodeinfo/2.0` }]
  const json = { contentType: 'application/json' }
  peer.serve('/.well-known/nodeinfo', { links }, json)
  peer.serve('/nodeinfo/2.0', { version: '2.0', software: { name: software, version: '1' } }, json)
}

function sendActivity(
  actor: PeerActor,
  activity: Record<string, Json> | string,
  options: SendOptions,
): Promise<Answer> {
  const document =
    typeof activity === 'string' ? activity : { '@context': CONTEXT, actor: actor.uri, ...activity }
  const body = typeof document === 'string' ? document : JSON.stringify(document)
  const signed = signRequest('POST', options.inbox, body, {
    signature: 'cavage',
    ...options,
    actor,
  })
  return exchange('POST', options.inbox, options.tamperedBody ?? body, {
    'content-type': options.contentType ?? ACTIVITY_JSON,
    ...signed,
    ...options.headers,
  })
}

function signRequest(
  method: string,
  url: string,
  body: string | null,
  options: Partial<SendOptions> & { actor: PeerActor | undefined; signature: Signature },
): Record<string, string> {
  const { actor, signature, clockAhead = 0 } = options
  if (actor === undefined || signature === 'none') return {}
  const key = actor.keys.find(({ algorithm }) => algorithm === (options.key ?? algorithm))
  assert.ok(key, `${actor.name} has no such key`)
  const now = Date.now() + clockAhead
  return signedHeaders({ ...options, key, signature, method, url: new URL(url), body, now })
}

function exchange(
  method: string,
  url: string,
  body: string | null,
  headers: Record<string, string | null>,
): Promise<Answer> {
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null))
  return new Promise((resolve, reject) => {
    // a kept connection may be one that the server closes in this moment, as all stood still until now
    const options = { method, headers: sent as OutgoingHttpHeaders, agent: false }
    const outgoing = request(url, options, (reply) => {
      text(reply).then((answer) => {
        const status = reply.statusCode ?? 0
        resolve({ status, headers: reply.headers, body: answer, json: parse(answer) })
      }, reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body ?? undefined)
  })
}

function parse(body: string): Json {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
