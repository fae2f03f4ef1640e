import type { Selectable } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { AnnualReportTable } from './tables.ts'

export type AnnualReport = Selectable<AnnualReportTable>

/** The report of a year, finished or in progress. */
export async function findAnnualReport(
  db: Db,
  accountId: string,
  year: number,
): Promise<AnnualReport | null> {
  const row = await db
    .selectFrom('annual_report')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('year', '=', year)
    .executeTakeFirst()
  return row ?? null
}

/** Finished reports that the account has not read, latest year first. */
export async function unreadReports(db: Db, accountId: string): Promise<AnnualReport[]> {
  return db
    .selectFrom('annual_report')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('data', 'is not', null)
    .where('read_at', 'is', null)
    .orderBy('year', 'desc')
    .execute()
}
