import { normalizeId } from '../../../kernel/base/ids.ts'
import { contextUri } from '../../../kernel/base/urls.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { StatusRow } from '../queries.ts'
import { createConversation } from '../write/store.ts'
import { beginningHere } from './beginning.ts'

/**
 * The conversation of a remote status: the conversation of its parent, or else the one that the
 * object names.
 *
 * @param uri as the object names it
 * @returns its id
 */
export async function conversationFor(
  tx: Tx,
  uri: string | null,
  parent: StatusRow | null,
): Promise<string> {
  if (parent?.conversation_id) return parent.conversation_id
  const own = contextUri(tx.config, '')
  if (uri?.startsWith(own) !== true) return createConversation(tx, uri)
  const id = normalizeId(uri.slice(own.length))
  return (id === null ? null : await findOwn(tx, id)) ?? createConversation(tx)
}

async function findOwn(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.db
    .selectFrom('conversation')
    .select('id')
    .where('id', '=', id)
    .where('uri', 'is', null)
    .where(beginningHere(id), 'is not', null)
    .executeTakeFirst()
  return row?.id ?? null
}
