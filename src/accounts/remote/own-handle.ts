import type { App } from '../../app.ts'
import { normalizeHost } from '../handles.ts'
import { findActorRow } from './queries.ts'
import type { RemoteProfile } from './read-actor.ts'
import type { OwnHandle } from './save-actor.ts'
import { hostOf } from './save-addresses.ts'
import { askWebFinger, type Fingered } from './webfinger.ts'

interface Known {
  fingered?: Fingered
  checkHandle?: boolean
}

/**
 * The handle of an actor: the one whose domain says by WebFinger that it is the actor's, and that the
 * actor or its own server names. Either alone could be anybody's word (A57): whoever gives an actor a
 * handle that it does not know of leads there, and changes nothing. An actor of a server without
 * WebFinger goes by its name there. One that is stored and goes by the same name keeps its handle unasked.
 *
 * @returns null if its domain says that the handle is another actor's
 * @throws Unreachable
 */
export async function ownHandle(
  app: App,
  profile: RemoteProfile,
  { fingered, checkHandle = false }: Known,
): Promise<OwnHandle | null> {
  if (fingered?.actorUri === profile.uri) {
    return isClaimed(profile, fingered) ? spelled(profile, fingered) : askedHandle(app, profile)
  }
  if (!checkHandle) {
    const known = await findActorRow(app.db, profile.uri)
    if (known !== null && known.username_lower === profile.username.toLowerCase()) {
      return { username: profile.username, domain: known.domain!, verified: false }
    }
  }
  return askedHandle(app, profile)
}

/** Whether an actor says that it has a handle: its name on its own host, or the one that it states. */
function isClaimed(profile: RemoteProfile, { username, domain }: Fingered): boolean {
  if (`${username}@${domain}` === profile.handle) return true
  const host = normalizeHost(hostOf(profile.uri))
  return username === profile.username.toLowerCase() && domain === host
}

async function askedHandle(app: App, profile: RemoteProfile): Promise<OwnHandle | null> {
  const [, claimed] = profile.handle?.split('@') ?? []
  const host = normalizeHost(hostOf(profile.uri))
  if (host === null) return null
  const { protocol } = new URL(profile.uri)
  const scheme = protocol === 'http:' ? 'http:' : 'https:'
  const asked = { username: profile.username, domain: claimed ?? host }
  const found = await askWebFinger(app, asked, scheme)
  if (found === null) return { username: profile.username, domain: host, verified: false }
  return found.actorUri === profile.uri ? spelled(profile, found) : null
}

/** WebFinger's answer is held in lower case. */
function spelled(profile: RemoteProfile, { username, domain }: Fingered): OwnHandle {
  const same = username === profile.username.toLowerCase()
  return { username: same ? profile.username : username, domain, verified: true }
}
