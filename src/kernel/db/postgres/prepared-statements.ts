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
  readonly text: string
  /**
   * `new`: the server knows no statement of this name. `pending`: it was asked to prepare this one. `failed`: the query that
   * asked for it failed, so the server may have it or not. `prepared`: its columns are known.
   */
  state: 'new' | 'pending' | 'failed' | 'prepared'
  columns: Columns | null
}

/** The prepared statements of one connection by their names; the last one is the one used last. */
export type PreparedStatements = Map<string, PreparedStatement>

/**
 * Notes that a statement is used now. If there is one too many, the one not used for longest is forgotten, though answers to
 * it may be on their way: the server gives them before it reads this.
 *
 * @param forget asks the server to
 */
export function useStatement(
  statements: PreparedStatements,
  { name, text }: { name: string; text: string },
  forget: (name: string) => void,
): PreparedStatement {
  const known = statements.get(name)
  const statement: PreparedStatement =
    known?.text === text ? known : { text, state: known ? 'failed' : 'new', columns: null }
  if (!statements.delete(name) && statements.size >= MOST) {
    const [oldest] = statements.keys()
    statements.delete(oldest!)
    forget(oldest!)
  }
  statements.set(name, statement)
  return statement
}
