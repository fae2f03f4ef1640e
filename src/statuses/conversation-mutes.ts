import { ValidationFailed } from '../errors.ts'
import type { Tx } from '../transact.ts'
import type { Interaction } from './favourites.ts'
import { getVisibleOriginal } from './queries.ts'

/**
 * Stops notifications of a thread; doing it again changes nothing.
 * @returns the id of the status it is about: a reblog stands for its original
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

/** The same the other way round. */
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
