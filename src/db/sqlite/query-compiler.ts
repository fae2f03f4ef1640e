import { type LimitNode, type OffsetNode, SqliteQueryCompiler } from 'kysely'

/**
 * Writes a limit as an expression. SQLite plans a bare `limit ?` by the value that is bound, and for
 * that compiles the statement anew each time a value is bound: 60 µs for a page of a timeline that
 * takes 40.
 */
export class RookerySqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.append('limit cast(')
    this.visitNode(node.limit)
    this.append(' as integer)')
  }

  protected override visitOffset(node: OffsetNode): void {
    this.append('offset cast(')
    this.visitNode(node.offset)
    this.append(' as integer)')
  }
}
