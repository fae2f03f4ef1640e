import type { Db } from '../database.ts'
import { type Column, type Table, tablesInOrder } from '../table-order.ts'
import { MoveError } from './error.ts'

/** Content of a column, in the terms of `columnTypes`. */
export type Kind = 'id' | 'text' | 'integer' | 'boolean' | 'json'

export interface MovedColumn extends Column {
  kind: Kind
}

export interface MovedTable extends Table {
  columns: MovedColumn[]
}

/** Leases of processes are of the moment. */
const LEFT_OUT = new Set(['process_lease'])

/**
 * The tables whose rows are copied, with what their columns hold: only the types of both databases together tell
 * an id from a text.
 *
 * @throws MoveError if their tables differ
 */
export async function planMove(source: Db, target: Db): Promise<MovedTable[]> {
  const others = new Map((await tablesInOrder(target)).map((table) => [table.name, table]))
  const tables = (await tablesInOrder(source)).filter(({ name }) => !LEFT_OUT.has(name))
  return tables.map((table) => {
    const other = others.get(table.name)
    if (other?.columns.length !== table.columns.length) throw differing(table.name)
    return { ...table, columns: table.columns.map((column) => describe(table, column, other)) }
  })
}

function describe(table: Table, column: Column, other: Table): MovedColumn {
  const counterpart = other.columns.find(({ name }) => name === column.name)
  if (counterpart === undefined) throw differing(`${table.name}.${column.name}`)
  const kind = kindOf([column.type, counterpart.type])
  if (kind === null) throw differing(`${table.name}.${column.name}`)
  return { ...column, kind }
}

/** @param types in both databases, in either order */
function kindOf(types: string[]): Kind | null {
  const known = types.sort().join()
  if (known === 'json text,jsonb') return 'json'
  if (known === 'bool,boolean') return 'boolean'
  if (known === 'int8,text') return 'id'
  if (known === 'int8,integer') return 'integer'
  return known === 'text,text' ? 'text' : null
}

function differing(name: string): MoveError {
  return new MoveError(`The two databases do not agree about ${name}`)
}
