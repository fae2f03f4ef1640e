import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn, textIn } from '../db/id-in.ts'
import type { ReportTable } from '../db/schema.ts'
import { idAt } from '../ids.ts'
import { visibleTo } from '../statuses/visibility.ts'

export type Report = Selectable<ReportTable>

export async function findReport(db: Db, id: string): Promise<Report | null> {
  const row = await db.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Ids of the statuses that each report names, in order. */
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

/** Ids of the collections that each report names, in order. */
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

/** Those of the collections that are somebody's. */
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

/** Those of the statuses that are somebody's and that the viewer may see. */
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

/** Whether somebody else's report about the same account waits, so that the staff knows already. */
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

const DAY = 86_400_000

/** The report, made within the last day and waiting, by which somebody said the same about an account. */
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

/** How many reports of somebody about an account wait. */
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
