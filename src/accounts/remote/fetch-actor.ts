import { type FetchOptions, fetchDocument } from '../../activitypub/fetch.ts'
import type { ProvedDocument } from '../../activitypub/proved.ts'
import type { App } from '../../app.ts'
import { automodRules } from '../../automod/rules.ts'
import { domainPolicy, federatesWith } from '../../instance/domain-policy.ts'
import { sameOrigin } from '../../net/origin.ts'
import type { Account } from '../queries.ts'
import { fetchNamedKeys } from './named-keys.ts'
import { ownHandle } from './own-handle.ts'
import { readActor } from './read-actor.ts'
import { saveActor } from './save-actor.ts'
import { hostOf } from './save-addresses.ts'
import type { Fingered } from './webfinger.ts'

export interface ActorFetch extends FetchOptions {
  /** what WebFinger said of the actor just now, so that it need not be asked again */
  fingered?: Fingered
  /** ask WebFinger even if the actor goes by the name that it had */
  checkHandle?: boolean
  /** see `SaveInput` */
  ignoreMove?: boolean
}

/**
 * Fetches the actor of an id at its origin and stores it.
 *
 * @returns null if there is an object that is no actor, whose handle is another's, or that a rule refuses
 * @throws NotFound as `fetchDocument` does
 * @throws Unreachable
 */
export async function fetchActor(
  app: App,
  uri: string,
  options: ActorFetch = {},
): Promise<Account | null> {
  return storeActor(app, await fetchDocument(app, uri, options), options)
}

/**
 * Stores an actor from its document, under the id that the document has.
 *
 * @returns null if it is no actor, or its handle is another's
 * @throws Unreachable
 */
export async function storeActor(
  app: App,
  document: ProvedDocument,
  options: ActorFetch = {},
): Promise<Account | null> {
  const profile = readActor(document)
  if (profile === null || sameOrigin(profile.uri, app.config.origin)) return null
  const handle = await ownHandle(app, profile, options)
  if (handle === null) return null
  const policy = await app.cached.get(domainPolicy)
  const domains = [hostOf(profile.uri), handle.domain]
  if (domains.some((domain) => !federatesWith(app.config, policy, domain))) return null
  const keys = await fetchNamedKeys(app, profile, options)
  const rules = await app.cached.get(automodRules)
  const input = { profile, handle, keys, policy, rules, ignoreMove: options.ignoreMove ?? false }
  const account = await app.transact((tx) => saveActor(tx, input))
  app.federation.keys.forget(profile.uri)
  return account
}
