import {
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  replaceWithNoncontingentExpression,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'
import { RookerySqliteCompiler } from './sqlite/query-compiler.ts'

/** Where a Kysely instance takes the connection for each query from, and gives it back to. */
export interface ConnectionSource {
  acquire(): Promise<DatabaseConnection>
  release?(connection: DatabaseConnection): Promise<void>
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

/** Query builder over connections that somebody else opens, closes and begins transactions on. */
export function createKysely(flavour: 'sqlite' | 'postgres', source: ConnectionSource): Db {
  const { adapter, compiler, introspector } = FLAVOURS[flavour]
  const dialect: Dialect = {
    createAdapter: adapter,
    createQueryCompiler: compiler,
    createIntrospector: introspector,
    createDriver: () => driverOver(source),
  }
  const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })
  return new Kysely<Schema>({ dialect, plugins: [emptyLists] })
}

function driverOver(source: ConnectionSource): Driver {
  const refuse = async () => {
    throw new Error('Transactions are begun by Database.transaction only')
  }
  return {
    init: async () => {},
    acquireConnection: () => source.acquire(),
    releaseConnection: async (connection) => source.release?.(connection),
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  }
}

/** For connections that answer each query whole. */
export function refuseToStream(): never {
  throw new Error('Read in batches: no query stays open while others run')
}
