import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'

const inboxesOfFollowers = prepared((db, p: { accountId: string }) =>
  db
    .selectFrom('follow')
    .innerJoin('remote_actor', 'remote_actor.account_id', 'follow.account_id')
    .where('follow.target_id', '=', p.accountId)
    .select((eb) =>
      eb.fn.coalesce('remote_actor.shared_inbox_uri', 'remote_actor.inbox_uri').as('inbox'),
    )
    .distinct(),
)

/** Inboxes of an account's remote followers, shared inboxes without duplicates. */
export async function loadFollowerInboxes(db: Db, accountId: string): Promise<string[]> {
  const rows = await inboxesOfFollowers(db, { accountId })
  return rows.map(({ inbox }) => inbox)
}
