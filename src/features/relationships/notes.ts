import { ValidationFailed } from '../../kernel/base/errors.ts'
import { said } from '../../kernel/base/translatable-text.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Pair } from './queries.ts'

/** maximum of characters (S-521) */
const NOTE_LIMIT = 2_000

/**
 * Stores a private note about an account; a blank one clears it.
 *
 * @throws ValidationFailed if it is longer than 2000 characters
 */
export async function noteAccount(tx: Tx, pair: Pair, comment: string): Promise<void> {
  if ([...comment].length > NOTE_LIMIT) {
    throw new ValidationFailed(
      said('Comment is too long (maximum is {max} characters)', { max: NOTE_LIMIT }),
    )
  }
  if (comment.trim() === '') return clearNote(tx, pair)
  await tx.db
    .insertInto('account_note')
    .values({ account_id: pair.accountId, target_id: pair.targetId, comment })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'target_id']).doUpdateSet({ comment }),
    )
    .execute()
}

async function clearNote(tx: Tx, { accountId, targetId }: Pair): Promise<void> {
  await tx.db
    .deleteFrom('account_note')
    .where('account_id', '=', accountId)
    .where('target_id', '=', targetId)
    .execute()
}
