import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type Context,
  createFederation,
  type Federation,
  generateCryptoKeyPair,
  MemoryKvStore,
} from '@fedify/fedify'
import { Activity, Endpoints, Follow, Note, Person } from '@fedify/fedify/vocab'

type KeyPair = Awaited<ReturnType<typeof generateCryptoKeyPair>>

/** How requests are signed; the other one is neither sent nor taken. */
export type Scheme = 'cavage' | 'rfc9421'

/** by names: Fedify's RSA keys have 4096 bits, which take seconds to make */
const keys = new Map<string, Promise<KeyPair[]>>()

const KNOCKS = { cavage: 'draft-cavage-http-signatures-12', rfc9421: 'rfc9421' } as const

/** A server made with Fedify: its own JSON-LD, its own signatures, its own checks. */
export interface FedifyPeer extends AsyncDisposable {
  origin: string
  host: string
  context: Context<void>
  /** federation id of somebody here; whoever is asked for is there */
  actor(name: string): URL
  /** a Note is answered at its id from now on, to whoever signs */
  serve(note: Note): void
  /** activities whose signature Fedify has checked, oldest first */
  received: Activity[]
  /** the last one of a class, which is taken from `received` */
  take<Kind extends Activity>(kind: new (...args: never[]) => Kind): Kind
  /** somebody here sends an activity to an actor of ours */
  send(name: string, to: { uri: string }, activity: Activity): Promise<void>
}

export async function startFedifyPeer(scheme: Scheme): Promise<FedifyPeer> {
  const notes = new Map<string, Note>()
  const received: Activity[] = []
  const federation = createPeerFederation(scheme, notes, received)
  const http = createServer((request, response) => {
    answer(federation, scheme, request, response).catch((error) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`
  const context = federation.createContext(new URL(origin), undefined)
  return {
    origin,
    host: `127.0.0.1:${port}`,
    context,
    actor: (name) => context.getActorUri(name),
    serve: (note) => void notes.set(note.id!.href, note),
    received,
    take(kind) {
      const at = received.findLastIndex((activity) => activity instanceof kind)
      assert.ok(at >= 0, `${kind.name} was expected`)
      return received.splice(at, 1)[0] as InstanceType<typeof kind>
    },
    async send(name, { uri }, activity) {
      const { origin: theirs } = new URL(uri)
      const recipient = {
        id: new URL(uri),
        inboxId: new URL(`${uri}/inbox`),
        endpoints: { sharedInbox: new URL(`${theirs}/inbox`) },
      }
      await context.sendActivity({ identifier: name }, recipient, activity, { immediate: true })
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

function createPeerFederation(
  scheme: Scheme,
  notes: Map<string, Note>,
  received: Activity[],
): Federation<void> {
  const federation = createFederation<void>({
    kv: new MemoryKvStore(),
    allowPrivateAddress: true,
    firstKnock: KNOCKS[scheme],
  })
  federation
    .setActorDispatcher('/users/{identifier}', async (context, name) => {
      const pairs = await context.getActorKeyPairs(name)
      return new Person({
        id: context.getActorUri(name),
        preferredUsername: name,
        name: `${name} of Fedify`,
        inbox: context.getInboxUri(name),
        endpoints: new Endpoints({ sharedInbox: context.getInboxUri() }),
        followers: context.getFollowersUri(name),
        outbox: context.getOutboxUri(name),
        publicKey: pairs[0]!.cryptographicKey,
        assertionMethods: pairs.map(({ multikey }) => multikey),
      })
    })
    .setKeyPairsDispatcher((_, name) => {
      const known = keys.get(name)
      if (known !== undefined) return known
      const made = Promise.all([
        generateCryptoKeyPair('RSASSA-PKCS1-v1_5'),
        generateCryptoKeyPair('Ed25519'),
      ])
      keys.set(name, made)
      return made
    })
  federation.setFollowersDispatcher('/users/{identifier}/followers', () => ({ items: [] }))
  federation.setOutboxDispatcher('/users/{identifier}/outbox', () => ({ items: [] }))
  federation
    .setObjectDispatcher(Note, '/users/{identifier}/notes/{id}', (context, values) => {
      return notes.get(context.getObjectUri(Note, values).href) ?? null
    })
    .authorize(async (context) => (await context.getSignedKeyOwner()) !== null)
  federation
    .setInboxListeners('/users/{identifier}/inbox', '/inbox')
    .on(Activity, (_, activity) => void received.push(activity))
  return federation
}

/** A request of Node to Fedify; of activities only those that are signed as the peer wants. */
async function answer(
  federation: Federation<void>,
  scheme: Scheme,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const method = incoming.method ?? 'GET'
  const body = method === 'POST' ? Buffer.concat(await Array.fromAsync(incoming)) : null
  const signedAs = 'signature-input' in incoming.headers ? 'rfc9421' : 'cavage'
  if (method === 'POST' && signedAs !== scheme) return void outgoing.writeHead(401).end()
  const url = `http://${incoming.headers.host}${incoming.url}`
  const headers = new Headers(incoming.headers as Record<string, string>)
  const request = new Request(url, { method, headers, body })
  const response = await federation.fetch(request, { contextData: undefined })
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

/** Somebody's wish to follow, to be sent or to be taken back. */
export function followOf(peer: FedifyPeer, name: string, whom: { uri: string }): Follow {
  return new Follow({
    id: new URL(`${peer.actor(name).href}#follows/${encodeURIComponent(whom.uri)}`),
    actor: peer.actor(name),
    object: new URL(whom.uri),
  })
}
