import type { Relationship, Status } from '../../shared/entities/api.ts'
import { viewer } from '../../shared/session.ts'

/**
 * An action of the person, as the server answered it; the last two are told by a composer in a window of its own.
 * @property changed names of what was done to the status
 */
type Deed =
  | { status: Status; changed?: readonly string[] }
  | { relationship: Relationship }
  | { posted: readonly Status[] }
  | { isScheduled: true }

/** of the account: what another one does in this browser is not theirs to see */
const channel = viewer === null ? null : new BroadcastChannel(`rookery-deeds-${viewer.account_id}`)

/** Tells the other tabs of the same account what was done in this one. */
export function tellTabs(deed: Deed): void {
  channel?.postMessage(deed)
}

/** Hears what was done in the other tabs. */
export function hearTabs(hear: (deed: Deed) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Deed>) => hear(data))
}
