import { loadPartialAccounts } from '../../accounts/partial.ts'
import type { Rendering } from '../../accounts/serializer.ts'
import { fitting } from '../../http/list-page.ts'
import { shownId } from '../../ids.ts'
import { isoTime, type JsonText, jsonList, jsonObject, toJson } from '../../json.ts'
import type { Asking } from '../../statuses/serializer.ts'
import {
  type Attached,
  attachedMembers,
  isWhole,
  loadAttached,
  shownStatusId,
} from '../attached.ts'
import { type Fallback, fallbackFor } from '../fallback.ts'
import { ungroupedKey } from '../group-key.ts'
import type { Notification } from '../queries.ts'
import type { Group } from './groups.ts'

export interface GroupRendering {
  /** whether accounts besides each group's newest are shown in short */
  partial: boolean
  supported: readonly string[] | undefined
}

/**
 * Renders groups with all that they refer to, each account and status once. A group whose accounts are
 * all gone, or whose status the viewer may not see any more, is left out.
 *
 * @see https://docs.joinmastodon.org/entities/GroupedNotificationsResults/
 */
export async function renderGroups(
  app: Rendering,
  viewer: NonNullable<Asking>,
  groups: readonly Group[],
  rendering: GroupRendering,
): Promise<JsonText> {
  const attached = await loadForGroups(app, viewer, groups, rendering)
  return presentGroups(app, groups, attached, rendering)
}

/**
 * The same for a page, which ends earlier where its statuses are long.
 * @param upwards whether it goes on from `min_id`: then the last groups are the nearest
 */
export async function renderPageOfGroups(
  app: Rendering,
  viewer: NonNullable<Asking>,
  groups: readonly Group[],
  { upwards, ...rendering }: GroupRendering & { upwards: boolean },
): Promise<{ body: JsonText; shown: readonly Group[] }> {
  const attached = await loadForGroups(app, viewer, groups, rendering)
  const nearest = upwards ? groups.toReversed() : groups
  const met = new Set<string | null>()
  const count = fitting(
    nearest.map(({ row }) => {
      const id = shownStatusId(row)
      const text = met.has(id) ? undefined : attached.statuses.get(id ?? '')
      met.add(id)
      return text ?? null
    }),
  )
  const shown = upwards ? groups.slice(groups.length - count) : groups.slice(0, count)
  return { body: await presentGroups(app, shown, attached, rendering), shown }
}

function loadForGroups(
  app: Rendering,
  viewer: NonNullable<Asking>,
  groups: readonly Group[],
  { partial }: GroupRendering,
): Promise<Attached> {
  const rows = groups.map(({ row }) => row)
  return loadAttached(app, viewer, rows, shownInFull(groups, partial))
}

async function presentGroups(
  app: Rendering,
  groups: readonly Group[],
  attached: Attached,
  { partial, supported }: GroupRendering,
): Promise<JsonText> {
  const shown = groups.filter(
    ({ row, sampleIds }) => attached.accounts.has(sampleIds[0] ?? '') && isWhole(row, attached),
  )
  const fullIds = shownInFull(shown, partial)
  const statusIds = new Set(shown.map(({ row }) => shownStatusId(row)))
  return jsonObject({
    accounts: jsonList(fullIds.map((id) => attached.accounts.get(id)).filter(isText)),
    partial_accounts: partial ? toJson(await loadPartly(app, shown, fullIds)) : undefined,
    statuses: jsonList([...statusIds].map((id) => attached.statuses.get(id ?? '')).filter(isText)),
    notification_groups: jsonList(
      shown.map((group) => {
        // the newest that may be met stands for the group
        const row = { ...group.row, from_account_id: group.sampleIds[0]! }
        const others = group.sampleIds.length - 1
        const fallback = fallbackFor(app.config, { row, attached, others }, supported)
        return presentGroup(group, attached, fallback)
      }),
    ),
  })
}

function shownInFull(groups: readonly Group[], partial: boolean): string[] {
  const ids = groups.flatMap(({ sampleIds }) => (partial ? sampleIds.slice(0, 1) : sampleIds))
  return [...new Set(ids)]
}

function loadPartly(app: Rendering, groups: readonly Group[], fullIds: readonly string[]) {
  const ids = new Set(groups.flatMap(({ sampleIds }) => sampleIds))
  for (const id of fullIds) ids.delete(id)
  return loadPartialAccounts(app, [...ids])
}

function isText(text: JsonText | undefined): text is JsonText {
  return text !== undefined
}

function presentGroup(group: Group, attached: Attached, fallback: Fallback | null): JsonText {
  const { row, page } = group
  const statusId = shownStatusId(row)
  return jsonObject({
    group_key: toJson(keyOf(group)),
    notifications_count: toJson(group.count),
    type: toJson(row.type),
    // a number, as on Mastodon (S-010)
    most_recent_notification_id: shownId(group.mostRecentId) as JsonText,
    page_min_id: page === null ? undefined : toJson(shownId(page.minId)),
    page_max_id: page === null ? undefined : toJson(shownId(row.id)),
    latest_page_notification_at: page === null ? undefined : toJson(isoTime(row.created_at)),
    sample_account_ids: toJson(group.sampleIds),
    status_id: statusId === null ? undefined : toJson(statusId),
    ...attachedMembers(row, attached),
    fallback: fallback === null ? undefined : toJson(fallback),
  })
}

function keyOf({ row, isGroup }: { row: Notification; isGroup: boolean }): string {
  return isGroup ? row.group_key : ungroupedKey(row.id)
}
