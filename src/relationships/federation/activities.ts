import type { Document } from '../../activitypub/as2.ts'
import { activityUri } from '../../addresses.ts'

/** Federation ids of who follows or blocks, and whom. */
export interface Parties {
  actor: string
  object: string
}

/** @param uri null if whoever sent it gave it none */
export function followOf(uri: string | null, { actor, object }: Parties): Document {
  return { ...(uri === null ? {} : { id: uri }), type: 'Follow', actor, object }
}

/**
 * The answer of whoever is followed.
 * @param id of the row, so that another answer to another Follow has another id
 */
export function answerOf(
  type: 'Accept' | 'Reject',
  id: string,
  follow: { uri: string | null } & Parties,
): Document {
  const kind = type === 'Accept' ? 'accepts/follows' : 'rejects/follows'
  return {
    id: activityUri(follow.object, kind, id),
    type,
    actor: follow.object,
    to: [follow.actor],
    object: followOf(follow.uri, follow),
  }
}

export function blockOf(uri: string, { actor, object }: Parties): Document {
  return { id: uri, type: 'Block', actor, to: [object], object }
}

/** Takes an activity of ours back. */
export function undoOf(activity: Document, { actor, object }: Parties): Document {
  return { id: `${activity.id}/undo`, type: 'Undo', actor, to: [object], object: activity }
}
