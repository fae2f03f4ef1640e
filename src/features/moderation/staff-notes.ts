import type { Selectable } from 'kysely'
import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { fetchPage, type Page } from '../../kernel/db/pagination.ts'
import type { StaffNoteTable } from './tables.ts'

export type StaffNote = Selectable<StaffNoteTable>

/** maximum of characters of a note */
export const NOTE_LENGTH = 2000

/** The staff's notes about an account, newest first. */
export function pageOfNotes(db: Db, targetId: string, page: Page): Promise<StaffNote[]> {
  const notes = db.selectFrom('staff_note').selectAll().where('target_id', '=', targetId)
  return fetchPage(notes, 'staff_note.id', page)
}

/** Adds a staff note about an account. @throws ValidationFailed */
export async function addNote(
  tx: Tx,
  { staffId, targetId, content }: { staffId: string; targetId: string; content: string },
): Promise<StaffNote> {
  const text = content.trim()
  if (text === '') throw new ValidationFailed("Content can't be blank")
  if ([...text].length > NOTE_LENGTH) {
    throw new ValidationFailed(`Content is too long (maximum is ${NOTE_LENGTH} characters)`)
  }
  const note = {
    id: tx.newId(),
    account_id: staffId,
    target_id: targetId,
    content: text,
    created_at: tx.now,
  }
  await tx.db.insertInto('staff_note').values(note).execute()
  return note
}

/** @throws NotFound if there is no such note about this account */
export async function getNote(db: Db, targetId: string, id: string): Promise<StaffNote> {
  const note = await db
    .selectFrom('staff_note')
    .selectAll()
    .where('id', '=', id)
    .where('target_id', '=', targetId)
    .executeTakeFirst()
  if (note === undefined) throw new NotFound()
  return note
}

export async function removeNote(tx: Tx, id: string): Promise<void> {
  await tx.db.deleteFrom('staff_note').where('id', '=', id).execute()
}
