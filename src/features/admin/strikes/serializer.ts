import { isoTime, type JsonText, jsonObject, toJson } from '../../../kernel/base/json.ts'
import { loadAccounts, type Rendering } from '../../accounts/serializer.ts'
import { type Appeal, loadAppealsOf, presentAppeal } from '../../reports/appeals.ts'
import { loadNamedStatuses } from '../../reports/warnings.ts'
import { type Strike, strikesByIds } from './strikes.ts'

const NOBODY = toJson(null)

/** Decisions for the staff, in their order, each with its account. */
export async function renderStrikes(app: Rendering, rows: readonly Strike[]): Promise<JsonText[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const accounts = await loadAccounts(
    app,
    rows.flatMap((row) => [row.target_account_id, row.account_id ?? []].flat()),
  )
  const statusIds = await loadNamedStatuses(app.db, ids)
  const appeals = await loadAppealsOf(app.db, ids)
  return rows.map((row) =>
    jsonObject({
      id: toJson(row.id),
      action: toJson(row.action),
      text: toJson(row.text),
      created_at: toJson(isoTime(row.created_at)),
      account: accounts.get(row.account_id ?? '') ?? NOBODY,
      target_account: accounts.get(row.target_account_id),
      report_id: toJson(row.report_id),
      status_ids: toJson(statusIds.get(row.id) ?? null),
      overruled_at: toJson(row.overruled_at === null ? null : isoTime(row.overruled_at)),
      appeal: toJson(presentAppeal(appeals.get(row.id))),
    }),
  )
}

/** Appeals for the staff, in their order, each with the appealed decision. */
export async function renderAppeals(app: Rendering, rows: readonly Appeal[]): Promise<JsonText[]> {
  if (rows.length === 0) return []
  const strikes = await strikesByIds(
    app.db,
    rows.map((row) => row.warning_id),
  )
  const rendered = await renderStrikes(app, strikes)
  const strikeById = new Map(strikes.map((row, at) => [row.id, { row, text: rendered[at]! }]))
  const accounts = await loadAccounts(
    app,
    [
      ...rows.map((row) => row.decided_by_id),
      ...strikes.map((row) => row.target_account_id),
    ].filter((id) => id !== null),
  )
  return rows.flatMap((row) => {
    const strike = strikeById.get(row.warning_id)
    if (strike === undefined) return []
    return jsonObject({
      id: toJson(row.id),
      text: toJson(row.text),
      state: toJson(row.state),
      created_at: toJson(isoTime(row.created_at)),
      account: accounts.get(strike.row.target_account_id),
      decided_by: accounts.get(row.decided_by_id ?? '') ?? NOBODY,
      decided_at: toJson(row.decided_at === null ? null : isoTime(row.decided_at)),
      strike: strike.text,
    })
  })
}
