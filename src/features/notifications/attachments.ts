import { type JsonText, toJson } from '../../kernel/base/json.ts'
import { loadAccounts, type Rendering } from '../accounts/serializer.ts'
import { loadCollections } from '../collections/serializer.ts'
import { loadSeverances, type SeveranceEntity } from '../relationships/severance-entity.ts'
import { loadReports } from '../reports/serializer.ts'
import { loadWarnings } from '../reports/warnings.ts'
import { loadReactionsGiven, type ReactionGiven } from '../statuses/reactions/serializer.ts'
import { type Asking, loadStatuses } from '../statuses/read/serializer.ts'
import type { Notification } from './queries.ts'
import { stillForStaff } from './staff-access.ts'
import { WITH_STATUS } from './types.ts'

/** The entities that notifications show, by the ids in their rows. */
export interface Attached {
  accounts: Map<string, JsonText>
  statuses: Map<string, JsonText>
  reports: Map<string, JsonText>
  severances: Map<string, SeveranceEntity>
  warnings: Map<string, JsonText>
  reactions: Map<string, ReactionGiven>
  collections: Map<string, JsonText>
}

type Reference = 'account_severance_id' | 'warning_id' | 'reaction_id' | 'collection_id'

/**
 * Loads the entities of notifications, with one query per kind.
 * @param accountIds accounts to load; by default all senders
 */
export async function loadAttached(
  app: Rendering,
  viewer: NonNullable<Asking>,
  rows: readonly Notification[],
  accountIds: readonly string[] = rows.map((row) => row.from_account_id),
): Promise<Attached> {
  const idsIn = (column: Reference) => rows.map((row) => row[column]).filter((id) => id !== null)
  const statusIds = rows.map(shownStatusId).filter((id) => id !== null)
  const accounts = await loadAccounts(app, accountIds)
  const reportIds = (await stillForStaff(app, viewer.id, rows)).flatMap(
    (row) => row.report_id ?? [],
  )
  return {
    accounts,
    statuses: statusIds.length === 0 ? new Map() : await loadStatuses(app, viewer, statusIds),
    reports: await loadReports(app, reportIds),
    severances: await loadSeverances(app.db, idsIn('account_severance_id')),
    warnings: await loadWarnings(app, idsIn('warning_id')),
    reactions: await loadReactionsGiven(app, idsIn('reaction_id')),
    collections: await loadCollections(app, viewer.id, idsIn('collection_id')),
  }
}

export function shownStatusId(row: Notification): string | null {
  return WITH_STATUS.includes(row.type) ? row.status_id : null
}

/** Whether the entities of the notification exist and the viewer may see them. */
export function isWhole(row: Notification, attached: Attached): boolean {
  const statusId = shownStatusId(row)
  if (WITH_STATUS.includes(row.type) && !attached.statuses.has(statusId ?? '')) return false
  switch (row.type) {
    case 'admin.report':
      return attached.reports.has(row.report_id ?? '')
    case 'severed_relationships':
      return attached.severances.has(row.account_severance_id ?? '')
    case 'moderation_warning':
      return attached.warnings.has(row.warning_id ?? '')
    case 'added_to_collection':
    case 'collection_update':
      return attached.collections.has(row.collection_id ?? '')
    default:
      return true
  }
}

/** The members besides account and status that notifications and groups share. */
export function attachedMembers(
  row: Notification,
  attached: Attached,
): Record<string, JsonText | undefined> {
  const event = attached.severances.get(row.account_severance_id ?? '')
  const year = row.annual_report_year
  const reaction = attached.reactions.get(row.reaction_id ?? '')
  return {
    report: attached.reports.get(row.report_id ?? ''),
    event: event === undefined ? undefined : toJson(event),
    moderation_warning: attached.warnings.get(row.warning_id ?? ''),
    collection: attached.collections.get(row.collection_id ?? ''),
    annual_report: year === null ? undefined : toJson({ year: String(year) }),
    emoji: reaction === undefined ? undefined : toJson(reaction.emoji),
    emoji_url: reaction === undefined ? undefined : toJson(reaction.emoji_url),
  }
}
