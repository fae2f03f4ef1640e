import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { accountIsShown } from '../accounts/predicates.ts'
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
    .where(accountIsShown())
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
  /** the account that caused it */
  fromId: string
  /** the conversation that it belongs to; null if there is none to mute */
  conversationId: string | null
  /** ms since 1970 */
  now: number
}

/**
 * The recipients among these accounts: local accounts that may sign in, without a block in either
 * direction between them and the sender, without a block of the sender's domain, and without a mute
 * of the sender's notifications or of the conversation.
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

/** The local accounts among these, whether they may sign in or not. */
export async function loadLocal(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('local_user')
    .where(idIn(db, 'account_id', ids))
    .select('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}
