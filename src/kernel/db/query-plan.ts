import { CompiledQuery } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'

interface PlanRow {
  id: number
  parent: number
  detail: string
}

/**
 * SQLite's plan of a statement without its values, one step a line, indented below the step that it belongs to.
 *
 * @param slowDb another thread: it need not wait for the plan
 * @returns null on PostgreSQL, whose plans depend on the values, and for statements without a plan, such as a commit
 * @see https://www.sqlite.org/eqp.html
 */
export async function queryPlan(slowDb: Db, sql: string): Promise<string[] | null> {
  if (isPostgres(slowDb)) return null
  const { rows } = await slowDb.executeQuery<PlanRow>(
    CompiledQuery.raw(`explain query plan ${sql}`),
  )
  if (rows.length === 0) return null
  const depths = new Map<number, number>()
  return rows.map(({ id, parent, detail }) => {
    const depth = parent === 0 ? 0 : (depths.get(parent) ?? 0) + 1
    depths.set(id, depth)
    return `${'  '.repeat(depth)}${detail}`
  })
}
