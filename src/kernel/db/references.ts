import { sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'

/** A foreign key; all of ours have one column. */
export interface ForeignKey {
  child: string
  column: string
  parent: string
  /** the referenced column */
  key: string
}

/** Every foreign key of the schema. */
export async function foreignKeys(db: Db): Promise<ForeignKey[]> {
  const query = isPostgres(db)
    ? sql<ForeignKey>`
      select child.relname as child, a.attname as column, parent.relname as parent, k.attname as key
      from pg_constraint f
      join pg_class child on child.oid = f.conrelid
      join pg_class parent on parent.oid = f.confrelid
      join pg_attribute a on a.attrelid = child.oid and a.attnum = f.conkey[1]
      join pg_attribute k on k.attrelid = parent.oid and k.attnum = f.confkey[1]
      where f.contype = 'f' and child.relnamespace = to_regnamespace(quote_ident(current_schema()))
      order by child.relname, a.attname`
    : sql<ForeignKey>`
      select t.name as child, f."from" as "column", f."table" as parent,
        coalesce(f."to", 'id') as "key"
      from pragma_table_list as t, pragma_foreign_key_list(t.name) as f
      where t.schema = 'main' and t.type = 'table'
      order by t.name, f."from"`
  return (await query.execute(db)).rows
}

/** Counts rows whose foreign key refers to a missing row. */
export async function countDangling(db: Db, reference: ForeignKey): Promise<number> {
  const { child, column, parent, key } = reference
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(child)} as child
    where ${sql.ref(`child.${column}`)} is not null and not exists (
      select 1 from ${sql.table(parent)} as parent
      where ${sql.ref(`parent.${key}`)} = ${sql.ref(`child.${column}`)})`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
