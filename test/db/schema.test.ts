import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../src/kernel/db/database.ts'
import { foreignKeys } from '../../src/kernel/db/references.ts'
import { tablesInOrder } from '../../src/kernel/db/table-order.ts'
import { openOwnTestDatabase, openTestDatabase } from '../support/database.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { keyLookedUpBy } from '../support/queries.ts'

/** `table.column` of each column that an index of all rows begins with, or of all in which it is not null. */
async function indexedColumns(db: Db): Promise<Set<string>> {
  const query = ON_SQLITE
    ? sql<{ name: string }>`
      select t.name || '.' || c.name as name
      from pragma_table_list as t, pragma_index_list(t.name) as i, pragma_index_info(i.name) as c
      left join sqlite_schema as s on s.name = i.name
      where t.schema = 'main' and t.type = 'table' and c.seqno = 0
        and (not i.partial or s.sql like '% where "' || c.name || '" is not null')`
    : sql<{ name: string }>`
      select c.relname || '.' || a.attname as name
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relnamespace = current_schema()::regnamespace
        and coalesce(pg_get_expr(i.indpred, i.indrelid), '') in ('', format('(%I IS NOT NULL)', a.attname))`
  return new Set((await query.execute(db)).rows.map(({ name }) => name))
}

test('every foreign key has an index that begins with it', async () => {
  await using database = await openTestDatabase()
  const indexed = await indexedColumns(database.db)

  const keys = (await foreignKeys(database.db)).map(({ child, column }) => `${child}.${column}`)

  assert.ok(keys.length > 30, `${keys.length}`)
  assert.deepEqual(
    keys.filter((key) => !indexed.has(key)),
    [],
  )
})

test('looking for the rows that reference one uses an index', async () => {
  // never used before: what other tests left behind would change the choice between indexes
  await using database = await openOwnTestDatabase()
  for (const { child, column } of await foreignKeys(database.db)) {
    const name = `${child}.${column}`
    if (ON_SQLITE) assert.match(await planOf(database.db, child, column), /^SEARCH /, name)
    else {
      const first = await database.transaction((db) => keyLookedUpBy(db, child, column))
      assert.equal(first, column, name)
    }
  }
})

test('deleting a row looks for those that reference it in indexes, which leave nulls out', {
  skip: !ON_SQLITE,
}, async () => {
  await using database = await openTestDatabase()
  const keys = await foreignKeys(database.db)
  for (const parent of new Set(keys.map((key) => key.parent))) {
    assert.deepEqual(await walkedByDeletion(database.db, parent), [], parent)
  }
})

/** Tables that SQLite's program for a deletion, with all that it cascades to, goes through from the first row on. */
async function walkedByDeletion(db: Db, parent: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; rootpage: number }>`
    select name, rootpage from sqlite_schema where rootpage > 0`.execute(db)
  const nameOf = new Map(tables.map(({ name, rootpage }) => [rootpage, name]))
  const { rows } = await sql<{ addr: number; opcode: string; p1: number; p2: number }>`
    explain delete from ${sql.table(parent)} where rowid = 1`.execute(db)
  assert.ok(
    rows.some(({ opcode }) => opcode === 'Program'),
    parent,
  )
  const walked: string[] = []
  const open = new Map<number, string>()
  for (const { addr, opcode, p1, p2 } of rows) {
    // the programs of what cascades follow, each from its first instruction on
    if (addr === 0) open.clear()
    if (/^(Reopen|Open(Read|Write)$)/.test(opcode)) open.set(p1, nameOf.get(p2) ?? `${p2}`)
    if (opcode === 'Rewind' && open.has(p1)) walked.push(open.get(p1)!)
  }
  return walked
}

async function planOf(db: Db, child: string, column: string): Promise<string> {
  const look = sql`select 1 from ${sql.table(child)} where ${sql.ref(column)} = '1'`
  const { rows } = await sql<{ detail: string }>`explain query plan ${look}`.execute(db)
  return rows[0]!.detail
}

test('every table has a primary key and comes after those that it references', async () => {
  await using database = await openTestDatabase()
  const tables = await tablesInOrder(database.db)
  const place = new Map(tables.map(({ name }, at) => [name, at]))

  assert.deepEqual(
    tables.filter(({ key }) => key.length === 0),
    [],
  )
  for (const { child, parent } of await foreignKeys(database.db)) {
    const known = place.has(child) && child !== parent
    if (known) assert.ok(place.get(child)! > place.get(parent)!, `${child} before ${parent}`)
  }
})
