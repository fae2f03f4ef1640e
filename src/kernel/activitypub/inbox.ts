import type { App } from '../core/app.ts'
import type { Document } from './as2.ts'
import type { ProvedId } from './proved-document.ts'

/** The sender of an activity: stored here and verified by its signature. */
export interface RemoteActor {
  /** of its account row */
  id: string
  uri: ProvedId
  /** of its handle, as `account.domain` */
  domain: string
}

/** An activity with a verified sender, whose id is on the sender's origin. */
export interface Activity {
  /** null if missing: some senders leave it out of Likes and Undos */
  id: string | null
  type: string
  /** id of the actor: the sender */
  actor: ProvedId
  /** unchanged: an id, an embedded object, or a list */
  object: unknown
  target: unknown
  document: Document
}

export interface Received {
  activity: Activity
  actor: RemoteActor
}

/**
 * Handles an activity of one type, if it concerns an object of the feature.
 *
 * It may run twice, and in any order with others. An embedded object counts only if it is on the sender's
 * origin; otherwise the handler fetches it at its own origin.
 *
 * @returns whether the feature handled it; if not, the next handler is called
 * @throws Unreachable if a needed document cannot be fetched now: the activity is retried later.
 * Other errors of `errors.ts` drop the activity.
 */
export type InboxHandler = (app: App, received: Received) => Promise<boolean>

/**
 * Handlers by activity type. `Undo`, `Accept` and the like are keyed by their own type alone.
 *
 * `Refetch` is no activity: an actor forwarded another actor's activity about an object. The forwarded
 * activity is not trusted; `object` is the id to fetch at its origin, `actor` the forwarder, and
 * `document.about` the forwarded type: Create, Update, Delete or Announce.
 */
export type InboxHandlers = { readonly [type: string]: InboxHandler }

export const REFETCH = 'Refetch'
