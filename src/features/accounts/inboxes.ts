import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'

const inboxesOf = prepared((db, p: { accountIds: readonly string[] }) =>
  db
    .selectFrom('remote_actor')
    .innerJoin('account', 'account.id', 'remote_actor.account_id')
    .where(idIn(db, 'remote_actor.account_id', p.accountIds))
    .where('account.deleted_at', 'is', null)
    .select((eb) =>
      eb.fn.coalesce('remote_actor.shared_inbox_uri', 'remote_actor.inbox_uri').as('inbox'),
    )
    .distinct(),
)

/** Inboxes of remote accounts, without duplicates; local accounts are left out. */
export async function loadInboxes(db: Db, accountIds: readonly string[]): Promise<string[]> {
  if (accountIds.length === 0) return []
  const rows = await inboxesOf(db, { accountIds })
  return rows.map(({ inbox }) => inbox)
}
