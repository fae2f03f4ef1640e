import type { Document } from '../../../kernel/activitypub/as2.ts'
import { activityUri } from '../../../kernel/base/urls.ts'

/** Federation ids of the following or blocking account, and of its target. */
export interface Parties {
  actor: string
  object: string
}

/** @param uri null if the sender gave it none */
export function followOf(uri: string | null, { actor, object }: Parties): Document {
  return { ...(uri === null ? {} : { id: uri }), type: 'Follow', actor, object }
}

/**
 * The answer of the followed account.
 * @param id of the row, so that each answer to each Follow has an id of its own
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

/** The Undo of a local activity. */
export function undoOf(activity: Document, { actor, object }: Parties): Document {
  return { id: `${activity.id}/undo`, type: 'Undo', actor, to: [object], object: activity }
}
