import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { createLatest } from '../../latest.ts'

const CACHED_STATEMENTS = 500

/** What `sql` answered; `changes` counts the rows an insert, update or delete touched, else it says nothing. */
export interface SqliteResult {
  rows: Record<string, unknown>[]
  changes: number
}

/** One synchronous connection that reads booleans and JSON as what they are. */
export interface SqliteConnection extends Disposable {
  /** runs one statement to its end */
  run(sql: string, parameters?: readonly unknown[]): SqliteResult
  readonly inTransaction: boolean
}

export interface ConnectionOptions {
  readOnly: boolean
  /** ms for which SQLite itself waits, and blocks the thread, for a lock */
  busyTimeout: number
}

type Value = string | number | bigint | null
type Decode = (value: unknown) => unknown

interface Statement {
  prepared: StatementSync
  /** how many columns it gives */
  width: number
  toRow: (row: unknown[]) => Record<string, unknown>
}

/** @throws node:sqlite's error, with SQLite's extended code in `errcode` */
export function openConnection(file: string, options: ConnectionOptions): SqliteConnection {
  const { readOnly, busyTimeout } = options
  const database = new DatabaseSync(file, {
    readOnly,
    timeout: busyTimeout,
    enableForeignKeyConstraints: true,
  })
  // What `asBoolean` selects from: a column's declared type survives a scalar subquery.
  database.exec(`pragma temp_store = memory;
    create temp table truth (id integer primary key, value boolean);
    insert into truth values (0, 0), (1, 1)`)
  const statements = createLatest<string, Statement>(CACHED_STATEMENTS)

  const statementFor = (sql: string): Statement => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = describe(database.prepare(sql))
    statements.set(sql, statement)
    return statement
  }

  return {
    run(sql, parameters = []) {
      const statement = statementFor(sql)
      const values = parameters.map(bindable)
      if (statement.width === 0) {
        return { rows: [], changes: Number(statement.prepared.run(...values).changes) }
      }
      const found = statement.prepared.all(...values) as unknown as unknown[][]
      const width = found[0]?.length ?? statement.width
      if (width !== statement.width) redescribe(statement)
      // those that a write returns are those that it touched
      return { rows: found.map(statement.toRow), changes: found.length }
    },
    get inTransaction() {
      return database.isTransaction
    },
    [Symbol.dispose]() {
      statements.clear() // so that what is asked later is told that the database is not open
      database.close()
    },
  }
}

function describe(prepared: StatementSync): Statement {
  prepared.setReturnArrays(true)
  const statement: Statement = { prepared, width: 0, toRow: () => ({}) }
  redescribe(statement)
  // what gives no rows tells the last row's id, and those of the search index are too large
  if (statement.width === 0) prepared.setReadBigInts(true)
  return statement
}

/** A statement that SQLite prepared anew, after a change of the schema, may have other columns. */
function redescribe(statement: Statement): void {
  const columns = statement.prepared.columns()
  statement.width = columns.length
  statement.toRow = rowMaker(columns)
}

/**
 * Makes the function that turns the values of a row into an object. Its text is written here, as an
 * object literal with these names costs a twentieth of one that is filled name by name.
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

/** SQLite would store NaN as null and take an object for named parameters. */
function bindable(value: unknown): Value {
  if (typeof value === 'string' || value === null || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new TypeError(
    `A query parameter cannot be ${typeof value === 'object' ? 'an object' : value}`,
  )
}
