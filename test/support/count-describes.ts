import type { PoolClient } from 'pg'

/** Counts how often a client asks its server for the columns of a statement, from now on. */
export function countDescribes(client: PoolClient): () => number {
  const { connection } = client as unknown as { connection: { describe(message: object): void } }
  const describe = connection.describe.bind(connection)
  let asked = 0
  connection.describe = (message) => {
    asked++
    describe(message)
  }
  return () => asked
}
