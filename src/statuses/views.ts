import { forOnePage, type Rendering } from '../accounts/serializer.ts'
import { idIn } from '../db/id-in.ts'
import type { JsonText } from '../json.ts'
import { loadPollOfViewers } from '../polls/serializer.ts'
import { type StatusHead, selectHeads } from './heads.ts'
import { presentQuoteApproval } from './quotes/approval.ts'
import { loadFollowersAmong } from './quotes/serializer.ts'
import {
  type Extras,
  hasExtras,
  loadExtras,
  loadStatusFragments,
  presentHead,
} from './serializer.ts'
import { presentViewerFlags } from './viewer-flags.ts'
import { loadFlagsOfViewers } from './viewer-parts.ts'

const VIEWERS_AT_ONCE = 500

/** What a status looks like to some of its viewers. */
export interface View {
  text: JsonText
  viewerIds: string[]
}

/**
 * Renders one status for many viewers, once for each different view: most of them did nothing with
 * it and share one. Who may see it was decided by the caller.
 *
 * @returns nothing if the status or the original of a reblog is gone
 */
export async function renderViews(
  app: Rendering,
  status: { id: string; reblog_of_id: string | null },
  viewerIds: readonly string[],
): Promise<View[]> {
  const heads = await loadLiveHeads(app, status)
  const head = heads.get(status.id)
  const shown = heads.get(status.reblog_of_id ?? status.id)
  if (head === undefined || shown === undefined || viewerIds.length === 0) return []
  const views = new Map<string, View>()
  for (let at = 0; at < viewerIds.length; at += VIEWERS_AT_ONCE) {
    await addViews(app, { head, shown }, viewerIds.slice(at, at + VIEWERS_AT_ONCE), views)
  }
  return [...views.values()]
}

async function loadLiveHeads(
  app: Rendering,
  { id, reblog_of_id }: { id: string; reblog_of_id: string | null },
): Promise<Map<string, StatusHead>> {
  const ids = reblog_of_id === null ? [id] : [id, reblog_of_id]
  const rows = await selectHeads(app.db)
    .where(idIn(app.db, 'status.id', ids))
    .where('status.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** @param views by what tells them apart */
async function addViews(
  app: Rendering,
  { head, shown }: { head: StatusHead; shown: StatusHead },
  viewerIds: readonly string[],
  views: Map<string, View>,
): Promise<void> {
  const page = forOnePage(app)
  const originals = new Map(head === shown ? [] : [[shown.id, shown]])
  const [flagsOf, pollOf, extrasOf, followers] = await Promise.all([
    loadFlagsOfViewers(app.db, shown, viewerIds),
    shown.poll_id === null ? null : loadPollOfViewers(app, shown.poll_id, viewerIds),
    loadExtrasOfViewers(app, shown, viewerIds),
    loadFollowersAmong(app.db, shown, viewerIds),
    loadStatusFragments(page, [head, shown]),
  ])
  for (const viewerId of viewerIds) {
    const flags = flagsOf.get(viewerId) ?? 0
    const poll = pollOf?.get(viewerId)
    const extras = extrasOf.get(viewerId)
    const follows = followers.has(viewerId)
    const key = [
      presentViewerFlags(viewerId, shown, flags, false),
      presentQuoteApproval(shown, viewerId, follows),
      poll ?? '',
      extras === undefined ? '' : extras.quote + extras.reactions,
    ].join()
    const known = views.get(key)
    if (known !== undefined) {
      known.viewerIds.push(viewerId)
      continue
    }
    const text = presentHead(page, head, {
      viewerId,
      originals,
      flags: new Map([[shown.id, flags]]),
      polls: new Map(poll === undefined ? [] : [[shown.poll_id!, poll]]),
      extras: new Map(extras === undefined ? [] : [[shown.id, extras]]),
      followed: new Set(follows ? [shown.account_id] : []),
    })
    if (text) views.set(key, { text, viewerIds: [viewerId] })
  }
}

/** By viewer; most statuses have none. */
async function loadExtrasOfViewers(
  app: Rendering,
  shown: StatusHead,
  viewerIds: readonly string[],
): Promise<Map<string, Extras>> {
  const extras = new Map<string, Extras>()
  if (!hasExtras(shown)) return extras
  for (const viewerId of viewerIds) {
    const own = (await loadExtras(app, viewerId, [shown])).get(shown.id)
    if (own !== undefined) extras.set(viewerId, own)
  }
  return extras
}
