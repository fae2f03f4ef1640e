import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'

/** A foreign key of PostgreSQL, as its statement defines it. */
export interface Constraint {
  child: string
  name: string
  definition: string
}

/** Drops all foreign keys on PostgreSQL; on SQLite a connection or a transaction sets them aside, and none is dropped. */
export async function dropForeignKeys(db: Db): Promise<Constraint[]> {
  if (!isPostgres(db)) return []
  const { rows } = await sql<Constraint>`
    select child.relname as child, f.conname as name, pg_get_constraintdef(f.oid) as definition
    from pg_constraint f join pg_class child on child.oid = f.conrelid
    where f.contype = 'f' and child.relnamespace = to_regnamespace(quote_ident(current_schema()))`.execute(
    db,
  )
  const drops = ({ name }: Constraint) => sql`drop constraint ${sql.ref(name)}`
  await alterEach(db, rows, drops)
  return rows
}

/** Creates dropped foreign keys again, which checks all rows. */
export async function addForeignKeys(db: Db, constraints: readonly Constraint[]): Promise<void> {
  const adds = ({ name, definition }: Constraint) =>
    sql`add constraint ${sql.ref(name)} ${sql.raw(definition)}`
  await alterEach(db, constraints, adds)
}

/** One statement for each table. */
async function alterEach(
  db: Db,
  constraints: readonly Constraint[],
  change: (constraint: Constraint) => RawBuilder<unknown>,
): Promise<void> {
  for (const [child, own] of Map.groupBy(constraints, (constraint) => constraint.child)) {
    await sql`alter table ${sql.table(child)} ${sql.join(own.map(change))}`.execute(db)
  }
}
