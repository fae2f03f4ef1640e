import { contextUri } from '../../addresses.ts'
import { normalizeId } from '../../ids.ts'
import type { Tx } from '../../transact.ts'
import type { StatusRow } from '../queries.ts'
import { createConversation } from '../store.ts'

/**
 * The conversation that a status from elsewhere belongs to: that of what it replies to, or else the
 * one it names.
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
    .executeTakeFirst()
  return row?.id ?? null
}
