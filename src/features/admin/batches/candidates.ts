import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { type AccountFilter, pageOfAccountIds } from '../accounts/filter.ts'
import { MOST_ACCOUNTS } from './batches.ts'

/** The accounts that a batch for a whole filter concerns. */
export interface Candidates {
  /** newest first */
  ids: string[]
  /** how many of them live on this server */
  local: number
  /** whether there are no others, beyond what one batch may hold */
  complete: boolean
}

/**
 * All accounts that match a filter. A batch is made of these ids and not of the filter, so that it
 * concerns those who were counted, and nobody who comes later.
 */
export async function findCandidates(db: Db, filter: AccountFilter): Promise<Candidates> {
  const cursors = { maxId: null, sinceId: null, minId: null }
  const found = await pageOfAccountIds(db, filter, { ...cursors, limit: MOST_ACCOUNTS + 1 })
  const ids = found.slice(0, MOST_ACCOUNTS)
  const { local } = await db
    .selectFrom('account')
    .where(idIn(db, 'account.id', ids))
    .where('account.domain', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('local'))
    .executeTakeFirstOrThrow()
  return { ids, local, complete: found.length === ids.length }
}
