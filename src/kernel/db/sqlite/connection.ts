import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { createLruCache } from '../../cache/lru-cache.ts'
import type { SlowStatements } from '../slow-statements.ts'

const CACHED_STATEMENTS = 500

/** The result of `sql`; `changes` counts the rows of an insert, update or delete, and is meaningless otherwise. */
export interface SqliteResult {
  rows: Record<string, unknown>[]
  changes: number
}

/** A synchronous connection that decodes booleans and JSON. */
export interface SqliteConnection extends Disposable {
  /** runs one statement to its end */
  run(sql: string, parameters?: readonly unknown[]): SqliteResult
  readonly inTransaction: boolean
}

export interface ConnectionOptions {
  readOnly: boolean
  /** ms that SQLite itself waits for a lock, which blocks the thread */
  busyTimeout: number
  /** default: checked */
  foreignKeys?: boolean
  /** for a connection of the thread that answers requests: is told how long each statement blocked it */
  slow?: SlowStatements
}

type Value = string | number | bigint | null
type Decode = (value: unknown) => unknown

interface Statement {
  prepared: StatementSync
  /** number of result columns */
  width: number
  toRow: (row: unknown[]) => Record<string, unknown>
}

/** @throws node:sqlite's error, with SQLite's extended code in `errcode` */
export function openConnection(file: string, options: ConnectionOptions): SqliteConnection {
  const { readOnly, busyTimeout, foreignKeys = true, slow } = options
  const database = new DatabaseSync(file, {
    readOnly,
    timeout: busyTimeout,
    enableForeignKeyConstraints: foreignKeys,
  })
  // The table for `asBoolean`: a column's declared type survives a scalar subquery.
  database.exec(`pragma temp_store = memory;
    create temp table truth (id integer primary key, value boolean);
    insert into truth values (0, 0), (1, 1)`)
  const statements = createLruCache<string, Statement>(CACHED_STATEMENTS)

  const statementFor = (sql: string): Statement => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = describe(database.prepare(sql))
    statements.set(sql, statement)
    return statement
  }

  const run = (sql: string, parameters: readonly unknown[]): SqliteResult => {
    const statement = statementFor(sql)
    const values = parameters.map(bindable)
    if (statement.width === 0) {
      return { rows: [], changes: Number(statement.prepared.run(...values).changes) }
    }
    const found = statement.prepared.all(...values) as unknown as unknown[][]
    const width = found[0]?.length ?? statement.width
    if (width !== statement.width) redescribe(statement)
    // a write returns the rows that it changed
    return { rows: found.map(statement.toRow), changes: found.length }
  }

  return {
    run(sql, parameters = []) {
      if (slow === undefined) return run(sql, parameters)
      const began = performance.now()
      try {
        return run(sql, parameters)
      } finally {
        slow.noteBlocking(sql, performance.now() - began)
      }
    },
    get inTransaction() {
      return database.isTransaction
    },
    [Symbol.dispose]() {
      statements.clear() // so that later calls get the error that the database is not open
      database.close()
    },
  }
}

function describe(prepared: StatementSync): Statement {
  prepared.setReturnArrays(true)
  const statement: Statement = { prepared, width: 0, toRow: () => ({}) }
  redescribe(statement)
  // a statement without rows reports the last rowid, and rowids of the search index exceed a safe integer
  if (statement.width === 0) prepared.setReadBigInts(true)
  return statement
}

/** A statement that SQLite prepared again after a schema change may have other columns. */
function redescribe(statement: Statement): void {
  const columns = statement.prepared.columns()
  statement.width = columns.length
  statement.toRow = rowMaker(columns)
}

/**
 * Creates the function that turns the values of a row into an object. Its source is generated, as an object
 * literal with these names costs a twentieth of an object filled name by name.
 */
function rowMaker(columns: ReturnType<StatementSync['columns']>): Statement['toRow'] {
  const decoders = columns.map((column) => decoderOf(column.type))
  const members = columns.map(({ name }, at) => {
    const value = decoders[at] === null ? `row[${at}]` : `decoders[${at}](row[${at}])`
    return `${JSON.stringify(name)}: ${value}`
  })
  const make = new Function('decoders', `return (row) => ({ ${members.join(', ')} })`)
  return make(decoders) as Statement['toRow']
}

function decoderOf(declared: string | null): Decode | null {
  if (declared === null) return null
  const type = declared.toLowerCase()
  if (type === 'boolean') return (value) => (value === null ? null : value === 1)
  if (type === 'json text') return (value) => (value === null ? null : JSON.parse(value as string))
  return null
}

/** SQLite would store NaN as null and treat an object as named parameters. */
function bindable(value: unknown): Value {
  if (typeof value === 'string' || value === null || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new TypeError(
    `A query parameter cannot be ${typeof value === 'object' ? 'an object' : value}`,
  )
}
