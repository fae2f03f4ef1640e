import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'

/** The ORIGIN that every id in this database contains, or null before the first start. */
export async function readOrigin(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'origin')
    .executeTakeFirst()
  return row === undefined ? null : String(row.value)
}

/** The same, which nobody else changes until the end of the transaction. */
export async function lockOrigin(db: Db): Promise<string | null> {
  const row = await db
    .updateTable('setting')
    .set({ value: sql<string>`value` })
    .where('name', '=', 'origin')
    .returning('value')
    .executeTakeFirst()
  return row === undefined ? null : String(row.value)
}
