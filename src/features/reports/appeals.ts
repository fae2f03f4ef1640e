import type { Selectable } from 'kysely'
import { DAY } from '../../kernel/base/durations.ts'
import { Forbidden, NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { AppealState, AppealTable } from './tables.ts'

export type Appeal = Selectable<AppealTable>

/** characters (S-521) */
export const APPEAL_LENGTH = 2000
/** ms after a warning in which an appeal is possible */
export const APPEAL_PERIOD = 20 * DAY

/**
 * Appeals against a decision about the own account.
 *
 * @returns id of the appeal
 * @throws NotFound if the decision is about another account
 * @throws ValidationFailed if the text is empty or too long, it is too late, or there is an appeal
 * already
 */
export async function appealWarning(
  tx: Tx,
  { warningId, accountId, text }: { warningId: string; accountId: string; text: string },
): Promise<string> {
  const warning = await tx.db
    .selectFrom('account_warning')
    .select('created_at')
    .where('id', '=', warningId)
    .where('target_account_id', '=', accountId)
    .executeTakeFirst()
  if (warning === undefined) throw new NotFound()
  checkText(text)
  if (warning.created_at + APPEAL_PERIOD <= tx.now) {
    throw new ValidationFailed('It is too late to appeal: that works for 20 days')
  }
  const added = await tx.db
    .insertInto('appeal')
    .values({
      id: tx.newId(),
      warning_id: warningId,
      text,
      state: 'pending',
      decided_by_id: null,
      decided_at: null,
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.column('warning_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) throw new ValidationFailed('You have appealed already')
  tx.emit({ type: 'appeal.created', appealId: added.id })
  return added.id
}

function checkText(text: string): void {
  if (text.trim() === '') throw new ValidationFailed("Text can't be blank")
  if (text.length > APPEAL_LENGTH && [...text].length > APPEAL_LENGTH) {
    throw new ValidationFailed(`Text is too long (maximum is ${APPEAL_LENGTH} characters)`)
  }
}

/**
 * Decides on an appeal, once; the caller applies the effects.
 *
 * @returns the decided appeal
 * @throws NotFound if there is none
 * @throws Forbidden if it was decided before
 */
export async function closeAppeal(
  tx: Tx,
  { appealId, staffId, state }: { appealId: string; staffId: string; state: AppealState },
): Promise<Appeal> {
  const closed = await tx.db
    .updateTable('appeal')
    .set({ state, decided_by_id: staffId, decided_at: tx.now })
    .where('id', '=', appealId)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
  if (closed === undefined) {
    await getAppeal(tx.db, appealId)
    throw new Forbidden('This appeal was decided already')
  }
  if (state === 'approved') {
    await tx.db
      .updateTable('account_warning')
      .set({ overruled_at: tx.now })
      .where('id', '=', closed.warning_id)
      .execute()
  }
  tx.emit({ type: 'appeal.decided', appealId })
  return closed
}

/** @throws NotFound */
export async function getAppeal(db: Db, appealId: string): Promise<Appeal> {
  const appeal = await db
    .selectFrom('appeal')
    .selectAll()
    .where('id', '=', appealId)
    .executeTakeFirst()
  if (appeal === undefined) throw new NotFound()
  return appeal
}

/** Appeals by the ids of the appealed warnings. */
export async function loadAppealsOf(
  db: Db,
  warningIds: readonly string[],
): Promise<Map<string, Appeal>> {
  if (warningIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('appeal')
    .selectAll()
    .where(idIn(db, 'warning_id', warningIds))
    .execute()
  return new Map(rows.map((row) => [row.warning_id, row]))
}

/** The entity of an appeal. @see https://docs.joinmastodon.org/entities/Appeal/ */
export function presentAppeal(appeal: Appeal | undefined) {
  return appeal === undefined ? null : { text: appeal.text, state: appeal.state }
}
