import { NotFound } from '../../../kernel/base/errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { isShutOut } from '../../relationships/blocks-of-pair.ts'
import { getVisibleStatus, type StatusRow } from '../queries.ts'
import { visibleTo } from '../read/visibility.ts'

/**
 * Whether a remote account may have seen the status that it reacts to (A18). For remote statuses
 * always true: only the author's server knows the author's followers.
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

/** Whether the author of a status blocks a remote account or its domain. */
export function isRefused(
  db: Db,
  accountId: string,
  status: Pick<StatusRow, 'account_id'>,
): Promise<boolean> {
  return isShutOut(db, { accountId: status.account_id, targetId: accountId })
}

/**
 * The status if a remote account may see it. Accounts that its author blocks, also by domain (A84),
 * may not, even if it mentions them.
 *
 * @param viewerId of the actor that signed; null: unsigned
 * @throws NotFound
 */
export async function getShowable(db: Db, viewerId: string | null, id: string): Promise<StatusRow> {
  const status = await getVisibleStatus(db, viewerId, id)
  if (viewerId !== null && (await isRefused(db, viewerId, status))) throw new NotFound()
  return status
}
