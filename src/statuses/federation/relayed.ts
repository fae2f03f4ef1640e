import type { RemoteActor } from '../../activitypub/inbox.ts'
import type { App } from '../../app.ts'
import { NotFound } from '../../errors.ts'
import { resolveStatus } from './resolve.ts'

/**
 * Takes what a relay passes on, from its origin: the relay's word counts for nothing but that there is
 * something (A16). It is shown as its author's own, not as a boost; replies whose beginning is not known
 * stay away. What a relay brings beyond its budget is left out.
 *
 * @throws Unreachable if the origin does not answer now
 */
export async function takeRelayed(app: App, relay: RemoteActor, uri: string): Promise<void> {
  if (!app.federation.relayed.spend(new URL(relay.uri).hostname)) return
  try {
    await resolveStatus(app, uri, { news: true, orphans: false })
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
  }
}
