import type { Document } from '../../../activitypub/as2.ts'
import { PUBLIC } from '../../../activitypub/as2.ts'
import { isoTime } from '../../../json.ts'
import type { Presented } from './note.ts'

/** A status becomes known: its id with `/activity` behind it, for ever. */
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
 * A status says something else, or its poll has other figures.
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

/** What is left of a deleted status. */
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

/** Takes an activity back, for the same audience. */
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
