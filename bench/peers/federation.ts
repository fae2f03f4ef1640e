import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { signCavage } from '../../src/kernel/activitypub/signatures/cavage.ts'
import { sha256 } from '../../src/kernel/activitypub/signatures/digest.ts'
import { type LoadResult, loadOver } from '../load.ts'
import { ask, USER_AGENT } from './api.ts'
import type { Arguments } from './arguments.ts'
import { openPeer, type Request } from './connection.ts'
import type { Work } from './rounds.ts'
import type { SeededPeer } from './seed.ts'
import { cameTrue } from './wait.ts'

const NAME = 'bench'
const CONNECTIONS = 4
/** ms in which the first activity is answered, with the actor looked up */
const LONGEST = 30_000
const TYPE = 'application/activity+json'

/** An actor that this process serves on loopback while servers look for its key. */
export interface LoopbackActor extends AsyncDisposable {
  uri: string
  privateKey: KeyObject
}

/**
 * Serves the actor, and WebFinger for it, on a free port.
 * @param tls files of a certificate for 127.0.0.1, which the servers must trust; null: plain HTTP
 */
export async function startActor(tls: Arguments['tls']): Promise<LoopbackActor> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }) as string
  const answer: RequestListener = ({ url = '' }, reply) => {
    const [document, type] = url.startsWith('/.well-known/webfinger')
      ? [fingerOf(uri), 'application/jrd+json']
      : [actorDocument(uri, publicKeyPem), TYPE]
    reply.setHeader('content-type', type).end(JSON.stringify(document))
  }
  const server =
    tls === null
      ? createServer(answer)
      : createTlsServer({ cert: readFileSync(tls.cert), key: readFileSync(tls.key) }, answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const uri = `${tls === null ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}/users/${NAME}`
  return {
    uri,
    privateKey,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function fingerOf(uri: string) {
  return {
    subject: `acct:${NAME}@${new URL(uri).host}`,
    links: [{ rel: 'self', type: TYPE, href: uri }],
  }
}

function actorDocument(uri: string, publicKeyPem: string) {
  return {
    '@context': ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1'],
    id: uri,
    type: 'Person',
    preferredUsername: NAME,
    inbox: `${uri}/inbox`,
    outbox: `${uri}/outbox`,
    followers: `${uri}/followers`,
    following: `${uri}/following`,
    publicKey: { id: `${uri}#main-key`, owner: uri, publicKeyPem },
  }
}

/** The reader as other servers know it. */
interface Recipient {
  uri: string
  inbox: URL
}

/**
 * Work that sends Creates which mention the reader, over signed requests.
 *
 * @param count activities of a round
 * @throws Error with one line if the server does not accept such an actor, or a first activity does not arrive
 */
export async function sendCreates(
  seeded: SeededPeer,
  actor: LoopbackActor,
  count: number,
): Promise<Work> {
  const recipient = await findReader(seeded, actor)
  const { server, reader } = seeded
  let sent = 0
  const work = async (some: number): Promise<LoadResult> => {
    const requests: Request[] = []
    for (let at = 0; at < some; at++) requests.push(await signedCreate(actor, recipient, sent++))
    const connections = Math.min(CONNECTIONS, some)
    let begun = connections
    const until = () => begun++ >= some
    const pace = { connections, duration: Number.POSITIVE_INFINITY, until, awake: false }
    let next = 0
    const result = await loadOver(() => openPeer(server, () => requests[next++]!), pace)
    if (result.failures > 0) throw new Error(`its inbox refuses activities of ${actor.uri}`)
    return result
  }
  const answered = await Promise.race([work(1), sleep(LONGEST, null, { ref: false })])
  if (answered === null) throw new Error(`its inbox keeps an activity of ${actor.uri} waiting`)
  const arrived = await cameTrue(async () => {
    const path = '/api/v1/notifications?limit=20'
    const notes = await ask(server, { method: 'GET', path, token: reader.token })
    return notes.some(({ status }: { status?: { uri?: string } }) =>
      status?.uri?.startsWith(actor.uri),
    )
  })
  if (!arrived) throw new Error(`it accepts an activity of ${actor.uri} but does nothing with it`)
  return () => work(count)
}

async function findReader(
  { server, reader }: SeededPeer,
  actor: LoopbackActor,
): Promise<Recipient> {
  const { domain } = await ask(server, { method: 'GET', path: '/api/v2/instance' })
  const path = `/.well-known/webfinger?resource=acct:${reader.username}@${domain}`
  const { links } = await ask(server, { method: 'GET', path })
  const self = links.find(({ rel }: { rel: string }) => rel === 'self')
  const url = new URL(self.href)
  const signed = await signCavage({ ...keyOf(actor), method: 'GET', url, digest: null })
  const response = await fetch(url, { headers: { ...headersOf(signed), accept: TYPE } })
  if (!response.ok) throw new Error(`it answers ${response.status} at ${url.href}`)
  const { id, inbox, endpoints } = (await response.json()) as {
    id: string
    inbox: string
    endpoints?: { sharedInbox?: string }
  }
  return { uri: id, inbox: new URL(endpoints?.sharedInbox ?? inbox) }
}

function keyOf({ uri, privateKey }: LoopbackActor) {
  const key = { uri: `${uri}#main-key`, algorithm: 'rsa' as const, privateKey }
  return { key, now: Date.now() }
}

function headersOf(fields: object): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

async function signedCreate(
  actor: LoopbackActor,
  { uri: recipient, inbox }: Recipient,
  number: number,
): Promise<Request> {
  const id = `${actor.uri}/statuses/${Date.now()}-${number}`
  const published = new Date().toISOString()
  const audience = { to: ['https://www.w3.org/ns/activitystreams#Public'], cc: [recipient] }
  const text = '<p>The quick brown fox jumps over the lazy dog, and on, and on, and on.</p>'
  const object = {
    id,
    type: 'Note',
    published,
    url: id,
    attributedTo: actor.uri,
    ...audience,
    content: `<p>Number ${number}</p>${text.repeat(6)}`,
    tag: [{ type: 'Mention', href: recipient, name: '@reader' }],
  }
  const body = JSON.stringify({
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: `${id}/activity`,
    type: 'Create',
    actor: actor.uri,
    published,
    ...audience,
    object,
  })
  const digest = sha256(body)
  const signed = await signCavage({ ...keyOf(actor), method: 'POST', url: inbox, digest })
  const own = { host: inbox.host, 'content-type': TYPE, 'user-agent': USER_AGENT }
  const headers = { ...headersOf(signed), ...own }
  return { method: 'POST', path: inbox.pathname, headers, body }
}
