import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type DatabaseIntrospector,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  type Driver,
  HandleEmptyInListsPlugin,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  replaceWithNoncontingentExpression,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'
import { RookerySqliteCompiler } from './sqlite/query-compiler.ts'

/** Where a Kysely instance gets the connection for each query. */
export interface ConnectionSource {
  acquire(): DatabaseConnection | Promise<DatabaseConnection>
}

interface Flavour {
  adapter: () => DialectAdapter
  compiler: () => QueryCompiler
  introspector: (db: Kysely<unknown>) => DatabaseIntrospector
}

class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const FLAVOURS: Record<'sqlite' | 'postgres', Flavour> = {
  sqlite: {
    adapter: () => new ConcurrentSqliteAdapter(),
    compiler: () => new RookerySqliteCompiler(),
    introspector: (db) => new SqliteIntrospector(db),
  },
  postgres: {
    adapter: () => new PostgresAdapter(),
    compiler: () => new PostgresQueryCompiler(),
    introspector: (db) => new PostgresIntrospector(db),
  },
}

/** A query builder over connections whose opening, closing and transactions are managed elsewhere. */
export function createKysely(flavour: 'sqlite' | 'postgres', source: ConnectionSource): Db {
  const { adapter, compiler, introspector } = FLAVOURS[flavour]
  const driver = driverOver(source)
  const dialect: Dialect = {
    createAdapter: adapter,
    createQueryCompiler: compiler,
    createIntrospector: introspector,
    createDriver: () => driver,
  }
  const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })
  const executor = new DirectExecutor(source, compiler(), adapter(), [emptyLists])
  return new Kysely<Schema>({ config: { dialect }, dialect, driver, executor })
}

/**
 * Passes a query to its connection at once. Kysely's own path, through a driver that may have to start, a
 * release of the connection and plugins that may change the result, takes six more promises.
 */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #source: ConnectionSource

  constructor(
    source: ConnectionSource,
    compiler: QueryCompiler,
    adapter: DialectAdapter,
    plugins: KyselyPlugin[],
  ) {
    const provideConnection: ConnectionProvider['provideConnection'] = async (consumer) =>
      consumer(await source.acquire())
    super(compiler, adapter, { provideConnection }, plugins)
    this.#source = source
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const connection = this.#source.acquire()
      if (connection instanceof Promise) return connection.then((own) => own.executeQuery<R>(query))
      return connection.executeQuery<R>(query)
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

function driverOver(source: ConnectionSource): Driver {
  const refuse = async () => {
    throw new Error('Transactions are begun by Database.transaction only')
  }
  return {
    init: async () => {},
    acquireConnection: async () => source.acquire(),
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  }
}

/** For connections that return each result as a whole. */
export function refuseToStream(): never {
  throw new Error('Read in batches: no query stays open while others run')
}
