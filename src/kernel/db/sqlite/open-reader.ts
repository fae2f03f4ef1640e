import type { Database, Db } from '../database.ts'
import { createKysely } from '../kysely.ts'
import { createQueryStatistics } from '../query-statistics.ts'
import { openConnection } from './connection.ts'
import { databaseFile } from './file.ts'
import { kyselyConnection } from './kysely-connection.ts'
import { createPacer } from './pacer.ts'
import { createSlowReader } from './slow-reader.ts'
import { createNewsLook } from './table-news.ts'
import { createTableVersions } from './table-versions.ts'

/** ms between looks for commits without a request */
const WATCH_INTERVAL = 200
const BUSY_TIMEOUT = 1_000

/** The database as a process reads it that writes nothing, while another one serves it. */
export interface ReaderDatabase extends Database {
  /**
   * Notices all that was committed until now, by whichever process: versions and listeners hear of it before this
   * returns. Costs 1 µs if nothing was.
   * @throws Error if the database cannot be read
   */
  look(): void
  /** the same without an error: the next look will notice it */
  tryToLook(): void
  /** a process other than the writer has changed anything */
  noticeForeignCommit(): void
}

export interface ReaderOptions {
  /** those that the writer announces: versions are known for them alone */
  announcedTables: readonly string[]
  /** called instead of a transaction; throws */
  refuseToWrite: () => never
}

/** Opens a database that the writer has opened and migrated. */
export function openSqliteReader(dataDir: string, options: ReaderOptions): ReaderDatabase {
  const file = databaseFile(dataDir)
  const load = createQueryStatistics()
  const connection = openConnection(file, {
    ...{ readOnly: true, busyTimeout: BUSY_TIMEOUT, slow: load.slow },
  })
  const slow = createSlowReader(file, load)
  const versions = createTableVersions()
  const lookForNews = createNewsLook(connection)
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const look = () => {
    const news = lookForNews()
    if (news === null) return
    versions.noticeTables(news.tables)
    if (news.isNewEpoch) tell()
  }
  const tryToLook = () => {
    try {
      look()
    } catch {} // code that needs the database reports its failure
  }
  const timer = setInterval(tryToLook, WATCH_INTERVAL).unref()
  return {
    db: reading(kyselyConnection(connection, createPacer(), load)),
    slowDb: reading(slow),
    load,
    transaction: async () => options.refuseToWrite(),
    versionOf(tables) {
      const unknown = tables.find((table) => !options.announcedTables.includes(table))
      if (unknown !== undefined) throw new Error(`The writer does not announce ${unknown}`)
      return versions.of(tables)
    },
    countStore: null,
    replica: null,
    now: async () => Date.now(),
    onForeignChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    look,
    tryToLook,
    noticeForeignCommit() {
      versions.noticeForeignCommit()
      tell()
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await slow[Symbol.asyncDispose]()
      connection[Symbol.dispose]()
    },
  }
}

function reading(connection: ReturnType<typeof kyselyConnection>): Db {
  return createKysely('sqlite', { acquire: () => connection })
}
