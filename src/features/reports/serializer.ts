import { isoTime, type JsonText, jsonObject, toJson } from '../../kernel/base/json.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { loadAccounts, type Rendering } from '../accounts/serializer.ts'
import { loadReportedCollections, loadReportedIds, type Report } from './queries.ts'

/**
 * Reports by id, for their reporters and for the staff's notifications. A report whose target is
 * gone is left out.
 *
 * @see https://docs.joinmastodon.org/entities/Report/
 */
export async function loadReports(
  app: Rendering,
  ids: readonly string[],
): Promise<Map<string, JsonText>> {
  if (ids.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('report')
    .selectAll()
    .where(idIn(app.db, 'id', ids))
    .execute()
  const named = await loadReportedIds(app.db, ids)
  const collections = await loadReportedCollections(app.db, ids)
  const accounts = await loadAccounts(
    app,
    rows.map((row) => row.target_account_id),
  )
  const texts = new Map<string, JsonText>()
  for (const row of rows) {
    const target = accounts.get(row.target_account_id)
    if (target !== undefined) {
      const statusIds = named.get(row.id) ?? []
      const collectionIds = collections.get(row.id) ?? []
      texts.set(row.id, presentReport(row, { statusIds, collectionIds }, target))
    }
  }
  return texts
}

function presentReport(
  row: Report,
  { statusIds, collectionIds }: { statusIds: string[]; collectionIds: string[] },
  target: JsonText,
): JsonText {
  return jsonObject({
    id: toJson(row.id),
    action_taken: toJson(row.action_taken_at !== null),
    action_taken_at: toJson(row.action_taken_at === null ? null : isoTime(row.action_taken_at)),
    category: toJson(row.category),
    comment: toJson(row.comment),
    forwarded: toJson(row.forwarded ?? false),
    created_at: toJson(isoTime(row.created_at)),
    status_ids: toJson(statusIds),
    rule_ids: toJson(row.rule_ids),
    collection_ids: toJson(collectionIds),
    target_account: target,
  })
}
