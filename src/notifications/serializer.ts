import { loadAccounts, type Rendering } from '../accounts/serializer.ts'
import type { NotificationType } from '../db/schema.ts'
import { isoTime, type JsonText, jsonObject, toJson } from '../json.ts'
import { loadReports } from '../reports/serializer.ts'
import { type Asking, loadStatuses } from '../statuses/serializer.ts'
import type { Notification } from './queries.ts'

/** Types whose entity carries the status they are about (S-137). */
const WITH_STATUS: readonly NotificationType[] = [
  'favourite',
  'reblog',
  'status',
  'mention',
  'poll',
  'update',
  'quote',
  'quoted_update',
]

/**
 * Renders notifications in their order. One whose sender is gone, or whose status the viewer may
 * not see any more, is left out.
 *
 * @see https://docs.joinmastodon.org/entities/Notification/
 */
export async function renderNotifications(
  app: Rendering,
  viewer: NonNullable<Asking>,
  rows: readonly Notification[],
): Promise<JsonText[]> {
  const accounts = await loadAccounts(
    app,
    rows.map((row) => row.from_account_id),
  )
  const statusIds = rows.map(shownStatusId).filter((id) => id !== null)
  const statuses =
    statusIds.length === 0
      ? new Map<string, JsonText>()
      : await loadStatuses(app, viewer, statusIds)
  const reports = await loadReports(
    app,
    rows.map((row) => row.report_id).filter((id) => id !== null),
  )
  return rows.flatMap((row) => {
    const account = accounts.get(row.from_account_id)
    const statusId = shownStatusId(row)
    const status = statusId === null ? undefined : statuses.get(statusId)
    const report = row.report_id === null ? undefined : reports.get(row.report_id)
    const lacksStatus = WITH_STATUS.includes(row.type) && status === undefined
    const lacksReport = row.type === 'admin.report' && report === undefined
    if (account === undefined || lacksStatus || lacksReport) return []
    return [presentNotification(row, { account, status, report })]
  })
}

function shownStatusId(row: Notification): string | null {
  return WITH_STATUS.includes(row.type) ? row.status_id : null
}

/** What a notification shows besides itself. */
interface Attached {
  account: JsonText
  status: JsonText | undefined
  report: JsonText | undefined
}

function presentNotification(row: Notification, { account, status, report }: Attached): JsonText {
  return jsonObject({
    id: toJson(row.id),
    type: toJson(row.type),
    created_at: toJson(isoTime(row.created_at)),
    group_key: toJson(row.group_key),
    account,
    status,
    report,
    filtered: row.filtered ? toJson(true) : undefined,
  })
}
