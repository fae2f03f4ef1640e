import type { Db } from '../../db/database.ts'
import { isShutOut } from '../../relationships/standing.ts'
import type { StatusRow } from '../queries.ts'
import { visibleTo } from '../visibility.ts'

/**
 * Whether a remote account may have seen what it reacts to (A18). Of statuses from elsewhere only
 * their own server knows who follows their author, so those it may always answer.
 */
export async function mayAnswer(db: Db, accountId: string, status: StatusRow): Promise<boolean> {
  if (!status.local) return true
  if (await isRefused(db, accountId, status)) return false
  const row = await db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .select('status.id')
    .where('status.id', '=', status.id)
    .where((eb) => visibleTo(eb, accountId))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the author of a status wants nothing of an account elsewhere: blocks it, or its domain. */
export function isRefused(
  db: Db,
  accountId: string,
  status: Pick<StatusRow, 'account_id'>,
): Promise<boolean> {
  return isShutOut(db, { accountId: status.account_id, targetId: accountId })
}
