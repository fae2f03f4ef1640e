/** Statements that the server keeps for one connection, each with a plan. */
const MOST = 500

/** The columns of a statement's rows and their parsers, as pg keeps them. */
export interface Columns {
  fields: unknown[]
  _parsers: unknown[] | undefined
  _prebuiltEmptyResultObject: object | null
}

/** A statement from its first use until the server is asked to forget it. */
export interface PreparedStatement {
  /** how often the server was asked to prepare it */
  parses: number
  /** of its rows, once the last of these has succeeded: then it is prepared; else null */
  columns: Columns | null
}

/** The prepared statements of one connection by their names; the last one is the one used last. */
export type PreparedStatements = Map<string, PreparedStatement>

/**
 * Notes that a statement is used now. If there is one too many, the one not used for longest is forgotten, though answers to
 * it may be on their way: they arrive before the server reads this.
 *
 * @param forget asks the server to
 */
export function useStatement(
  statements: PreparedStatements,
  name: string,
  forget: (name: string) => void,
): PreparedStatement {
  const statement = statements.get(name) ?? { parses: 0, columns: null }
  if (!statements.delete(name) && statements.size >= MOST) {
    const [oldest] = statements.keys()
    statements.delete(oldest!)
    forget(oldest!)
  }
  statements.set(name, statement)
  return statement
}
