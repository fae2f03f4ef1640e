import type { Selectable } from 'kysely'
import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { fetchPage, type Page } from '../../kernel/db/pagination.ts'
import type { WarningPresetTable } from './tables.ts'

export type WarningPreset = Selectable<WarningPresetTable>

/** characters */
const TITLE_LENGTH = 100
const TEXT_LENGTH = 2000

/** A text preset for warnings. */
export interface PresetInput {
  /** for the staff only; may be empty */
  title: string
  text: string
}

export function pageOfPresets(db: Db, page: Page): Promise<WarningPreset[]> {
  return fetchPage(db.selectFrom('warning_preset').selectAll(), 'warning_preset.id', page)
}

/** @throws NotFound */
export async function getPreset(db: Db, id: string): Promise<WarningPreset> {
  const row = await db
    .selectFrom('warning_preset')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** @throws ValidationFailed for an empty text, and above the limits */
export async function createPreset(tx: Tx, input: PresetInput): Promise<WarningPreset> {
  check(input)
  return tx.db
    .insertInto('warning_preset')
    .values({ ...input, id: tx.newId(), created_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @throws NotFound, and as `createPreset` */
export async function changePreset(
  tx: Tx,
  id: string,
  changes: { [Name in keyof PresetInput]?: string | undefined },
): Promise<WarningPreset> {
  const known = await getPreset(tx.db, id)
  const { title = known.title, text = known.text } = changes
  check({ title, text })
  return tx.db
    .updateTable('warning_preset')
    .set({ title, text })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * @returns the removed preset
 * @throws NotFound
 */
export async function removePreset(tx: Tx, id: string): Promise<WarningPreset> {
  const preset = await getPreset(tx.db, id)
  await tx.db.deleteFrom('warning_preset').where('id', '=', id).execute()
  return preset
}

function check({ title, text }: PresetInput): void {
  if (text.trim() === '') throw new ValidationFailed("Text can't be blank")
  if ([...text].length > TEXT_LENGTH) {
    throw new ValidationFailed(`Text is too long (maximum is ${TEXT_LENGTH} characters)`)
  }
  if ([...title].length > TITLE_LENGTH) {
    throw new ValidationFailed(`Title is too long (maximum is ${TITLE_LENGTH} characters)`)
  }
}
