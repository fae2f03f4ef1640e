import { shownId } from '../../../kernel/base/ids.ts'
import { isoTime, type JsonText, jsonList, jsonObject, toJson } from '../../../kernel/base/json.ts'
import { fitting } from '../../../kernel/http/list-page.ts'
import { wordsFor } from '../../../kernel/text/catalogues.ts'
import type { Words } from '../../../kernel/text/messages.ts'
import { loadPartialAccounts } from '../../accounts/partial.ts'
import type { Rendering } from '../../accounts/serializer.ts'
import {
  type Attached,
  attachedMembers,
  isWhole,
  loadAttached,
  shownStatusId,
} from '../attachments.ts'
import { type Fallback, fallbackFor } from '../fallback.ts'
import { ungroupedKey } from '../group-key.ts'
import type { Notification } from '../queries.ts'
import type { Recipient } from '../serializer.ts'
import type { Group } from './groups.ts'

export interface GroupRendering {
  /** whether accounts besides each group's newest are rendered as partial accounts */
  partial: boolean
  supported: readonly string[] | undefined
}

/**
 * Renders groups with all entities that they reference, each account and status once. A group
 * without visible accounts, or whose status the viewer may no longer see, is left out.
 *
 * @see https://docs.joinmastodon.org/entities/GroupedNotificationsResults/
 */
export async function renderGroups(
  app: Rendering,
  viewer: Recipient,
  groups: readonly Group[],
  rendering: GroupRendering,
): Promise<JsonText> {
  const attached = await loadForGroups(app, viewer, groups, rendering)
  return presentGroups(app, groups, attached, { ...rendering, words: wordsFor(viewer.locale) })
}

/**
 * As `renderGroups` for a page, which ends earlier if its statuses are long.
 * @param upwards whether the page continues from `min_id`: then the last groups are the nearest
 */
export async function renderPageOfGroups(
  app: Rendering,
  viewer: Recipient,
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
  const words = wordsFor(viewer.locale)
  return { body: await presentGroups(app, shown, attached, { ...rendering, words }), shown }
}

function loadForGroups(
  app: Rendering,
  viewer: Recipient,
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
  { partial, supported, words }: GroupRendering & { words: Words },
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
        // the newest account that is not suspended represents the group
        const row = { ...group.row, from_account_id: group.sampleIds[0]! }
        const others = group.sampleIds.length - 1
        const fallback = fallbackFor(app.config, { row, attached, others }, supported, words)
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
    // a number, as in Mastodon (S-010)
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
