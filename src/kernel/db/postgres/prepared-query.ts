import pg, { type QueryResult } from 'pg'
import type { Ask } from './deadlines.ts'
import {
  type Columns,
  type PreparedStatement,
  type PreparedStatements,
  useStatement,
} from './prepared-statements.ts'

/** The messages of the protocol that pg's connection sends; its types hide them. */
interface Connection {
  close(message: { type: 'S'; name: string }): void
  parse(message: { text: string; name: string }): void
  bind(message: { statement: string; values: unknown[] }): void
  describe(message: { type: 'P' }): void
  execute(message: object): void
  sync(): void
}

/** The parts of a query of pg that its types hide. */
interface PgQuery {
  text: string
  values: unknown[]
  _result: Columns
  _accumulateRows: boolean
  requiresPreparation(): boolean
  prepare(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleError(error: unknown, connection: Connection): void
  submit(connection: Connection): void
}
type Answer = (error: Error | undefined, result: QueryResult) => void
const Query = pg.Query as unknown as new (text: string, answer: Answer) => PgQuery
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } })
  .utils

const UNNAMED = ''
const statementsOf = new WeakMap<Connection, PreparedStatements>()

/**
 * A query whose statement its connection prepares once. pg would keep every statement for ever, and trust a name whose
 * preparation is still on its way and may fail. While it is, further queries prepare the statement for themselves.
 */
class PreparedQuery extends Query {
  readonly #name: string
  readonly #isDirect: boolean
  /** the statement that it asked the server to prepare */
  #preparing: PreparedStatement | null = null

  constructor(text: string, answer: Answer, name: string, isDirect: boolean) {
    super(text, answer)
    this.#name = name
    this.#isDirect = isDirect
  }

  override requiresPreparation(): boolean {
    return true
  }

  override prepare(connection: Connection): void {
    const statement = this.#statementOn(connection)
    const name = statement.state === 'pending' ? UNNAMED : this.#name
    if (statement.state !== 'prepared') this.#parse(connection, statement, name)
    connection.bind({ statement: name, values: this.values })
    // Asking for the columns each time, and a new shape of row for each answer, would cost more than the rows of a page.
    // Should the columns change, the server refuses the statement (`isStalePlan`).
    if (statement.columns === null || !this.#isDirect) connection.describe({ type: 'P' })
    else {
      Object.assign(this._result, statement.columns)
      this._accumulateRows = true
    }
    connection.execute({})
    connection.sync()
  }

  #statementOn(connection: Connection): PreparedStatement {
    const statements = statementsOf.get(connection) ?? new Map()
    statementsOf.set(connection, statements)
    return useStatement(statements, { name: this.#name, text: this.text }, (name) =>
      connection.close({ type: 'S', name }),
    )
  }

  #parse(connection: Connection, statement: PreparedStatement, name: string): void {
    if (statement.state === 'failed') connection.close({ type: 'S', name })
    connection.parse({ text: this.text, name })
    if (name === UNNAMED) return
    statement.state = 'pending'
    this.#preparing = statement
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    super.handleCommandComplete(message, connection)
    if (this.#preparing === null) return
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#preparing.columns = { fields, _parsers, _prebuiltEmptyResultObject }
    this.#preparing.state = 'prepared'
    this.#preparing = null
  }

  override handleError(error: unknown, connection: Connection): void {
    if (this.#preparing !== null) this.#preparing.state = 'failed'
    this.#preparing = null
    super.handleError(error, connection)
  }
}

/**
 * Runs a query on a connection. Promises of all queries settle in the order of their answers: the first failure of a
 * transaction tells what to do about it.
 *
 * @param isDirect whether the server's own connection is always the same; behind a pool such as PgBouncer the columns of a
 * statement may be those of another one
 */
export const askOver =
  (isDirect: boolean): Ask =>
  (client, query) =>
    new Promise((resolve, reject) => {
      const answer: Answer = (error, result) => {
        if (error) reject(error)
        else resolve(result)
      }
      const { text, name, values } = typeof query === 'string' ? { text: query } : query
      const asked = name ? new PreparedQuery(text, answer, name, isDirect) : new Query(text, answer)
      // pg would copy an object property by property, which takes as long as the rest of its work
      asked.values = (values ?? []).map((value) => prepareValue(value))
      client.query(asked)
    })
