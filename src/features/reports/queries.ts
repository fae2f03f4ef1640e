import type { Selectable } from 'kysely'
import { DAY } from '../../kernel/base/durations.ts'
import { idAt } from '../../kernel/base/ids.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn, textIn } from '../../kernel/db/id-in.ts'
import { visibleTo } from '../statuses/read/visibility.ts'
import type { ReportTable } from './tables.ts'

export type Report = Selectable<ReportTable>

export async function findReport(db: Db, id: string): Promise<Report | null> {
  const row = await db.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Ids of each report's statuses, in order. */
export async function loadReportedIds(
  db: Db,
  reportIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('report_status')
    .selectAll()
    .where(idIn(db, 'report_id', reportIds))
    .orderBy('status_id')
    .execute()
  const named = new Map<string, string[]>()
  for (const { report_id, status_id } of rows) {
    named.set(report_id, [...(named.get(report_id) ?? []), status_id])
  }
  return named
}

/** Ids of each report's collections, in order. */
export async function loadReportedCollections(
  db: Db,
  reportIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('report_collection')
    .selectAll()
    .where(idIn(db, 'report_id', reportIds))
    .orderBy('collection_id')
    .execute()
  const named = Map.groupBy(rows, (row) => row.report_id)
  return new Map([...named].map(([id, list]) => [id, list.map((row) => row.collection_id)]))
}

/** The collections among these that belong to an account. */
export async function collectionsOf(
  db: Db,
  targetId: string,
  by: { ids: readonly string[] } | { uris: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('collection')
    .select('id')
    .where('account_id', '=', targetId)
    .where('ids' in by ? idIn(db, 'id', by.ids) : textIn(db, 'uri', by.uris))
    .execute()
  return rows.map(({ id }) => id)
}

/** The account's statuses among these that the viewer may see. */
export async function visibleStatusesOf(
  db: Db,
  targetId: string,
  viewerId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .select('status.id')
    .where(idIn(db, 'status.id', ids))
    .where('status.account_id', '=', targetId)
    .where((eb) => visibleTo(eb, viewerId))
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether there is another open report about the same account, so that the staff knows already. */
export async function hasUnresolvedSibling(db: Db, report: Report): Promise<boolean> {
  const sibling = await db
    .selectFrom('report')
    .select('id')
    .where('target_account_id', '=', report.target_account_id)
    .where('id', '<>', report.id)
    .where('action_taken_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return sibling !== undefined
}

interface Told {
  accountId: string
  targetId: string
  comment: string
  category: Report['category']
  ruleIds: readonly string[]
  /** ms since 1970 */
  now: number
}

/**
 * The open report of the last day by the same account with the same content about the same target.
 */
export async function findRepeated(db: Db, told: Told): Promise<string | null> {
  const rows = await db
    .selectFrom('report')
    .select(['id', 'rule_ids'])
    .where('account_id', '=', told.accountId)
    .where('target_account_id', '=', told.targetId)
    .where('id', '>', idAt(told.now - DAY))
    .where('comment', '=', told.comment)
    .where('category', '=', told.category)
    .where('action_taken_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.find(({ rule_ids }) => rule_ids.join() === told.ruleIds.join())?.id ?? null
}

/** Number of an account's open reports about another. */
export async function countWaiting(
  db: Db,
  { accountId, targetId }: { accountId: string; targetId: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('report')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('target_account_id', '=', targetId)
    .where('action_taken_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
