import type { Selectable } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { preparedPage } from '../../kernel/db/pagination.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import type { AccountConversationTable } from './tables.ts'

export type AccountConversation = Selectable<AccountConversationTable>

/** A page of an account's conversations; the cursors are ids of their last statuses (S-042). */
export const pageOfConversations = preparedPage(
  'account_conversation.last_status_id',
  (db, p: { accountId: string }) =>
    db.selectFrom('account_conversation').where('account_id', '=', p.accountId).selectAll(),
)

const conversationsByIds = prepared((db, p: { accountId: string; ids: readonly string[] }) =>
  db
    .selectFrom('account_conversation')
    .where('account_id', '=', p.accountId)
    .where(idIn(db, 'id', p.ids))
    .selectAll(),
)

/** The account's conversations among these, in the order of the ids. */
export async function findConversations(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<AccountConversation[]> {
  if (ids.length === 0) return []
  const rows = await conversationsByIds(db, { accountId, ids })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}

/**
 * Makes a status the last one of an account's conversation with these participants; an older status
 * does not replace a newer one.
 *
 * @returns id of the account's conversation
 */
export async function upsertConversation(db: Db, row: AccountConversation): Promise<string> {
  const { id } = await db
    .insertInto('account_conversation')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'conversation_id', 'participants']).doUpdateSet((eb) => ({
        unread: row.unread,
        last_status_id: eb
          .case()
          .when('account_conversation.last_status_id', '>', eb.ref('excluded.last_status_id'))
          .then(eb.ref('account_conversation.last_status_id'))
          .else(eb.ref('excluded.last_status_id'))
          .end(),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns whether the account has that conversation */
export async function setUnread(
  db: Db,
  accountId: string,
  id: string,
  unread: boolean,
): Promise<boolean> {
  const row = await db
    .updateTable('account_conversation')
    .set({ unread })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns whether the account had that conversation */
export async function deleteConversation(db: Db, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('account_conversation')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
