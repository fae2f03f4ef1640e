import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../../src/kernel/db/database.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { databaseFile } from '../../src/kernel/db/sqlite/file.ts'
import { openSqlite } from '../../src/kernel/db/sqlite/open.ts'
import { reserveFile } from '../../src/kernel/db/sqlite/reserve.ts'
import type { WalSyncer } from '../../src/kernel/db/sqlite/wal-syncer.ts'
import { tablesInOrder } from '../../src/kernel/db/table-order.ts'
import type { TestDatabases } from './database.ts'
import { countStart } from './starts.ts'

interface Emptied extends Database, Emptying {}

interface Emptying {
  /** whether emptying leaves nothing behind: its schema and the statistics for plans are those of the template */
  isAsMade(): boolean
  empty(): void
  close(): void
}

/** nobody cuts its power; tests of syncing open databases of their own */
const NOT_SYNCED: WalSyncer = {
  async sync() {},
  async forget() {},
  async [Symbol.asyncDispose]() {},
}
/** ms that emptying waits for another connection, which has no reason to write any more */
const PATIENCE = 30_000
/** tables whose rows go with others by triggers */
const FOLLOWING = ['status_search', 'account_search']

/**
 * Copies of a file that was migrated once. They are emptied and used again: opening one reads the schema for each
 * connection, and all statements are prepared anew. Two open at once are two databases.
 */
export async function createSqliteTests(): Promise<TestDatabases> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-test-'))
  const template = join(folder, 'template')
  await makeTemplate(template)
  let made = 0
  const free: Emptied[] = []
  const emptied = new Set<Emptied>()
  let isOver = false

  const make = async (): Promise<Emptied> => {
    const dataDir = join(folder, String(++made))
    mkdirSync(dataDir)
    copyFileSync(databaseFile(template), databaseFile(dataDir))
    linkSync(reserveFile(template), reserveFile(dataDir)) // a megabyte of chance takes longer than the rest
    const database = await openSqlite(dataDir, { walSyncer: NOT_SYNCED })
    const emptying = await prepareEmptying(dataDir, database)
    return {
      ...database,
      ...emptying,
      async [Symbol.asyncDispose]() {
        emptying.close()
        await database[Symbol.asyncDispose]()
      },
    }
  }
  return {
    async openOwn() {
      return make()
    },
    async open() {
      const database = free.pop() ?? (await make())
      return {
        ...database,
        async [Symbol.asyncDispose]() {
          if (isOver || !database.isAsMade()) return database[Symbol.asyncDispose]()
          emptied.add(database)
          // its next user would take the emptying for a change by another process, and drop caches in the midst of a test
          const ignore = database.onForeignChange(() => {
            ignore()
            emptied.delete(database)
            free.push(database)
          })
          database.empty()
        },
      }
    },
    async close() {
      isOver = true // servers that a whole file shares may end later
      for (const database of [...free, ...emptied]) await database[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(dataDir: string): Promise<void> {
  await using database = await openSqlite(dataDir, { walSyncer: NOT_SYNCED })
  countStart('databases')
  await migrate(database)
}

/**
 * Empties the tables which have rows, on a connection of its own: with foreign keys off, as there is one for each place
 * that a row could be named in. A database whose schema or statistics for plans were changed is not used again.
 */
async function prepareEmptying(dataDir: string, { db }: Database): Promise<Emptying> {
  const names = [...(await tablesInOrder(db)).map(({ name }) => name), ...FOLLOWING]
  const connection = new DatabaseSync(databaseFile(dataDir), {
    enableForeignKeyConstraints: false,
    timeout: PATIENCE,
  })
  connection.exec('pragma synchronous = off; pragma wal_autocheckpoint = 0')
  const whetherFilled = connection.prepare(
    `select ${names.map((name) => `exists (select 1 from ${name}) as ${name}`)}`,
  )
  const assumptions = connection.prepare(
    `select (select schema_version from pragma_schema_version) as version,
      (select group_concat(idx || stat) from sqlite_stat1) as statistics`,
  )
  const atFirst = assumptions.get()!
  return {
    isAsMade: () => isDeepStrictEqual(assumptions.get()!, atFirst),
    empty() {
      const isFilled = whetherFilled.get()!
      const filled = names.filter((name) => isFilled[name] === 1)
      connection.exec(
        `begin immediate; ${filled.map((name) => `delete from ${name};`).join(' ')} commit`,
      )
    },
    close: () => connection.close(),
  }
}
