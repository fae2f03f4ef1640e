import { createHash } from 'node:crypto'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { QueryConfig, QueryResult as ServerResult } from 'pg'
import { refuseToStream } from '../kysely.ts'
import type { DatabaseLoad } from '../load.ts'
import type { TransactionScope } from '../transaction-scope.ts'
import { translated } from './errors.ts'

/** Queries that the server keeps a plan for, on each connection. */
const NAMED_STATEMENTS = 500
const NAMED_KINDS = new Set([
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
])

/** Names for queries by their text, so that every connection prepares each once. */
export interface StatementNames {
  /** undefined for what is not worth a plan, or too many */
  nameOf(query: CompiledQuery): string | undefined
}

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  return {
    nameOf({ query, sql }) {
      if (!NAMED_KINDS.has(query.kind)) return undefined
      const known = names.get(sql)
      if (known !== undefined || names.size >= NAMED_STATEMENTS) return known
      const name = createHash('sha256').update(sql).digest('base64url').slice(0, 22)
      names.set(sql, name)
      return name
    },
  }
}

/** What all connections of a process share. */
export interface Shared {
  names: StatementNames
  scope: TransactionScope
  load: DatabaseLoad
}

/** Sends one query, over one client or over whichever is free. */
export type Send = (query: QueryConfig) => Promise<ServerResult>

/** What `send` reaches as Kysely wants it. */
export function kyselyConnection(
  send: Send,
  names: StatementNames,
  load: DatabaseLoad,
): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const name = names.nameOf(query)
      const values = query.parameters.map(bindable)
      const named = name === undefined ? {} : { name }
      const began = performance.now()
      try {
        const result = await send({ text: query.sql, values, ...named })
        load.noteQuery(query.query.kind, began)
        return asQueryResult<R>(result.command, result.rowCount, result.rows)
      } catch (error) {
        throw translated(error)
      }
    },
    streamQuery: refuseToStream,
  }
}

/** @param command as the server names it: `SELECT`, `UPDATE`… */
export function asQueryResult<R>(command: string, count: number | null, rows: R[]): QueryResult<R> {
  const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
  return changes ? { rows, numAffectedRows: BigInt(count ?? 0) } : { rows }
}

/** Refuses what SQLite would refuse too; the one exception are the id lists of `idIn`. */
export function bindable(value: unknown): unknown {
  if (
    value === undefined ||
    (typeof value === 'object' && value !== null && !Array.isArray(value))
  ) {
    throw new TypeError(`A query parameter cannot be ${value === undefined ? value : 'an object'}`)
  }
  return value
}
