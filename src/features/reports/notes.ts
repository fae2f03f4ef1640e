import type { Selectable } from 'kysely'
import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { fetchPage, type Page } from '../../kernel/db/pagination.ts'
import { getReport } from './handle.ts'
import type { ReportNoteTable } from './tables.ts'

export type ReportNote = Selectable<ReportNoteTable>

/** characters */
const LONGEST = 2000

/**
 * Adds a staff note to a report.
 *
 * @returns its id
 * @throws NotFound if there is no such report
 * @throws ValidationFailed if it is empty or too long
 */
export async function addNote(
  tx: Tx,
  note: { reportId: string; accountId: string; content: string },
): Promise<string> {
  const content = note.content.trim()
  if (content === '') throw new ValidationFailed("Content can't be blank")
  if ([...content].length > LONGEST) {
    throw new ValidationFailed(`Content is too long (maximum is ${LONGEST} characters)`)
  }
  await getReport(tx, note.reportId)
  const id = tx.newId()
  const row = { id, report_id: note.reportId, account_id: note.accountId, content }
  await tx.db
    .insertInto('report_note')
    .values({ ...row, created_at: tx.now })
    .execute()
  return id
}

/** @throws NotFound if the report has no such note */
export async function removeNote(tx: Tx, reportId: string, noteId: string): Promise<void> {
  const gone = await tx.db
    .deleteFrom('report_note')
    .where('id', '=', noteId)
    .where('report_id', '=', reportId)
    .returning('id')
    .executeTakeFirst()
  if (gone === undefined) throw new NotFound()
}

export function pageOfNotes(db: Db, reportId: string, page: Page): Promise<ReportNote[]> {
  const query = db.selectFrom('report_note').selectAll().where('report_id', '=', reportId)
  return fetchPage(query, 'report_note.id', page)
}

/** @throws NotFound if the report has no such note */
export async function getNote(db: Db, reportId: string, noteId: string): Promise<ReportNote> {
  const note = await db
    .selectFrom('report_note')
    .selectAll()
    .where('id', '=', noteId)
    .where('report_id', '=', reportId)
    .executeTakeFirst()
  if (note === undefined) throw new NotFound()
  return note
}
