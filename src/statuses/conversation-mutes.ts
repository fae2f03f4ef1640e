import { ValidationFailed } from '../errors.ts'
import type { Tx } from '../transact.ts'
import type { Interaction } from './favourites.ts'
import { getVisibleStatus } from './queries.ts'

/**
 * Stops notifications of a thread.
 * @throws NotFound if the account cannot see the status
 */
export async function muteConversation(tx: Tx, input: Interaction): Promise<void> {
  const conversationId = await conversationOf(tx, input)
  await tx.db
    .insertInto('conversation_mute')
    .values({ account_id: input.accountId, conversation_id: conversationId })
    .onConflict((conflict) => conflict.columns(['account_id', 'conversation_id']).doNothing())
    .execute()
}

export async function unmuteConversation(tx: Tx, input: Interaction): Promise<void> {
  const conversationId = await conversationOf(tx, input)
  await tx.db
    .deleteFrom('conversation_mute')
    .where('account_id', '=', input.accountId)
    .where('conversation_id', '=', conversationId)
    .execute()
}

async function conversationOf(tx: Tx, input: Interaction): Promise<string> {
  const status = await getVisibleStatus(tx.db, input.accountId, input.statusId)
  if (status.conversation_id === null) {
    throw new ValidationFailed('This post belongs to no conversation')
  }
  return status.conversation_id
}
