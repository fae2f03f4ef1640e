import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { loadRecipients } from '../notifications/recipients.ts'
import type { CreatedStatus } from '../statuses/write/created-status.ts'
import { participantsText } from './participants.ts'
import { type AccountConversation, upsertConversation } from './queries.ts'

/** Maximum of older statuses searched for the last one after a deletion. */
const MOST_SCANNED = 200

/**
 * Adds a direct status to the conversations of its author and of the mentioned accounts that are
 * its recipients here; each of them has a row of its own.
 */
export async function threadStatus(tx: Tx, status: CreatedStatus): Promise<void> {
  if (status.visibility !== 'direct' || status.conversation_id === null) return
  const { named } = status
  const everybody = [status.account_id, ...named]
  for (const accountId of await ownersOf(tx, status)) {
    const id = await upsertConversation(tx.db, {
      id: tx.newId(),
      account_id: accountId,
      conversation_id: status.conversation_id,
      participants: participantsText(everybody, accountId),
      last_status_id: status.id,
      unread: accountId !== status.account_id,
    })
    tx.emit({ type: 'conversation.updated', accountConversationId: id, accountId })
  }
}

async function ownersOf(tx: Tx, status: CreatedStatus): Promise<string[]> {
  const { account_id, conversation_id, named } = status
  return loadRecipients(tx.db, [...new Set([account_id, ...named])], {
    fromId: account_id,
    conversationId: conversation_id,
    now: tx.now,
  })
}

/**
 * Removes a deleted status as the last one of conversations: the previous status becomes the last,
 * and a conversation without statuses is removed.
 */
export async function unthreadStatus(tx: Tx, statusId: string): Promise<void> {
  const rows = await tx.db
    .selectFrom('account_conversation')
    .where('last_status_id', '=', statusId)
    .selectAll()
    .execute()
  const [first] = rows
  if (first === undefined) return
  const older = await olderStatuses(tx.db, first.conversation_id, statusId)
  for (const row of rows) await moveBack(tx, row, older)
}

async function moveBack(tx: Tx, row: AccountConversation, older: OlderStatus[]): Promise<void> {
  const { id, account_id, participants } = row
  const last = older.find(
    ({ everybody }) =>
      everybody.includes(account_id) && participantsText(everybody, account_id) === participants,
  )
  if (last === undefined) {
    await tx.db.deleteFrom('account_conversation').where('id', '=', id).execute()
    return
  }
  await tx.db
    .updateTable('account_conversation')
    .set({ last_status_id: last.id })
    .where('id', '=', id)
    .execute()
  tx.emit({ type: 'conversation.updated', accountConversationId: id, accountId: account_id })
}

interface OlderStatus {
  id: string
  everybody: string[]
}

async function olderStatuses(
  db: Db,
  conversationId: string,
  before: string,
): Promise<OlderStatus[]> {
  const statuses = await db
    .selectFrom('status')
    .where('conversation_id', '=', conversationId)
    .where('id', '<', before)
    .where('visibility', '=', 'direct')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MOST_SCANNED)
    .select(['id', 'account_id'])
    .execute()
  if (statuses.length === 0) return []
  const mentions = await db
    .selectFrom('mention')
    .where(
      idIn(
        db,
        'status_id',
        statuses.map((status) => status.id),
      ),
    )
    .where('silent', '=', false)
    .select(['status_id', 'account_id'])
    .execute()
  const named = Map.groupBy(mentions, (mention) => mention.status_id)
  return statuses.map(({ id, account_id }) => ({
    id,
    everybody: [account_id, ...(named.get(id) ?? []).map((mention) => mention.account_id)],
  }))
}

/** Removes an account's conversations with an account that it has blocked. */
export async function forgetConversationsWith(
  tx: Tx,
  accountId: string,
  otherId: string,
): Promise<void> {
  await tx.db
    .deleteFrom('account_conversation')
    .where('account_id', '=', accountId)
    .where('participants', 'like', `%${otherId}%`)
    .execute()
}
