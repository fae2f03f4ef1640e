import { shownId } from '../../kernel/base/ids.ts'
import { isoTime, type JsonText, jsonObject, toJson } from '../../kernel/base/json.ts'
import { wordsFor } from '../../kernel/text/catalogues.ts'
import type { Rendering } from '../accounts/serializer.ts'
import type { Asking } from '../statuses/read/serializer.ts'
import {
  type Attached,
  attachedMembers,
  isWhole,
  loadAttached,
  shownStatusId,
} from './attachments.ts'
import { fallbackFor } from './fallback.ts'
import type { Notification } from './queries.ts'

/** @property locale language of the fallbacks' texts; default English */
export type Recipient = NonNullable<Asking> & { locale?: string }

/**
 * Renders notifications in their order. A notification without a sender, or whose status the viewer
 * may no longer see, is null.
 *
 * @param supported types that the client knows; others get a fallback (S-253)
 * @see https://docs.joinmastodon.org/entities/Notification/
 */
export async function renderNotifications(
  app: Rendering,
  viewer: Recipient,
  rows: readonly Notification[],
  supported?: readonly string[],
): Promise<(JsonText | null)[]> {
  const attached = await loadAttached(app, viewer, rows)
  const words = wordsFor(viewer.locale)
  return rows.map((row) => {
    const account = attached.accounts.get(row.from_account_id)
    if (account === undefined || !isWhole(row, attached)) return null
    const fallback = fallbackFor(app.config, { row, attached, others: 0 }, supported, words)
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
