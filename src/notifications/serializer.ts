import type { Rendering } from '../accounts/serializer.ts'
import { shownId } from '../ids.ts'
import { isoTime, type JsonText, jsonObject, toJson } from '../json.ts'
import type { Asking } from '../statuses/serializer.ts'
import { type Attached, attachedMembers, isWhole, loadAttached, shownStatusId } from './attached.ts'
import { fallbackFor } from './fallback.ts'
import type { Notification } from './queries.ts'

/**
 * Renders notifications in their order. One whose sender is gone, or whose status the viewer may
 * not see any more, is null.
 *
 * @param supported types that the client says it knows; the others carry a fallback (S-253)
 * @see https://docs.joinmastodon.org/entities/Notification/
 */
export async function renderNotifications(
  app: Rendering,
  viewer: NonNullable<Asking>,
  rows: readonly Notification[],
  supported?: readonly string[],
): Promise<(JsonText | null)[]> {
  const attached = await loadAttached(app, viewer, rows)
  return rows.map((row) => {
    const account = attached.accounts.get(row.from_account_id)
    if (account === undefined || !isWhole(row, attached)) return null
    const fallback = fallbackFor(app.config, { row, attached, others: 0 }, supported)
    const shown = fallback === null ? undefined : toJson(fallback)
    return presentNotification(row, account, attached, shown)
  })
}

function presentNotification(
  row: Notification,
  account: JsonText,
  attached: Attached,
  fallback: JsonText | undefined,
): JsonText {
  return jsonObject({
    id: toJson(shownId(row.id)),
    type: toJson(row.type),
    created_at: toJson(isoTime(row.created_at)),
    group_key: toJson(row.group_key),
    account,
    status: attached.statuses.get(shownStatusId(row) ?? ''),
    ...attachedMembers(row, attached),
    filtered: row.filtered ? toJson(true) : undefined,
    fallback,
  })
}
