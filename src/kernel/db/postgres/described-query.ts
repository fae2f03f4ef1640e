import pg, { type Connection, type QueryResult } from 'pg'
import type { Ask } from './deadlines.ts'

/** The columns of a statement's rows and their parsers, as pg keeps them. */
interface Columns {
  fields: unknown[]
  _parsers: unknown[] | undefined
  _prebuiltEmptyResultObject: object | null
}

/** The parts of a query of pg that its types hide. */
interface PgQuery {
  name: string | undefined
  values: unknown[] | undefined
  _result: Columns
  _accumulateRows: boolean
  /** Sends parse (the first time), bind, describe, execute and sync. */
  prepare(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
  submit(connection: Connection): void
}
type Answer = (error: Error | undefined, result: QueryResult) => void
const Query = pg.Query as unknown as new (text: string, answer: Answer) => PgQuery

/** The columns of the prepared statements of one connection. */
interface Memory {
  columns: Map<string, Columns>
  /** the same connection, over which nothing asks for columns */
  silent: Connection
}
const memories = new WeakMap<Connection, Memory>()

function memoryOf(connection: Connection): Memory {
  const known = memories.get(connection)
  if (known !== undefined) return known
  const silent = Object.create(connection, { describe: { value: () => {} } }) as Connection
  const memory = { columns: new Map(), silent }
  memories.set(connection, memory)
  return memory
}

/**
 * A prepared statement that asks for its columns once for each connection. pg asks each time, parses them and makes a new
 * shape of row for each answer, which costs more than the rows of a page. Should the columns change, the server refuses the
 * statement (`isStalePlan`).
 */
class DescribedQuery extends Query {
  #unknown: Memory['columns'] | null = null

  override prepare(connection: Connection): void {
    const { columns, silent } = memoryOf(connection)
    const known = columns.get(this.name!)
    if (known === undefined) this.#unknown = columns
    else {
      Object.assign(this._result, known)
      this._accumulateRows = true
    }
    super.prepare(known === undefined ? connection : silent)
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    super.handleCommandComplete(message, connection)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#unknown?.set(this.name!, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

/**
 * Runs a query on a connection; its columns are known from the second time on if it has a name. Promises of all queries
 * settle in the order of their answers: the first failure of a transaction tells what to do about it.
 */
export const askDescribed: Ask = (client, query) =>
  new Promise((resolve, reject) => {
    const answer: Answer = (error, result) => {
      if (error) reject(error)
      else resolve(result)
    }
    const { text, name, values } = typeof query === 'string' ? { text: query } : query
    const asked = name ? new DescribedQuery(text, answer) : new Query(text, answer)
    // pg would copy an object property by property, which takes as long as the rest of its work
    asked.name = name
    asked.values = values
    client.query(asked)
  })
