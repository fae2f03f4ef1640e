import { loadAccounts, type Rendering } from '../accounts/serializer.ts'
import { idIn } from '../db/id-in.ts'
import type { WarningAction } from '../db/schema.ts'
import { isoTime, type JsonText, jsonObject, toJson } from '../json.ts'
import type { Tx } from '../transact.ts'

/** What the staff decided about an account. */
export interface NewWarning {
  targetId: string
  action: WarningAction
  text: string
  /** whose decision it is; null: the operator's */
  staffId: string | null
  /** what it answers; null: nothing that was reported */
  reportId: string | null
  statusIds: readonly string[]
}

/** Keeps a decision of the staff; what it does is the caller's. @returns its id */
export async function insertWarning(tx: Tx, warning: NewWarning): Promise<string> {
  const id = tx.newId()
  const { action, text } = warning
  await tx.db
    .insertInto('account_warning')
    .values({
      id,
      action,
      text,
      account_id: warning.staffId,
      target_account_id: warning.targetId,
      report_id: warning.reportId,
      created_at: tx.now,
    })
    .execute()
  if (warning.statusIds.length > 0) {
    await tx.db
      .insertInto('account_warning_status')
      .values(warning.statusIds.map((status_id) => ({ warning_id: id, status_id })))
      .execute()
  }
  return id
}

/**
 * Warnings by id, as those whom they are about see them: not whose decision it was.
 * @see https://docs.joinmastodon.org/entities/AccountWarning/
 */
export async function loadWarnings(
  app: Rendering,
  ids: readonly string[],
): Promise<Map<string, JsonText>> {
  if (ids.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('account_warning')
    .selectAll()
    .where(idIn(app.db, 'id', ids))
    .execute()
  const named = await app.db
    .selectFrom('account_warning_status')
    .selectAll()
    .where(idIn(app.db, 'warning_id', ids))
    .orderBy('status_id')
    .execute()
  const statusIds = Map.groupBy(named, (row) => row.warning_id)
  const targetIds = rows.map((row) => row.target_account_id)
  const accounts = await loadAccounts(app, targetIds)
  const texts = new Map<string, JsonText>()
  for (const row of rows) {
    const target = accounts.get(row.target_account_id)
    if (target === undefined) continue
    const statuses = statusIds.get(row.id)?.map(({ status_id }) => status_id) ?? null
    texts.set(row.id, presentWarning(row, statuses, target))
  }
  return texts
}

function presentWarning(
  row: { id: string; action: WarningAction; text: string; created_at: number },
  statusIds: readonly string[] | null,
  target: JsonText,
): JsonText {
  return jsonObject({
    id: toJson(row.id),
    action: toJson(row.action),
    text: toJson(row.text),
    status_ids: toJson(statusIds),
    created_at: toJson(isoTime(row.created_at)),
    target_account: target,
    appeal: toJson(null),
  })
}
