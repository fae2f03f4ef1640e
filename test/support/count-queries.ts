import type { CompiledQuery } from 'kysely'
import type { Db } from '../../src/kernel/db/database.ts'
import { queriesOf } from './queries.ts'
import type { TestServer } from './server.ts'

/** on PostgreSQL the server asks every second whether another process changed something */
const isWatch = ({ sql, parameters }: CompiledQuery) =>
  sql.includes('"setting"') && parameters.includes('cache.epoch')

/**
 * How many queries `work` sends outside of transactions. It runs three times and the least counts, because the server itself
 * asks something now and then. The first time begins writes behind its replies (when a token was used last), which are over
 * before the second: each would make the next run read again what it had kept.
 */
export async function countQueries(
  server: TestServer,
  work: () => Promise<unknown>,
  db: Db = server.app.db,
): Promise<number> {
  const first = await countOnce(db, work)
  await server.settle()
  return Math.min(first, await countOnce(db, work), await countOnce(db, work))
}

const countOnce = async (db: Db, work: () => Promise<unknown>): Promise<number> =>
  (await queriesOf(db, work)).filter((query) => !isWatch(query)).length
