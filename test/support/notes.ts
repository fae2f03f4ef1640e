import type { Json, Peer, PeerActor } from './peer.ts'

const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'
const HOUR = 3_600_000

/** A public Note of somebody on a peer, an hour old; `more` adds members or replaces them. */
export function noteBy(actor: PeerActor, name: string, more: Record<string, Json> = {}): Json {
  return {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: `${actor.uri}/notes/${name.replaceAll(' ', '-')}`,
    type: 'Note',
    attributedTo: actor.uri,
    to: [PUBLIC],
    cc: [`${actor.uri}/followers`],
    content: `<p>${name}</p>`,
    published: new Date(Date.now() - HOUR).toISOString(),
    ...more,
  }
}

/** A Note that names somebody of our server. */
export function noteTo(
  actor: PeerActor,
  name: string,
  named: { uri: string; username: string },
  more: Record<string, Json> = {},
): Json {
  const mention = { type: 'Mention', href: named.uri, name: `@${named.username}` }
  return noteBy(actor, name, { tag: [mention], ...more })
}

export function createOf(note: Json): Json {
  const { id, attributedTo, published, to, cc } = note
  const object = { ...note, '@context': undefined }
  return { id: `${id}/activity`, type: 'Create', actor: attributedTo, published, to, cc, object }
}

/** @param at ms since 1970 */
export function updateOf(note: Json, at: number): Json {
  const updated = new Date(at).toISOString()
  const { id, attributedTo, to, cc } = note
  const object = { ...note, updated, '@context': undefined }
  return { id: `${id}#updates/${at}`, type: 'Update', actor: attributedTo, to, cc, object }
}

export function deleteOf(note: Json): Json {
  const { id, attributedTo } = note
  const object = { id, type: 'Tombstone' }
  return { id: `${id}#delete`, type: 'Delete', actor: attributedTo, to: [PUBLIC], object }
}

export function likeOf(actor: PeerActor, uri: string, name = '1'): Json {
  return { id: `${actor.uri}#likes/${name}`, type: 'Like', actor: actor.uri, object: uri }
}

export function announceOf(actor: PeerActor, uri: string, more: Record<string, Json> = {}): Json {
  return {
    id: `${actor.uri}/announces/${encodeURIComponent(uri)}`,
    type: 'Announce',
    actor: actor.uri,
    to: [PUBLIC],
    cc: [`${actor.uri}/followers`],
    published: new Date(Date.now() - HOUR / 2).toISOString(),
    object: uri,
    ...more,
  }
}

export function undoOf(activity: Json): Json {
  return { id: `${activity.id}/undo`, type: 'Undo', actor: activity.actor, object: activity }
}

/** A vote for an option of a poll. */
export function voteBy(actor: PeerActor, poll: { uri: string; authorUri: string }, choice: string) {
  const id = `${actor.uri}#votes/${encodeURIComponent(choice)}`
  return {
    id: `${id}/activity`,
    type: 'Create',
    actor: actor.uri,
    to: poll.authorUri,
    object: {
      id,
      type: 'Note',
      name: choice,
      attributedTo: actor.uri,
      to: poll.authorUri,
      inReplyTo: poll.uri,
    },
  }
}

/** Answers a document at its id from now on. */
export function serveAt(peer: Peer, document: Json): Json {
  const { pathname, search } = new URL(document.id)
  peer.serve(pathname + search, document)
  return document
}
