import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { idRows } from '../../kernel/db/id-in.ts'
import { beginsWith } from '../../kernel/db/prefix.ts'
import { accountIsShown } from '../accounts/predicates.ts'
import type { Wanted } from './account-search-query.ts'

interface Ranking {
  viewerId: string | null
  wanted: Wanted
  limit: number
  offset: number
}

/** A page of the visible accounts among these, in the order of `searchAccounts`. */
export async function ranked(
  db: Db,
  ids: readonly string[],
  { viewerId, wanted, limit, offset }: Ranking,
): Promise<string[]> {
  const { username, domain } = wanted.handle
  const isThere = domain === null ? sql`account.domain is null` : sql`account.domain = ${domain}`
  const isPrefixed = beginsWith(db, sql.ref('account.username_lower'), wanted.prefix)
  const rows = await db
    .selectFrom(idRows(db, ids).as('candidate'))
    // makes SQLite start at the candidates instead of scanning all accounts
    .crossJoin('account')
    .whereRef('account.id', '=', 'candidate.id')
    .innerJoin('account_stats', 'account_stats.account_id', 'account.id')
    .leftJoin('follow as f', (join) =>
      join.onRef('f.target_id', '=', 'account.id').on('f.account_id', '=', viewerId),
    )
    .where(accountIsShown())
    .where('account.moved_to_id', 'is', null)
    .select('account.id')
    .orderBy(sql`case when account.username_lower = ${username} and ${isThere} then 0 else 1 end`)
    .orderBy(sql`case when f.id is null then 1 else 0 end`)
    .orderBy(sql`case when ${isPrefixed} then 0 else 1 end`)
    .orderBy('account_stats.followers_count', 'desc')
    .orderBy('account.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => row.id)
}
