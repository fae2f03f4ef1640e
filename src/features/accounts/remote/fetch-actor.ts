import { type FetchOptions, fetchDocument } from '../../../kernel/activitypub/fetch.ts'
import type { ProvedDocument } from '../../../kernel/activitypub/proved-document.ts'
import type { App } from '../../../kernel/core/app.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { automodRules } from '../../automod/rules.ts'
import { domainPolicy, federatesWith } from '../../instance/domain-policy.ts'
import type { Account } from '../queries.ts'
import { fetchNamedKeys } from './named-keys.ts'
import { ownHandle } from './own-handle.ts'
import { readActor } from './read-actor.ts'
import { saveActor } from './save-actor.ts'
import { hostOf } from './save-addresses.ts'
import type { Fingered } from './webfinger.ts'

export interface ActorFetch extends FetchOptions {
  /** a fresh WebFinger answer about the actor, so that no further request is needed */
  fingered?: Fingered
  /** request WebFinger even if the actor's name has not changed */
  checkHandle?: boolean
  /** see `SaveInput` */
  ignoreMove?: boolean
}

/**
 * Fetches the actor of an id at its origin and stores it.
 *
 * @returns null if the object is no actor, its handle belongs to another actor, or a rule rejects
 * it
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
 * @returns null if it is no actor, or its handle belongs to another actor
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
