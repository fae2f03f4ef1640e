import { isoTime, type JsonText, jsonObject, toJson } from '../../kernel/base/json.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { loadAccounts, type Rendering } from '../accounts/serializer.ts'
import { type Appeal, loadAppealsOf, presentAppeal } from './appeals.ts'
import type { WarningAction } from './tables.ts'

/** A staff decision about an account. */
export interface NewWarning {
  targetId: string
  action: WarningAction
  text: string
  /** the deciding staff member; null: the operator */
  staffId: string | null
  /** the report that led to it; null: none */
  reportId: string | null
  statusIds: readonly string[]
}

/** Stores a staff decision; the caller applies its effects. @returns its id */
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
 * Warnings by id, for the warned accounts: without the deciding staff member.
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
  const statusIds = await loadNamedStatuses(app.db, ids)
  const appeals = await loadAppealsOf(app.db, ids)
  const targetIds = rows.map((row) => row.target_account_id)
  const accounts = await loadAccounts(app, targetIds)
  const texts = new Map<string, JsonText>()
  for (const row of rows) {
    const target = accounts.get(row.target_account_id)
    if (target === undefined) continue
    const shown = { statusIds: statusIds.get(row.id) ?? null, appeal: appeals.get(row.id), target }
    texts.set(row.id, presentWarning(row, shown))
  }
  return texts
}

/** Ids of each warning's statuses, in order; warnings without statuses are absent. */
export async function loadNamedStatuses(
  db: Db,
  warningIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('account_warning_status')
    .selectAll()
    .where(idIn(db, 'warning_id', warningIds))
    .orderBy('status_id')
    .execute()
  const named = Map.groupBy(rows, (row) => row.warning_id)
  return new Map([...named].map(([id, list]) => [id, list.map((row) => row.status_id)]))
}

interface Shown {
  statusIds: readonly string[] | null
  appeal: Appeal | undefined
  target: JsonText
}

function presentWarning(
  row: { id: string; action: WarningAction; text: string; created_at: number },
  { statusIds, appeal, target }: Shown,
): JsonText {
  return jsonObject({
    id: toJson(row.id),
    action: toJson(row.action),
    text: toJson(row.text),
    status_ids: toJson(statusIds),
    created_at: toJson(isoTime(row.created_at)),
    target_account: target,
    appeal: toJson(presentAppeal(appeal)),
  })
}
