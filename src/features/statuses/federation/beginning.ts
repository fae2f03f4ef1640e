import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * The id of the local status that began a conversation, or null: it began elsewhere. It is the one that answers
 * nothing, not the one with the lowest id, as others date their statuses as they like (A119).
 *
 * @param conversationId a value or a column
 */
export function beginningHere(
  conversationId: string | Expression<unknown>,
): RawBuilder<string | null> {
  // `local` bare, and no order by the bare id: else the remote statuses of the conversation, perhaps very many, are read
  return sql<string | null>`(select min(+beginning.id) from status as beginning
    where beginning.conversation_id = ${conversationId}
      and beginning.local and beginning.in_reply_to_id is null)`
}
