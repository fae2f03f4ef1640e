import type { Db } from '../../../kernel/db/database.ts'
import { isBlockedEitherWay } from '../../relationships/blocks-of-pair.ts'
import type { StatusRow } from '../queries.ts'
import { effectivePolicy } from './approval.ts'

/** Whether an account may quote a status: at once, if the author's server agrees, or not at all. */
export type QuoteRight = 'automatic' | 'request' | 'denied'

/** The only rule on quoting, for local and remote accounts. */
export async function quoteRight(
  db: Db,
  accountId: string,
  quoted: StatusRow,
): Promise<QuoteRight> {
  if (quoted.account_id === accountId)
    return quoted.visibility === 'direct' ? 'denied' : 'automatic'
  const pair = { accountId, targetId: quoted.account_id }
  if (await isBlockedEitherWay(db, pair)) return 'denied'
  const policy = effectivePolicy(quoted)
  if (policy === 'nobody') return 'denied'
  if (policy === 'followers' && !(await follows(db, pair))) return 'denied'
  return quoted.local ? 'automatic' : 'request'
}

async function follows(db: Db, pair: { accountId: string; targetId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('follow')
    .select('id')
    .where('account_id', '=', pair.accountId)
    .where('target_id', '=', pair.targetId)
    .executeTakeFirst()
  return row !== undefined
}
