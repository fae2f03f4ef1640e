import { type CompiledQuery, DeleteQueryNode, InsertQueryNode, UpdateQueryNode } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'

/** Stands for a value that is given when a prepared query runs. */
export class Placeholder {
  readonly name: string
  readonly convert: (value: unknown) => unknown

  constructor(name: string, convert: (value: unknown) => unknown = (value) => value) {
    this.name = name
    this.convert = convert
  }
}

interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

/** Prepared statements that return no rows: nothing but an error can be learnt from their answers. */
const rowless = new WeakSet<object>()

/** Whether the caller of a query learns nothing from its answer, except that it failed. */
export const givesNothing = ({ query }: CompiledQuery): boolean => rowless.has(query)

let preparing = false

/** Whether a prepared query is being compiled: everything in it except placeholders is constant. */
export const isPreparing = (): boolean => preparing

function compilePrepared<Row>(build: () => Compilable<Row>, isRaw: boolean): CompiledQuery<Row> {
  preparing = true
  try {
    const compiled = build().compile()
    // of the syntax tree, which takes many times the memory of the text, only the kind is asked for later
    const query = { kind: compiled.query.kind } as CompiledQuery['query']
    if (isRaw || isRowless(compiled)) rowless.add(query)
    return { ...compiled, query }
  } finally {
    preparing = false
  }
}

function isRowless({ query }: CompiledQuery): boolean {
  const writes = InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)
  return writes && query.returning === undefined
}

/**
 * A query that is built and compiled once per dialect: building costs 16 µs, more than running it. The
 * builder gets a placeholder for each value, so it must put the values into the query unchanged and must not
 * inspect them. A statement without rows may return before it has run, and fail the transaction later.
 *
 * @param options.isRawWrite whether it is a write in SQL text that returns no rows
 * @example
 * const byName = prepared((db, p: { name: string }) =>
 * db.selectFrom('tag').select('id').where('name', '=', p.name))
 * const rows = await byName(app.db, { name: 'birds' })
 */
export function prepared<Params extends object, Row>(
  build: (db: Db, params: Params) => Compilable<Row>,
  { isRawWrite = false } = {},
): (db: Db, params: Params) => Promise<Row[]> {
  const compiled: { sqlite?: CompiledQuery<Row>; postgres?: CompiledQuery<Row> } = {}
  return async (db, params) => {
    const dialect = isPostgres(db) ? 'postgres' : 'sqlite'
    compiled[dialect] ??= compilePrepared(() => build(db, placeholders<Params>()), isRawWrite)
    const query = compiled[dialect]
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder
        ? parameter.convert(params[parameter.name as keyof Params])
        : parameter,
    )
    const { sql, query: node, queryId } = query
    const result = await db
      .getExecutor()
      .executeQuery<Row>({ sql, query: node, queryId, parameters })
    return result.rows
  }
}

/**
 * These parameters of a prepared query by name, as the values of a row: the builder cannot enumerate its
 * placeholders.
 *
 * @example
 * prepared((db, p: NewTag) => db.insertInto('tag').values(pickParams(p, ['id', 'name'])))
 */
export function pickParams<Params extends object, Name extends keyof Params>(
  params: Params,
  names: readonly Name[],
): Pick<Params, Name> {
  return Object.fromEntries(names.map((name) => [name, params[name]])) as Pick<Params, Name>
}

function placeholders<Params extends object>(): Params {
  const known = new Map<string, Placeholder>()
  const get = (_: Params, name: string | symbol) => {
    const placeholder = known.get(String(name)) ?? new Placeholder(String(name))
    known.set(placeholder.name, placeholder)
    return placeholder
  }
  return new Proxy({} as Params, { get })
}
