import { createHash } from 'node:crypto'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { QueryConfig, QueryResult as ServerResult } from 'pg'
import { createLruCache } from '../../cache/lru-cache.ts'
import { refuseToStream } from '../kysely.ts'
import type { QueryStatistics } from '../query-statistics.ts'
import type { TransactionScope } from '../transaction-scope.ts'
import { translated } from './errors.ts'

/** Names that are kept: a name that is not is computed again. */
const KEPT_NAMES = 500
const NAMED_KINDS = new Set([
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
])

/** Names for queries by their text, so that every connection prepares each query once. */
export interface StatementNames {
  /** undefined for a query that is not worth a plan */
  nameOf(query: CompiledQuery): string | undefined
  /** From now on nothing has a name: a pool between us and the server does not keep prepared statements. */
  turnOff(): void
}

/** @param onTurnedOff called once */
export function createStatementNames(onTurnedOff: () => void): StatementNames {
  let isOff = false
  const names = createLruCache<string, string>(KEPT_NAMES)
  return {
    nameOf({ query, sql }) {
      if (isOff || !NAMED_KINDS.has(query.kind)) return undefined
      const known = names.get(sql)
      if (known !== undefined) return known
      const name = createHash('sha256').update(sql).digest('base64url').slice(0, 22)
      names.set(sql, name)
      return name
    },
    turnOff() {
      if (isOff) return
      isOff = true
      onTurnedOff()
    },
  }
}

/** State that all connections of a process share. */
export interface Shared {
  names: StatementNames
  scope: TransactionScope
  load: QueryStatistics
}

/** Sends one query, over a given client or any free one. */
export type Send = (query: QueryConfig) => Promise<ServerResult>

/**
 * A Kysely connection over `send`.
 * @param isOneClient whether the server runs the statements in turn: one takes its time from the answer to the one before
 */
export function kyselyConnection(
  send: Send,
  names: StatementNames,
  load: QueryStatistics,
  { isOneClient = false } = {},
): DatabaseConnection {
  let answered = 0
  const note = ({ sql, query }: CompiledQuery, sent: number) => {
    const began = isOneClient ? Math.max(sent, answered) : sent
    answered = performance.now()
    load.noteQuery(query.kind, began)
    load.slow.noteAwaited(sql, answered - began)
  }
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const name = names.nameOf(query)
      const values = query.parameters.map(bindable)
      const named = name === undefined ? {} : { name }
      const sent = performance.now()
      try {
        const result = await send({ text: query.sql, values, ...named })
        note(query, sent)
        return asQueryResult<R>(result.command, result.rowCount, result.rows)
      } catch (error) {
        throw translated(error)
      }
    },
    streamQuery: refuseToStream,
  }
}

/** @param command in the server's terms: `SELECT`, `UPDATE`… */
export function asQueryResult<R>(command: string, count: number | null, rows: R[]): QueryResult<R> {
  const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
  return changes ? { rows, numAffectedRows: BigInt(count ?? 0) } : { rows }
}

/** Refuses the values that SQLite refuses too; the only exception are the lists of `idIn`. */
export function bindable(value: unknown): unknown {
  if (Array.isArray(value)) value.forEach(refuseUnbindable)
  else refuseUnbindable(value)
  return value
}

const UNBINDABLE = new Set(['undefined', 'object', 'function', 'symbol'])

function refuseUnbindable(value: unknown): void {
  if (value !== null && UNBINDABLE.has(typeof value)) {
    throw new TypeError(
      `A query parameter cannot be ${typeof value === 'object' ? 'an object' : typeof value}`,
    )
  }
}
