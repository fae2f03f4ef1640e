import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { AnnualReportTable } from '../db/schema.ts'

export type AnnualReport = Selectable<AnnualReportTable>

/** The report of a year, made or being made. */
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

/** The reports of an account that are made and that it has not read, latest year first. */
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
