import { sql } from 'kysely'
import type { Db } from '../../src/kernel/db/database.ts'
import { foreignKeys } from '../../src/kernel/db/references.ts'
import { type Table, tablesInOrder } from '../../src/kernel/db/table-order.ts'

/** Three rows in every table, with accents, quotes, nulls and references to rows that come later. */
export async function fillEveryTable(db: Db): Promise<void> {
  const keys = await foreignKeys(db)
  const known = await db.introspection.getTables()
  for (const table of await tablesInOrder(db)) {
    const columns = known.find(({ name }) => name === table.name)!.columns
    const rows = [2, 1, 0].map((number) =>
      Object.fromEntries(
        columns.map(({ name, dataType, isNullable }) => {
          const reference = keys.find((key) => key.child === table.name && key.column === name)
          if (reference?.parent === table.name) return [name, number === 2 ? null : idOf(2)]
          if (isNullable && number === 1 && reference === undefined) return [name, null]
          return [name, sampleValue(name, dataType.toLowerCase(), number)]
        }),
      ),
    )
    await db
      .insertInto(table.name as 'rule')
      .values(rows as never)
      .execute()
  }
}

function idOf(number: number): string {
  return `11700000000000000${number}`
}

function sampleValue(name: string, type: string, number: number): unknown {
  if (name === 'id' || name.endsWith('_id')) return idOf(number)
  if (type.startsWith('json'))
    return JSON.stringify([{ name, 'ключ "a"': number, none: null }, null])
  if (type.startsWith('bool')) return number === 2
  if (type === 'text') return `${name} ${number} 'quoted" é 漢字 🪶 \u2028 \\ line\nbreak`
  return 1_700_000_000_000 + number
}

/** Everything that the database holds, in a fixed order. */
export async function readEverything(db: Db): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const table of await tablesInOrder(db)) all[table.name] = await readTable(db, table)
  return all
}

async function readTable(db: Db, { name, key }: Table): Promise<unknown[]> {
  const order = sql.join(key.map((column) => sql.ref(column)))
  return (await sql`select * from ${sql.table(name)} order by ${order}`.execute(db)).rows
}
