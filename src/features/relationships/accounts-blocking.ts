import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { inForce } from './predicates.ts'

interface Involved {
  authorId: string
  /** the author and the accounts that the status mentions */
  involvedIds: readonly string[]
  /** ms since 1970 */
  now: number
}

const accountsBlocking = prepared((db, p: Involved) =>
  db
    .selectFrom('block')
    .innerJoin('local_user', 'local_user.account_id', 'block.account_id')
    .where(idIn(db, 'block.target_id', p.involvedIds))
    .select('block.account_id as id')
    .union(
      db
        .selectFrom('mute')
        .innerJoin('local_user', 'local_user.account_id', 'mute.account_id')
        .where(idIn(db, 'mute.target_id', p.involvedIds))
        .where(inForce(p.now))
        .select('mute.account_id as id'),
    )
    .union(
      db
        .selectFrom('account as involved')
        .innerJoin('account_domain_block', 'account_domain_block.domain', 'involved.domain')
        .where(idIn(db, 'involved.id', p.involvedIds))
        .select('account_domain_block.account_id as id'),
    )
    .union(
      db
        .selectFrom('block')
        .innerJoin('local_user', 'local_user.account_id', 'block.target_id')
        .where('block.account_id', '=', p.authorId)
        .select('block.target_id as id'),
    ),
)

/**
 * The local accounts that must not get a public status in public streams: they block (also by
 * domain) or mute its author or an account that it mentions, or its author blocks them (S-475). The
 * query starts at the author, so its cost does not depend on the number of viewers.
 */
export async function loadAccountsBlocking(db: Db, involved: Involved): Promise<Set<string>> {
  const rows = await accountsBlocking(db, involved)
  const ids = new Set(rows.map((row) => row.id))
  ids.delete(involved.authorId)
  return ids
}
