import { isoTime, type JsonText, jsonList, jsonObject, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { loadAccounts } from '../../accounts/serializer.ts'
import type { AuditRow } from './entries.ts'

/** Entries of the audit log for the staff; `account` is null for the operator. */
export async function renderEntries(app: App, rows: readonly AuditRow[]): Promise<JsonText> {
  const accounts = await loadAccounts(
    app,
    rows.flatMap(({ account_id }) => account_id ?? []),
  )
  return jsonList(
    rows.map((row) =>
      jsonObject({
        id: toJson(row.id),
        account: accounts.get(row.account_id ?? '') ?? toJson(null),
        action: toJson(row.action),
        target: toJson({ type: row.target_type, id: row.target_id, label: row.label }),
        details: toJson(row.details),
        created_at: toJson(isoTime(row.created_at)),
      }),
    ),
  )
}
