import type { Json, PeerActor } from './peer.ts'

/** A Follow by somebody on a peer. */
export function followBy(actor: PeerActor, object: string, id = `${actor.uri}#follows/1`): Json {
  return { id, type: 'Follow', actor: actor.uri, object }
}

export function blockBy(actor: PeerActor, object: string): Json {
  return { id: `${actor.uri}#blocks/1`, type: 'Block', actor: actor.uri, object }
}

/** An activity of a peer's actor about another one: about its own for Undo, or about ours. */
export function about(type: string, actor: PeerActor, object: Json): Json {
  const id = `${actor.uri}#${type.toLowerCase()}/${Math.random()}`
  return { id, type, actor: actor.uri, object }
}
