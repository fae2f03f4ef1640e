import { sql } from 'kysely'
import { isPostgres } from '../column-types.ts'
import type { Db } from '../database.ts'

interface ForeignKey {
  child: string
  name: string
  definition: string
}

/**
 * Lets `work` write rows in any order; that every reference leads somewhere is checked at its end
 * (PostgreSQL) or at the end of the transaction (SQLite).
 */
export async function withoutForeignKeys(db: Db, work: () => Promise<void>): Promise<void> {
  if (!isPostgres(db)) {
    await sql`pragma defer_foreign_keys = on`.execute(db)
    await work()
    return
  }
  const keys = await foreignKeys(db)
  for (const { child, name } of keys) {
    await sql`alter table ${sql.table(child)} drop constraint ${sql.ref(name)}`.execute(db)
  }
  await work()
  for (const { child, name, definition } of keys) {
    await sql`alter table ${sql.table(child)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      db,
    )
  }
}

async function foreignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select child.relname as child, f.conname as name, pg_get_constraintdef(f.oid) as definition
    from pg_constraint f join pg_class child on child.oid = f.conrelid
    where f.contype = 'f' and child.relnamespace = current_schema()::regnamespace`.execute(db)
  return rows
}
