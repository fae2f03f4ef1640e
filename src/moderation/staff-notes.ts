import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import { fetchPage, type Page } from '../db/pagination.ts'
import type { StaffNoteTable } from '../db/schema.ts'
import { NotFound, ValidationFailed } from '../errors.ts'
import type { Tx } from '../transact.ts'

export type StaffNote = Selectable<StaffNoteTable>

/** characters of a note */
export const NOTE_LENGTH = 2000

/** What the staff wrote about an account, newest first. */
export function pageOfNotes(db: Db, targetId: string, page: Page): Promise<StaffNote[]> {
  const notes = db.selectFrom('staff_note').selectAll().where('target_id', '=', targetId)
  return fetchPage(notes, 'staff_note.id', page)
}

/** Writes something about an account for the rest of the staff. @throws ValidationFailed */
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
