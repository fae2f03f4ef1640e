import type { App } from '../app.ts'
import type { Document } from './as2.ts'
import type { ProvedId } from './proved.ts'

/** Who sent an activity: known here, verified by its signature. */
export interface RemoteActor {
  /** of its account row */
  id: string
  uri: ProvedId
  /** of its handle, as `account.domain` */
  domain: string
}

/** An activity whose sender is certain and whose id is on the sender's origin. */
export interface Activity {
  /** null where there is none: some senders leave it out of Likes and Undos */
  id: string | null
  type: string
  /** id of the actor: the sender */
  actor: ProvedId
  /** as it came: an id, an embedded object, or many */
  object: unknown
  target: unknown
  document: Document
}

export interface Received {
  activity: Activity
  actor: RemoteActor
}

/**
 * Handles an activity of a type, if it is about what the slice owns.
 *
 * It may run twice, and in any order with others. An object that is embedded counts only if it is
 * the sender's own (same origin); otherwise it is fetched at its origin.
 *
 * @returns whether it was this slice's; if not, the next one is asked
 * @throws Unreachable if something that is needed cannot be fetched now: it is tried again later.
 *   Other errors of `errors.ts` drop the activity.
 */
export type InboxHandler = (app: App, received: Received) => Promise<boolean>

/**
 * By the activity's type. `Undo.Follow`, `Accept.Follow` and the like are asked by the type alone.
 *
 * `Refetch` is no activity: somebody passed on what another actor said of an object. Nothing of that
 * is believed; `object` is the id to be looked up at its origin, `actor` who passed it on, and
 * `document.about` the type of what was said: Create, Update, Delete or Announce.
 */
export type InboxHandlers = { readonly [type: string]: InboxHandler }

export const REFETCH = 'Refetch'
