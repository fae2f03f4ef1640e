import { type Peer, type PeerActor, type SendOptions, startPeer } from '../../test/support/peer.ts'
import { type Answer, NotArranged } from '../http/client.ts'
import { eventually } from './arrange.ts'
import { PNG } from './samples.ts'
import type { Walk } from './walk.ts'

// biome-ignore lint/suspicious/noExplicitAny: the sent documents are under test
type Document = Record<string, any>

/** An actor on another server. */
export interface Stranger {
  peer: Peer
  actor: PeerActor
}

/** Starts another server on this machine, until the check is over. It can send requests to any server. */
export async function startOther(walk: Walk): Promise<Peer> {
  const peer = await startPeer()
  walk.later(async () => peer[Symbol.asyncDispose]())
  return peer
}

/**
 * An actor on another server that the walked server can fetch.
 *
 * @param document members of the actor besides the usual ones
 * @returns null if the walked server is not our own: other servers send no requests to this machine
 */
export async function meetStranger(
  walk: Walk,
  document: (peer: Peer) => Document = () => ({}),
): Promise<Stranger | null> {
  if (walk.operator === null) {
    walk.leaveOut('what is read from other servers, which would have to run on this machine')
    return null
  }
  const peer = await startOther(walk)
  const actor = peer.addActor(`stranger${walk.next()}`, { document: document(peer) })
  return { peer, actor }
}

/** Serves a picture. @returns its address */
export function servePicture(peer: Peer, name: string): string {
  peer.serve(`/${name}.png`, PNG, { contentType: 'image/png' })
  return peer.url(`/${name}.png`)
}

/** A public Note, served at its address. */
export function serveNote(walk: Walk, { peer, actor }: Stranger, more: Document = {}): Document {
  const path = `/notes/${walk.next()}`
  const note = {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: peer.url(path),
    type: 'Note',
    attributedTo: actor.uri,
    published: new Date().toISOString(),
    content: '<p>from elsewhere</p>',
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    cc: [`${actor.uri}/followers`],
    ...more,
  }
  peer.serve(path, note)
  return note
}

/**
 * The result when alice searches for an address.
 * @throws NotArranged if there is none
 */
export async function lookUp(
  { alice }: Walk,
  kind: 'accounts' | 'statuses',
  address: string,
  // biome-ignore lint/suspicious/noExplicitAny: entities are checked by the rows of the search
): Promise<any> {
  const { json } = await alice.get('/api/v2/search', { q: address, resolve: true })
  const [found] = json?.[kind] ?? []
  if (found === undefined) throw new NotArranged(`The search does not find ${address}`)
  return found
}

/** Sends an activity to an inbox, signed by its actor unless the options say otherwise. */
export async function deliver(
  { peer, actor }: Stranger,
  activity: Document,
  options: SendOptions,
): Promise<Answer> {
  const { status, headers, body, json } = await peer.send(actor, activity, options)
  const asked = `POST ${new URL(options.inbox).pathname}`
  const type = headers['content-type'] ?? ''
  return { asked, status, headers: new Headers({ 'content-type': type }), text: body, json }
}

/** An actor requests to follow alice; the follow ends with the check. */
export async function followingAlice(walk: Walk, { peer, actor }: Stranger): Promise<Document> {
  const { uri } = await walk.anonymous.must('GET', `/api/v1/accounts/${walk.alice.id}`)
  if (walk.operator !== null) walk.later(() => endFollow(walk, actor))
  const id = peer.url(`/follows/${walk.next()}`)
  return { id, type: 'Follow', object: uri }
}

async function endFollow(walk: Walk, { uri }: PeerActor): Promise<void> {
  const { id } = await lookUp(walk, 'accounts', uri)
  await walk.alice.post(`/api/v1/accounts/${id}/remove_from_followers`)
}

/** Waits until an actor follows alice. */
export function becomesFollower(walk: Walk, stranger: Stranger): Promise<boolean> {
  return eventually(
    () => isFollower(walk, stranger),
    (found) => found,
  )
}

export async function isFollower({ alice }: Walk, { actor }: Stranger): Promise<boolean> {
  const { json } = await alice.get(`/api/v1/accounts/${alice.id}/followers`)
  return (json ?? []).some(({ uri }: { uri: string }) => uri === actor.uri)
}
