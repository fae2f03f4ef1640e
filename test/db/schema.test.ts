import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { foreignKeys } from '../../src/db/references.ts'
import { tablesInOrder } from '../../src/db/tables.ts'
import { openTestDatabase } from '../support/database.ts'
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
  await using database = await openTestDatabase()
  for (const { child, column } of await foreignKeys(database.db)) {
    const name = `${child}.${column}`
    if (ON_SQLITE) assert.match(await planOf(database.db, child, column), /^SEARCH /, name)
    else {
      const first = await database.transaction((db) => keyLookedUpBy(db, child, column))
      assert.equal(first, column, name)
    }
  }
})

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
