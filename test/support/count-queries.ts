import type { CompiledQuery } from 'kysely'
import type { Db } from '../../src/kernel/db/database.ts'
import { queriesOf } from './queries.ts'

/** on PostgreSQL the server asks every second whether another process changed something */
const isWatch = ({ sql, parameters }: CompiledQuery) =>
  sql.includes('"setting"') && parameters.includes('cache.epoch')

/**
 * How many queries `work` sends outside of transactions. It runs three times and the least counts,
 * because the server itself asks something now and then.
 */
export async function countQueries(db: Db, work: () => Promise<unknown>): Promise<number> {
  const counts = [await countOnce(db, work), await countOnce(db, work), await countOnce(db, work)]
  return Math.min(...counts)
}

const countOnce = async (db: Db, work: () => Promise<unknown>): Promise<number> =>
  (await queriesOf(db, work)).filter((query) => !isWatch(query)).length
