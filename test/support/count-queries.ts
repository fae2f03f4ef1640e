import type { Db } from '../../src/kernel/db/database.ts'
import { queriesOf } from './queries.ts'

/**
 * How many queries `work` sends outside of transactions. It runs three times and the least counts,
 * because the server itself asks something now and then.
 */
export async function countQueries(db: Db, work: () => Promise<unknown>): Promise<number> {
  const counts = [await countOnce(db, work), await countOnce(db, work), await countOnce(db, work)]
  return Math.min(...counts)
}

const countOnce = async (db: Db, work: () => Promise<unknown>): Promise<number> =>
  (await queriesOf(db, work)).length
