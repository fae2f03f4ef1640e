import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from '../../src/db/database.ts'

/**
 * How many queries `work` sends outside of transactions. It runs three times and the least counts,
 * because the server itself asks something now and then.
 */
export async function countQueries(db: Db, work: () => Promise<unknown>): Promise<number> {
  const counts = [await countOnce(db, work), await countOnce(db, work), await countOnce(db, work)]
  return Math.min(...counts)
}

async function countOnce(db: Db, work: () => Promise<unknown>): Promise<number> {
  const executor = db.getExecutor()
  const execute = executor.executeQuery
  let count = 0
  executor.executeQuery = <R>(query: CompiledQuery<R>) => {
    count += 1
    return execute.call(executor, query) as Promise<QueryResult<R>>
  }
  try {
    await work()
  } finally {
    executor.executeQuery = execute
  }
  return count
}
