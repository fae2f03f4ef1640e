import {
  type CompiledQuery,
  type LimitNode,
  type OffsetNode,
  type QueryId,
  type RootOperationNode,
  SqliteQueryCompiler,
} from 'kysely'
import { isPreparing, Placeholder } from '../prepared.ts'

/**
 * Numbers are not written as literals: they are bound as SQLite reals, and an integer literal would divide
 * differently.
 */
const canBeWritten = (value: unknown): value is string | boolean =>
  typeof value === 'string' || typeof value === 'boolean'

/**
 * Numbers the parameters of a prepared query that uses one twice, so that each is bound once. Other queries keep
 * unnumbered parameters: node:sqlite asks for the name of each, and SQLite searches all of them for it.
 *
 * SQLite plans some clauses by the bound value and recompiles the statement each time such a value is bound: 60 µs
 * for a timeline page that takes 40. So a limit is written as an expression, and constants of a prepared query are
 * written as literals: they may decide whether a partial index is used.
 */
export class RookerySqliteCompiler extends SqliteQueryCompiler {
  readonly #numbers = new Map<Placeholder, number>()
  #repeats = false
  #isNumbered = false

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    this.#repeats = false
    this.#isNumbered = false
    this.#numbers.clear()
    const compiled = super.compileQuery(node, queryId)
    if (!this.#repeats) return compiled
    this.#isNumbered = true
    this.#numbers.clear()
    return super.compileQuery(node, queryId)
  }

  protected override appendValue(parameter: unknown): void {
    const known = parameter instanceof Placeholder ? this.#numbers.get(parameter) : undefined
    if (known !== undefined) {
      this.#repeats = true
      this.append(`?${known}`)
      return
    }
    if (isPreparing() && canBeWritten(parameter)) {
      this.appendImmediateValue(parameter)
      return
    }
    super.appendValue(parameter)
    if (parameter instanceof Placeholder) this.#numbers.set(parameter, this.numParameters)
  }

  protected override getCurrentParameterPlaceholder(): string {
    return this.#isNumbered ? `?${this.numParameters}` : '?'
  }

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
