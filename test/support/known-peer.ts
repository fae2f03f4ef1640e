import assert from 'node:assert/strict'
import { resolveStatus } from '../../src/features/statuses/federation/resolve.ts'
import type { StatusRow } from '../../src/features/statuses/queries.ts'
import { meet } from './acquaintances.ts'
import { startNetwork } from './network.ts'
import { type Json, type Peer, type PeerActor, startPeer } from './peer.ts'

const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'
const ACTIVITY_JSON = 'application/activity+json'

/** A server with alice, and a peer with bob, whom the server knows. */
export async function startPair(overrides: { secureMode?: boolean } = {}) {
  const open = new AsyncDisposableStack()
  const network = open.use(await startNetwork(['home'], { home: overrides }))
  const peer = open.use(await startPeer())
  const server = network.server('home')
  const alice = await network.signUp('alice@home')
  const bob = peer.addActor('bob')
  const bobId = await meet(server, bob)
  return {
    network,
    server,
    peer,
    alice,
    bob,
    bobId,
    home: server.app.config.origin,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** A public note of bob's, as the server knows it. */
export async function noteFrom(
  { peer, bob, server }: Awaited<ReturnType<typeof startPair>>,
  number: number,
  more: Record<string, Json> = {},
): Promise<StatusRow> {
  const path = `/users/bob/statuses/${number}`
  const id = peer.url(path)
  const note = { id, type: 'Note', attributedTo: bob.uri, content: 'from afar', to: [PUBLIC] }
  peer.serve(path, { ...note, published: new Date().toISOString(), ...more })
  const status = await resolveStatus(server.app, id)
  assert.ok(status)
  return status
}

/** The ActivityStreams document at an address, as `actor` who signs for it or as anybody. */
export async function documentAt(peer: Peer, url: string, actor?: PeerActor): Promise<Json> {
  const answer = await peer.get(url, actor === undefined ? {} : { actor })
  assert.equal(answer.status, 200, `${url}: ${answer.body}`)
  assert.equal(answer.headers['content-type'], `${ACTIVITY_JSON}; charset=utf-8`)
  return answer.json
}
