import type { JsonText } from '../../../kernel/base/json.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { forOnePage, type Rendering } from '../../accounts/serializer.ts'
import { findFilteringViewers, loadFiltersOf } from '../../filters/viewer-filters.ts'
import { loadPollOfViewers } from '../../polls/serializer.ts'
import { presentQuoteApproval } from '../quotes/approval.ts'
import { loadFollowersAmong } from '../quotes/serializer.ts'
import { lacksAttribution } from './bodies.ts'
import { type Filtering, presentFiltered } from './filtering/filtered.ts'
import {
  type Asking,
  type Extras,
  hasExtras,
  loadExtras,
  loadStatusFragments,
  presentListedStatus,
  type StatusView,
} from './serializer.ts'
import { type ListedStatus, selectListedStatuses } from './status-rows.ts'
import { presentViewerFlags } from './viewer-flags.ts'
import { loadFlagsOfViewers } from './viewer-parts.ts'

const VIEWERS_AT_ONCE = 500

/** The JSON of a status, and the viewers who see it so. */
export interface View {
  text: JsonText
  viewerIds: string[]
}

/**
 * Renders one status for many viewers, once for each different view; most viewers have no
 * interaction with the status and share one view. The caller has done the access check.
 *
 * @param by filters that apply
 * @returns an empty list if the status or the original of a reblog is gone
 */
export async function renderViews(
  app: Rendering,
  status: { id: string; reblog_of_id: string | null },
  viewerIds: readonly string[],
  by: Filtering['by'] = 'keywords and statuses',
): Promise<View[]> {
  const listed = await loadLiveStatuses(app, status)
  const row = listed.get(status.id)
  const shown = listed.get(status.reblog_of_id ?? status.id)
  if (row === undefined || shown === undefined || viewerIds.length === 0) return []
  const views = new Map<string, View>()
  for (let at = 0; at < viewerIds.length; at += VIEWERS_AT_ONCE) {
    await addViews(app, { row, shown, by }, viewerIds.slice(at, at + VIEWERS_AT_ONCE), views)
  }
  return [...views.values()]
}

async function loadLiveStatuses(
  app: Rendering,
  { id, reblog_of_id }: { id: string; reblog_of_id: string | null },
): Promise<Map<string, ListedStatus>> {
  const ids = reblog_of_id === null ? [id] : [id, reblog_of_id]
  const rows = await selectListedStatuses(app.db)
    .where(idIn(app.db, 'status.id', ids))
    .where('status.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

interface Shared {
  row: ListedStatus
  shown: ListedStatus
  by: Filtering['by']
}

/** @param views by `keyOf` */
async function addViews(
  app: Rendering,
  shared: Shared,
  viewerIds: readonly string[],
  views: Map<string, View>,
): Promise<void> {
  const page = forOnePage(app)
  const { row, shown } = shared
  const [viewOf] = await Promise.all([
    loadViewOf(app, shared, viewerIds),
    loadStatusFragments(page, [row, shown]),
  ])
  for (const viewerId of viewerIds) {
    const view = viewOf(viewerId)
    const key = keyOf(page, shared, view)
    const known = views.get(key)
    if (known !== undefined) {
      known.viewerIds.push(viewerId)
      continue
    }
    const text = presentListedStatus(page, row, view)
    if (text) views.set(key, { text, viewerIds: [viewerId] })
  }
}

/** The viewers' data, read for all viewers together. */
async function loadViewOf(
  app: Rendering,
  { row, shown, by }: Shared,
  viewerIds: readonly string[],
) {
  const originals = new Map(row === shown ? [] : [[shown.id, shown]])
  const viewers = await findFilteringViewers(app.db, viewerIds)
  const [flagsOf, pollOf, extrasOf, followers, filtersOf] = await Promise.all([
    loadFlagsOfViewers(app.db, shown, viewerIds),
    shown.poll_id === null ? null : loadPollOfViewers(app, shown.poll_id, viewerIds),
    loadExtrasOfViewers(app, shown, viewers),
    loadFollowersAmong(app.db, shown, viewerIds),
    loadFiltersOf(app, viewers),
  ])
  return (viewerId: string): StatusView & { viewerId: string } => {
    const poll = pollOf?.get(viewerId)
    const extras = extrasOf.get(viewerId)
    const filters = filtersOf.get(viewerId)
    return {
      viewerId,
      originals,
      flags: new Map([[shown.id, flagsOf.get(viewerId) ?? 0]]),
      polls: new Map(poll === undefined ? [] : [[shown.poll_id!, poll]]),
      extras: new Map(extras === undefined ? [] : [[shown.id, extras]]),
      followed: new Set(followers.has(viewerId) ? [shown.account_id] : []),
      filtering: filters === undefined ? null : { filters, by },
    }
  }
}

/** A key of everything in the JSON that differs between viewers. */
function keyOf(
  page: Rendering,
  { row, shown }: Shared,
  { viewerId, flags, polls, extras, followed, filtering }: StatusView & { viewerId: string },
): string {
  const poll = polls.get(shown.poll_id ?? '') ?? null
  const more = extras.get(shown.id)
  return [
    presentViewerFlags(viewerId, shown, flags.get(shown.id) ?? 0, false),
    presentQuoteApproval(shown, viewerId, followed.has(shown.account_id)),
    lacksAttribution(page, shown, viewerId),
    poll ?? '',
    more === undefined ? '' : more.quote + more.reactions + more.collections,
    filtering === null ? '' : presentFiltered(page, filtering, { row, shown, poll }),
  ].join()
}

/** By viewer; most statuses have no extras. */
async function loadExtrasOfViewers(
  app: Rendering,
  shown: ListedStatus,
  viewers: readonly NonNullable<Asking>[],
): Promise<Map<string, Extras>> {
  const extras = new Map<string, Extras>()
  if (!hasExtras(shown)) return extras
  for (const viewer of viewers) {
    const own = (await loadExtras(app, viewer, [shown])).get(shown.id)
    if (own !== undefined) extras.set(viewer.id, own)
  }
  return extras
}
