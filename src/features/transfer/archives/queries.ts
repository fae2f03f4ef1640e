import type { Selectable } from 'kysely'
import { NotFound } from '../../../kernel/base/errors.ts'
import { isoTime } from '../../../kernel/base/json.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { DataExportTable } from '../tables.ts'

export type DataExport = Selectable<DataExportTable>

export async function findArchive(db: Db, id: string): Promise<DataExport | null> {
  const row = await db.selectFrom('data_export').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** @throws NotFound if the account has no such archive (A51) */
export async function getOwnArchive(db: Db, accountId: string, id: string): Promise<DataExport> {
  const row = await findArchive(db, id)
  if (row === null || row.account_id !== accountId) throw new NotFound()
  return row
}

/** above the possible number: one a week, removed after a month */
const MOST = 20

/** An account's archives, newest first. */
export function archivesOf(db: Db, accountId: string): Promise<DataExport[]> {
  return db
    .selectFrom('data_export')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
}

export function presentArchive(row: DataExport) {
  return {
    id: row.id,
    state: row.state,
    size: row.size,
    total_items: row.total_items,
    processed_items: row.processed_items,
    created_at: isoTime(row.created_at),
    finished_at: row.finished_at === null ? null : isoTime(row.finished_at),
    expires_at: row.expires_at === null ? null : isoTime(row.expires_at),
  }
}
