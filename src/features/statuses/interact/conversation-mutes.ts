import { ValidationFailed } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { getVisibleOriginal } from '../queries.ts'
import type { Interaction } from './favourites.ts'

/**
 * Stops notifications of a thread; doing it again changes nothing.
 * @returns the id of the status; for a reblog, of its original
 * @throws NotFound if the account cannot see the status
 */
export async function muteConversation(tx: Tx, input: Interaction): Promise<string> {
  const { statusId, conversationId } = await conversationOf(tx, input)
  await tx.db
    .insertInto('conversation_mute')
    .values({ account_id: input.accountId, conversation_id: conversationId })
    .onConflict((conflict) => conflict.columns(['account_id', 'conversation_id']).doNothing())
    .execute()
  return statusId
}

/** Undoes `muteConversation`. */
export async function unmuteConversation(tx: Tx, input: Interaction): Promise<string> {
  const { statusId, conversationId } = await conversationOf(tx, input)
  await tx.db
    .deleteFrom('conversation_mute')
    .where('account_id', '=', input.accountId)
    .where('conversation_id', '=', conversationId)
    .execute()
  return statusId
}

async function conversationOf(tx: Tx, input: Interaction) {
  const status = await getVisibleOriginal(tx.db, input.accountId, input.statusId)
  if (status.conversation_id === null) {
    throw new ValidationFailed('This post belongs to no conversation')
  }
  return { statusId: status.id, conversationId: status.conversation_id }
}
