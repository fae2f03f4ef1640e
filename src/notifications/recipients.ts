import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import { blocksDomainOf, blocksEitherWay, mutesNotifications } from '../relationships/predicates.ts'

interface Params {
  ids: readonly string[]
  fromId: string
  conversationId: string | null
  now: number
}

const willing = prepared((db, p: Params) =>
  db
    .selectFrom('account')
    .innerJoin('local_user', 'local_user.account_id', 'account.id')
    .where(idIn(db, 'account.id', p.ids))
    .where('account.activated_at', 'is not', null)
    .where('account.suspended_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .where(sql<boolean>`not local_user.disabled`)
    .where(sql<boolean>`not ${blocksEitherWay(sql.ref('account.id'), p.fromId)}`)
    .where(sql<boolean>`not ${blocksDomainOf(sql.ref('account.id'), p.fromId)}`)
    .where(sql<boolean>`not ${mutesNotifications(sql.ref('account.id'), p.fromId, p.now)}`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('conversation_mute')
            .select('account_id')
            .whereRef('conversation_mute.account_id', '=', 'account.id')
            .where('conversation_mute.conversation_id', '=', p.conversationId as string),
        ),
      ),
    )
    .select('account.id'),
)

export interface Occasion {
  /** whose doing it is */
  fromId: string
  /** what it is about; null if nothing that could be muted */
  conversationId: string | null
  /** ms since 1970 */
  now: number
}

/**
 * Those of the accounts that hear of something: people of this server who may sign in, are not
 * blocked or blocking, do not block the domain of who did it, and muted neither the notifications of who did it nor the conversation.
 */
export async function loadRecipients(
  db: Db,
  ids: readonly string[],
  { fromId, conversationId, now }: Occasion,
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await willing(db, { ids, fromId, conversationId, now })
  return rows.map((row) => row.id)
}

/** Those of the accounts that are people of this server, whether they may sign in or not. */
export async function loadLocal(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('local_user')
    .where(idIn(db, 'account_id', ids))
    .select('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}
