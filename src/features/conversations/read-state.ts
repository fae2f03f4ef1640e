import { NotFound } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { setUnread } from './queries.ts'

/**
 * Marks a conversation as read or unread; the account's other clients get an event.
 *
 * @throws NotFound if it is not the account's
 */
export async function markConversation(
  tx: Tx,
  { accountId, id, unread }: { accountId: string; id: string; unread: boolean },
): Promise<void> {
  if (!(await setUnread(tx.db, accountId, id, unread))) throw new NotFound()
  tx.emit({ type: 'conversation.updated', accountConversationId: id, accountId })
}
