import type { Document } from '../../../../kernel/activitypub/as2.ts'
import { PUBLIC } from '../../../../kernel/activitypub/as2.ts'
import { isoTime } from '../../../../kernel/base/json.ts'
import type { Presented } from './note.ts'

/** The Create of a status; its id is always that of the note plus `/activity`. */
export function createOf({ note, actorUri, createdAt, to, cc }: Presented): Document {
  return {
    id: `${note.id}/activity`,
    type: 'Create',
    actor: actorUri,
    published: isoTime(createdAt),
    to,
    cc,
    object: note,
  }
}

/**
 * The Update of a status, or of the votes of its poll.
 * @param at ms since 1970: another time is another activity
 */
export function updateOf({ note, actorUri, to, cc }: Presented, at: number): Document {
  return {
    id: `${note.id}#updates/${at}`,
    type: 'Update',
    actor: actorUri,
    published: isoTime(at),
    to,
    cc,
    object: note,
  }
}

/** The remains of a deleted status. */
export function tombstoneOf(uri: string): Document {
  return { id: uri, type: 'Tombstone' }
}

export function deleteOf(uri: string, actorUri: string): Document {
  return {
    id: `${uri}#delete`,
    type: 'Delete',
    actor: actorUri,
    to: [PUBLIC],
    object: tombstoneOf(uri),
  }
}

/** The Undo of an activity, for the same audience. */
export function undoOf(activity: Document): Document {
  const { id, actor, to, cc } = activity
  return {
    id: `${id}/undo`,
    type: 'Undo',
    actor,
    ...(to === undefined ? {} : { to }),
    ...(cc === undefined ? {} : { cc }),
    object: activity,
  }
}
