import { ValidationFailed } from '../../../kernel/base/errors.ts'
import { said } from '../../../kernel/base/translatable-text.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { freeUri } from '../../../kernel/db/free-uri.ts'
import { type Interaction, refuseBlocked } from '../interact/favourites.ts'
import { getVisibleOriginal } from '../queries.ts'
import type { ReactionEmoji } from './emoji.ts'

/** maximum of different emoji per account and status */
const MOST_REACTIONS = 8

/**
 * Reacts to a status; doing it again changes nothing.
 *
 * @param input.uri id of the activity when another server sent it
 * @returns the id of the status; for a reblog, of its original
 * @throws NotFound if there is no such status or the account may not see it
 * @throws Forbidden if the account blocks its author
 * @throws ValidationFailed if the account has too many reactions to it
 */
export async function reactTo(
  tx: Tx,
  input: Interaction & { emoji: ReactionEmoji; uri?: string },
): Promise<string> {
  const { accountId, emoji } = input
  const status = await getVisibleOriginal(tx.db, accountId, input.statusId)
  await refuseBlocked(tx.db, accountId, status)
  await lockRow(tx.db, 'status', status.id)
  const own = await tx.db
    .selectFrom('reaction')
    .select('name')
    .where('status_id', '=', status.id)
    .where('account_id', '=', accountId)
    .execute()
  if (own.some(({ name }) => name === emoji.name)) return status.id
  if (own.length >= MOST_REACTIONS) {
    throw new ValidationFailed(
      said('You cannot react with more than {max} emoji', { max: MOST_REACTIONS }),
    )
  }
  const id = tx.newId()
  await tx.db
    .insertInto('reaction')
    .values({
      id,
      account_id: accountId,
      status_id: status.id,
      name: emoji.name,
      custom_emoji_id: emoji.customEmojiId,
      uri: await freeUri(tx.db, 'reaction', input.uri),
      created_at: tx.now,
    })
    .execute()
  tx.addToCount('status_stats.reactions_count', status.id, 1)
  tx.emit({ type: 'reaction.added', reactionId: id, statusId: status.id, accountId })
  return status.id
}

/**
 * Removes a reaction, also from a status that the account may no longer see.
 * @returns whether there was one
 */
export async function unreactTo(tx: Tx, input: Interaction & { name: string }): Promise<boolean> {
  const { accountId, statusId, name } = input
  const removed = await tx.db
    .deleteFrom('reaction')
    .where('status_id', '=', statusId)
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .returning(['id', 'uri', 'custom_emoji_id'])
    .executeTakeFirst()
  if (removed === undefined) return false
  tx.addToCount('status_stats.reactions_count', statusId, -1)
  tx.emit({
    type: 'reaction.removed',
    reactionId: removed.id,
    statusId,
    accountId,
    name,
    customEmojiId: removed.custom_emoji_id,
  })
  return true
}
