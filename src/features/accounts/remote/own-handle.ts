import type { FetchOptions } from '../../../kernel/activitypub/fetch.ts'
import type { App } from '../../../kernel/core/app.ts'
import { normalizeHost } from '../handles.ts'
import { findActorRow } from './queries.ts'
import type { RemoteProfile } from './read-actor.ts'
import type { OwnHandle } from './save-actor.ts'
import { hostOf } from './save-addresses.ts'
import { askWebFinger, type Fingered } from './webfinger.ts'

interface Known extends Pick<FetchOptions, 'spends'> {
  fingered?: Fingered
  checkHandle?: boolean
}

/**
 * The handle of an actor. Both sides must confirm it (A57): the handle's domain by WebFinger, and
 * the actor or its own server by naming it. A handle that only its domain gives to an actor leads
 * to the actor and changes nothing. An actor of a server without WebFinger has its name there. A
 * stored actor with the same name keeps its handle without a request.
 *
 * @returns null if the domain gives the handle to another actor
 * @throws Unreachable
 */
export async function ownHandle(
  app: App,
  profile: RemoteProfile,
  { fingered, checkHandle = false, ...options }: Known,
): Promise<OwnHandle | null> {
  if (fingered?.actorUri === profile.uri) {
    return isClaimed(profile, fingered)
      ? spelled(profile, fingered)
      : askedHandle(app, profile, options)
  }
  if (!checkHandle) {
    const known = await findActorRow(app.db, profile.uri)
    if (known !== null && known.username_lower === profile.username.toLowerCase()) {
      return { username: profile.username, domain: known.domain!, verified: false }
    }
  }
  return askedHandle(app, profile, options)
}

/** Whether an actor claims a handle: its name on its own host, or the handle that it states. */
function isClaimed(profile: RemoteProfile, { username, domain }: Fingered): boolean {
  if (`${username}@${domain}` === profile.handle) return true
  const host = normalizeHost(hostOf(profile.uri))
  return username === profile.username.toLowerCase() && domain === host
}

async function askedHandle(
  app: App,
  profile: RemoteProfile,
  { spends = app.federation.fetches }: Pick<FetchOptions, 'spends'>,
): Promise<OwnHandle | null> {
  const [, claimed] = profile.handle?.split('@') ?? []
  const host = normalizeHost(hostOf(profile.uri))
  if (host === null) return null
  const { protocol } = new URL(profile.uri)
  const scheme = protocol === 'http:' ? 'http:' : 'https:'
  const asked = { username: profile.username, domain: claimed ?? host }
  const found = await askWebFinger(app, asked, { scheme, spends })
  if (found === null) return { username: profile.username, domain: host, verified: false }
  return found.actorUri === profile.uri ? spelled(profile, found) : null
}

/** `Fingered` is in lower case; restores the actor's spelling. */
function spelled(profile: RemoteProfile, { username, domain }: Fingered): OwnHandle {
  const same = username === profile.username.toLowerCase()
  return { username: same ? profile.username : username, domain, verified: true }
}
