import { sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'

export interface Column {
  name: string
  /** as the database names it, in lower case */
  type: string
  json: boolean
}

export interface Table {
  name: string
  columns: Column[]
  /** the columns of the primary key, in order */
  key: string[]
}

interface ColumnRow {
  table_name: string
  column_name: string
  type: string
  /** position in the primary key from 1 on, or 0 */
  key_place: number
}

interface ReferenceRow {
  child: string
  parent: string
}

const WITHOUT_DATA = new Set(['migration', 'database_move', 'status_search', 'account_search'])

/**
 * The tables that hold data, each after the tables that it references. The list of migrations, the state of a move
 * and the search indexes, which derive from statuses and accounts, are not included; nor on a standby are tables without log, of which
 * it has no rows.
 */
export async function tablesInOrder(db: Db): Promise<Table[]> {
  const columns = await (isPostgres(db) ? postgresColumns(db) : sqliteColumns(db))
  const references = await (isPostgres(db) ? postgresReferences(db) : sqliteReferences(db))
  const tables = new Map<string, Table>()
  for (const [name, own] of Map.groupBy(columns, (column) => column.table_name)) {
    if (WITHOUT_DATA.has(name)) continue
    tables.set(name, tableOf(name, own))
  }
  return sorted(tables, references)
}

/** Whether there is such a table, also one that this user may not read. */
export async function hasTable(db: Db, name: string): Promise<boolean> {
  const there = isPostgres(db)
    ? sql`select 1 from pg_class where relname = ${name} and relnamespace = to_regnamespace(quote_ident(current_schema()))`
    : sql`select 1 from sqlite_schema where name = ${name}`
  return (await there.execute(db)).rows.length > 0
}

/** The name of the first of these tables that has rows, or null. */
export async function firstFilled(db: Db, tables: readonly Table[]): Promise<string | null> {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return name
  }
  return null
}

function tableOf(name: string, columns: ColumnRow[]): Table {
  const inKey = columns.filter((column) => column.key_place > 0)
  const key = inKey.sort((a, b) => a.key_place - b.key_place).map((column) => column.column_name)
  return {
    name,
    key,
    columns: columns.map(({ column_name, type }) => ({
      name: column_name,
      type: type.toLowerCase(),
      json: /^json/i.test(type),
    })),
  }
}

function sorted(tables: Map<string, Table>, references: ReferenceRow[]): Table[] {
  const parents = Map.groupBy(references, (reference) => reference.child)
  const order = new Set<Table>()
  const visiting = new Set<string>()
  const visit = (name: string) => {
    const table = tables.get(name)
    if (table === undefined || visiting.has(name)) return
    visiting.add(name)
    for (const { parent } of parents.get(name) ?? []) visit(parent)
    order.add(table)
  }
  for (const name of [...tables.keys()].sort()) visit(name)
  return [...order]
}

async function sqliteColumns(db: Db): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select t.name as table_name, c.name as column_name, c.type, c.pk as key_place
    from pragma_table_list as t, pragma_table_info(t.name) as c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
    order by t.name, c.cid`.execute(db)
  return rows
}

async function sqliteReferences(db: Db): Promise<ReferenceRow[]> {
  const { rows } = await sql<ReferenceRow>`
    select t.name as child, f."table" as parent
    from pragma_table_list as t, pragma_foreign_key_list(t.name) as f
    where t.schema = 'main' and t.type = 'table'
    order by t.name, f.id`.execute(db)
  return rows
}

async function postgresColumns(db: Db): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select c.relname as table_name, a.attname as column_name, t.typname as type,
      coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) as key_place
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p') and c.relnamespace = to_regnamespace(quote_ident(current_schema()))
      and not (c.relpersistence = 'u' and pg_is_in_recovery())
    order by c.relname, a.attnum`.execute(db)
  return rows
}

async function postgresReferences(db: Db): Promise<ReferenceRow[]> {
  const { rows } = await sql<ReferenceRow>`
    select child.relname as child, parent.relname as parent
    from pg_constraint f
    join pg_class child on child.oid = f.conrelid
    join pg_class parent on parent.oid = f.confrelid
    where f.contype = 'f' and child.relnamespace = to_regnamespace(quote_ident(current_schema()))
    order by child.relname, f.conname`.execute(db)
  return rows
}
