import type { RemoteActor } from '../../../kernel/activitypub/inbox.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { resolveStatus } from './resolve.ts'

/**
 * Fetches a relayed status from its origin: the relay only proves that the status may exist (A16).
 * It appears as its author's own status, not as a reblog; replies to unknown statuses are left out,
 * and so is everything beyond the relay's budget.
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
