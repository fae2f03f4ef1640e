import assert from 'node:assert/strict'
import { resolveStatus } from '../../src/features/statuses/federation/resolve.ts'
import { followFromPeer } from './acquaintances.ts'
import { startNetwork } from './network.ts'
import { type Json, type Peer, type PeerActor, startPeer } from './peer.ts'
import type { TestServer } from './server.ts'

export const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'

/** A server with alice, whom bob on a peer follows, and two more peers. */
export async function startTrio() {
  const open = new AsyncDisposableStack()
  const network = open.use(await startNetwork(['home']))
  const [away, far] = [open.use(await startPeer()), open.use(await startPeer())]
  const server = network.server('home')
  const alice = await network.signUp('alice@home')
  const [bob, carol] = [away.addActor('bob'), far.addActor('carol')]
  await followFromPeer(server, bob, alice)
  await network.settle()
  for (const peer of [away, far]) peer.received.length = 0
  return {
    network,
    server,
    alice,
    away,
    bob,
    far,
    carol,
    settle: () => network.settle(),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** A public status on a peer, as the server knows it. */
export async function noteOf(
  { app }: TestServer,
  peer: Peer,
  author: PeerActor,
  more: Record<string, Json> = {},
): Promise<{ id: string; uri: string; pollId: string | null }> {
  const path = `/users/${author.name}/statuses/1`
  const uri = peer.url(path)
  const addressed = { to: [PUBLIC], cc: [`${author.uri}/followers`] }
  const note = { id: uri, type: 'Note', attributedTo: author.uri, content: 'hi', ...addressed }
  peer.serve(path, { published: new Date().toISOString(), ...note, ...more })
  const status = await resolveStatus(app, uri)
  assert.ok(status)
  return { id: status.id, uri, pollId: status.poll_id }
}

/** Types of the activities that a peer got, in order. */
export const typesAt = (peer: Peer) => peer.received.map(({ json }) => json.type)
