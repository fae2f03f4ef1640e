import { sql } from 'kysely'
import { isPostgres } from '../column-types.ts'
import { addForeignKeys, dropForeignKeys } from '../constraints.ts'
import type { Db } from '../database.ts'

/**
 * Lets `work` write rows in any order; all foreign keys are checked at its end (PostgreSQL) or at the end of
 * the transaction (SQLite).
 */
export async function withoutForeignKeys(db: Db, work: () => Promise<void>): Promise<void> {
  if (!isPostgres(db)) await sql`pragma defer_foreign_keys = on`.execute(db)
  const dropped = await dropForeignKeys(db)
  await work()
  await addForeignKeys(db, dropped)
}
