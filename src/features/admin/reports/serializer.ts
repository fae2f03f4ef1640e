import { isoTime, type JsonText, jsonList, jsonObject, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Rendering } from '../../accounts/serializer.ts'
import { loadShownCollections, presentCollection } from '../../collections/serializer.ts'
import { loadReportedCollections, loadReportedIds, type Report } from '../../reports/queries.ts'
import { type Asking, loadStatusesForStaff } from '../../statuses/read/serializer.ts'
import { loadAdminAccounts } from '../accounts/serializer.ts'
import { withHiddenFiles } from './hidden-files.ts'
import { deletedAmong, loadRules } from './queries.ts'

/**
 * Reports for the staff in the order of their rows: with statuses whatever their visibility,
 * including deleted ones (S-152), and with rules that are no longer in force. The number of queries
 * does not depend on the number of reports.
 *
 * @see https://docs.joinmastodon.org/entities/Admin_Report/ ; `collections` and
 * `deleted_status_ids` are ours
 */
export async function renderReports(
  app: Rendering & Pick<App, 'keys'>,
  asking: Asking,
  rows: readonly Report[],
): Promise<JsonText[]> {
  const ids = rows.map(({ id }) => id)
  const [statusIds, collectionIds] = await Promise.all([
    loadReportedIds(app.db, ids),
    loadReportedCollections(app.db, ids),
  ])
  const reported = [...statusIds.values()].flat()
  // first: these accounts wrote the reported statuses, so their fragments are then cached
  const accounts = await loadAdminAccounts(app, rows.flatMap(peopleOf))
  const [statuses, deleted, collections, rules] = await Promise.all([
    loadStatusesForStaff(app, asking, reported),
    deletedAmong(app.db, reported),
    loadCollections(app, [...collectionIds.values()].flat()),
    loadRules(
      app.db,
      rows.flatMap(({ rule_ids }) => rule_ids),
    ),
  ])
  // the receiver of a webhook is no staff member
  if (asking !== null) {
    for (const [id, text] of statuses) statuses.set(id, withHiddenFiles(app, text))
  }
  return rows.map((row) =>
    presentReport(row, {
      account: (id) => (id === null ? undefined : accounts.get(id)) ?? toJson(null),
      statuses: textsOf(statuses, statusIds.get(row.id)),
      deleted: toJson((statusIds.get(row.id) ?? []).filter((id) => deleted.has(id))),
      collections: textsOf(collections, collectionIds.get(row.id)),
      rules: toJson(rules.filter(({ id }) => row.rule_ids.includes(id))),
    }),
  )
}

export async function renderReport(
  app: Rendering & Pick<App, 'keys'>,
  asking: Asking,
  row: Report,
): Promise<JsonText> {
  const [text] = await renderReports(app, asking, [row])
  return text!
}

function peopleOf(row: Report): string[] {
  const { account_id, target_account_id, assigned_account_id, action_taken_by_account_id } = row
  const people = [account_id, target_account_id, assigned_account_id, action_taken_by_account_id]
  return people.filter((id) => id !== null)
}

/** Without a viewer: the blocks of a collection's owner do not apply to the staff. */
async function loadCollections(app: Rendering, ids: readonly string[]) {
  const shown = await loadShownCollections(app.db, null, ids)
  return new Map([...shown].map(([id, one]) => [id, presentCollection(app, one)]))
}

function textsOf(texts: ReadonlyMap<string, JsonText>, ids: readonly string[] = []): JsonText {
  return jsonList(ids.map((id) => texts.get(id)).filter((text) => text !== undefined))
}

interface Parts {
  account: (id: string | null) => JsonText
  statuses: JsonText
  /** ids of the deleted ones */
  deleted: JsonText
  collections: JsonText
  rules: JsonText
}

function presentReport(row: Report, { account, ...parts }: Parts): JsonText {
  return jsonObject({
    id: toJson(row.id),
    action_taken: toJson(row.action_taken_at !== null),
    action_taken_at: toJson(row.action_taken_at === null ? null : isoTime(row.action_taken_at)),
    category: toJson(row.category),
    comment: toJson(row.comment),
    forwarded: toJson(row.forwarded ?? false),
    created_at: toJson(isoTime(row.created_at)),
    updated_at: toJson(isoTime(row.updated_at)),
    account: account(row.account_id),
    target_account: account(row.target_account_id),
    assigned_account: account(row.assigned_account_id),
    action_taken_by_account: account(row.action_taken_by_account_id),
    statuses: parts.statuses,
    deleted_status_ids: parts.deleted,
    collections: parts.collections,
    rules: parts.rules,
  })
}
