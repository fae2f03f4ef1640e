import { isoTime, type JsonText, jsonList, jsonObject, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { Visibility } from '../../../kernel/db/schema.ts'
import { loadAccounts } from '../../accounts/serializer.ts'
import type { HeldItem } from '../../automod/held.ts'
import type { RuleRow } from '../../automod/rules.ts'
import { renderListedStatuses } from '../../statuses/read/serializer.ts'
import { selectListedStatuses } from '../../statuses/read/status-rows.ts'
import { countMatches, type MatchRow } from './queries.ts'

const NULL = toJson(null)

export async function renderRules(app: App, rows: readonly RuleRow[]): Promise<JsonText[]> {
  const ids = rows.map(({ id }) => id)
  const figures = await countMatches(app.slowDb, ids, app.clock())
  return rows.map((row) => {
    const known = figures.get(row.id)
    return toJson({
      id: row.id,
      name: row.name,
      enabled: row.enabled,
      mode: row.mode,
      applies_to: row.applies_to,
      origin: row.origin,
      match: row.match,
      conditions: row.conditions.map(({ field, operator, value }) => ({ field, operator, value })),
      action: row.action,
      priority: row.priority,
      matches_count: known?.count ?? 0,
      last_matched_at: known === undefined ? null : isoTime(known.lastAt),
      created_at: isoTime(row.created_at),
      updated_at: isoTime(row.updated_at),
    })
  })
}

export async function renderMatches(app: App, rows: readonly MatchRow[]): Promise<JsonText> {
  const accounts = await loadAccounts(
    app,
    rows.flatMap(({ account_id }) => account_id ?? []),
  )
  return jsonList(
    rows.map((row) =>
      jsonObject({
        id: toJson(row.id),
        rule: toJson({ id: row.rule_id, name: row.rule_name }),
        mode: toJson(row.mode),
        action: toJson(row.action),
        account: accounts.get(row.account_id ?? '') ?? NULL,
        label: toJson(row.label),
        status_id: toJson(row.status_id),
        explanation: toJson(row.explanation),
        created_at: toJson(isoTime(row.created_at)),
      }),
    ),
  )
}

export async function renderHeld(app: App, rows: readonly HeldItem[]): Promise<JsonText> {
  const accounts = await loadAccounts(
    app,
    rows.map(({ account_id }) => account_id),
  )
  const statuses = await loadForStaff(
    app,
    rows.flatMap(({ status_id }) => status_id ?? []),
  )
  return jsonList(
    rows.map((row) => {
      const status = statuses.get(row.status_id ?? '')
      return jsonObject({
        id: toJson(row.id),
        kind: toJson(row.kind),
        rule: toJson({ id: row.rule_id, name: row.rule_name }),
        account: accounts.get(row.account_id) ?? NULL,
        ...(status === undefined ? {} : { status }),
        ...(row.kind === 'status' ? { visibility: toJson(visibilityOf(row)) } : {}),
        text: toJson(row.text),
        explanation: toJson(row.explanation),
        created_at: toJson(isoTime(row.created_at)),
      })
    }),
  )
}

/** The visibility after approval: meanwhile its author sees a direct post without recipients. */
function visibilityOf({ input }: HeldItem): Visibility {
  return (input as { visibility: Visibility }).visibility
}

/**
 * Statuses without an access check: staff members do not follow all authors whose posts they
 * review.
 */
export async function loadForStaff(
  app: App,
  ids: readonly string[],
): Promise<Map<string, JsonText>> {
  if (ids.length === 0) return new Map()
  const listed = await selectListedStatuses(app.db)
    .where(idIn(app.db, 'status.id', ids))
    .where('status.deleted_at', 'is', null)
    .execute()
  const texts = await renderListedStatuses(app, null, listed)
  return new Map(texts.map((text) => [(JSON.parse(text) as { id: string }).id, text]))
}
