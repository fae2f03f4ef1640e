import { isoTime } from '../../kernel/base/json.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { SeveranceType } from './tables.ts'

/** https://docs.joinmastodon.org/entities/RelationshipSeveranceEvent/ */
export interface SeveranceEntity {
  id: string
  type: SeveranceType
  /** always false: the list of lost follows stays */
  purged: false
  target_name: string
  followers_count: number
  following_count: number
  created_at: string
}

/** The follows that decisions cost an account, by the id of the account's severance row. */
export async function loadSeverances(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, SeveranceEntity>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('account_severance')
    .innerJoin('severance', 'severance.id', 'account_severance.severance_id')
    .where(idIn(db, 'account_severance.id', ids))
    .select([
      'account_severance.id',
      'severance.type',
      'severance.target_name',
      'account_severance.followers_count',
      'account_severance.following_count',
      'account_severance.created_at',
    ])
    .execute()
  return new Map(
    rows.map(({ created_at, ...row }) => [
      row.id,
      { ...row, purged: false, created_at: isoTime(created_at) },
    ]),
  )
}
