import type { CompiledQuery } from 'kysely'
import type { TestServer } from './server.ts'

/** How SQLite goes about the queries that `work` sends. */
export async function plansOf({ app }: Pick<TestServer, 'app'>, work: () => Promise<unknown>) {
  const executor = app.db.getExecutor()
  const execute = executor.executeQuery
  const sent: CompiledQuery[] = []
  executor.executeQuery = ((query: CompiledQuery) => {
    sent.push(query)
    return execute.call(executor, query)
  }) as typeof execute
  try {
    await work()
  } finally {
    executor.executeQuery = execute
  }
  return Promise.all(
    sent.map(async (query) => {
      const asked = { ...query, sql: `explain query plan ${query.sql}` }
      const { rows } = await execute.call(executor, asked)
      return { sql: query.sql, plan: (rows as { detail: string }[]).map(({ detail }) => detail) }
    }),
  )
}
