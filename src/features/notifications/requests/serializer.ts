import { isoTime, type JsonText, jsonObject, toJson } from '../../../kernel/base/json.ts'
import { loadAccounts, type Rendering } from '../../accounts/serializer.ts'
import { type Asking, loadStatuses } from '../../statuses/read/serializer.ts'
import type { Request } from './queries.ts'

/** https://docs.joinmastodon.org/entities/NotificationRequest/ */
export async function renderRequests(
  app: Rendering,
  viewer: NonNullable<Asking>,
  rows: readonly Request[],
): Promise<JsonText[]> {
  const accounts = await loadAccounts(
    app,
    rows.map((row) => row.from_account_id),
  )
  const statuses = await loadStatuses(
    app,
    viewer,
    rows.map((row) => row.last_status_id).filter((id) => id !== null),
  )
  return rows.flatMap((row) => {
    const account = accounts.get(row.from_account_id)
    if (account === undefined) return []
    const status = statuses.get(row.last_status_id ?? '') ?? toJson(null)
    return [presentRequest(row, account, status)]
  })
}

function presentRequest(row: Request, account: JsonText, status: JsonText): JsonText {
  return jsonObject({
    id: toJson(row.id),
    created_at: toJson(isoTime(row.created_at)),
    updated_at: toJson(isoTime(row.updated_at)),
    notifications_count: toJson(String(row.count)),
    account,
    last_status: status,
  })
}
