import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseConnection } from 'kysely'
import { createChangeWatch } from '../change-watch.ts'
import type { Database, Db } from '../database.ts'
import { createKysely } from '../kysely.ts'
import type { ProcessKind } from '../process-kind.ts'
import { createQueryStatistics, type QueryStatistics } from '../query-statistics.ts'
import { createTransactionScope, type TransactionScope } from '../transaction-scope.ts'
import { begin } from './begin.ts'
import { createCommitGroups } from './commit-groups.ts'
import { openConnection, type SqliteConnection } from './connection.ts'
import { createDurability, SYNCED_BY_SQLITE } from './durability.ts'
import { isBusy, isFull } from './errors.ts'
import { databaseFile, demandWritable, openingError, prepareDataDir, refuseMoved } from './file.ts'
import { kyselyConnection } from './kysely-connection.ts'
import { createPacer } from './pacer.ts'
import { makeReserve, releaseReserve } from './reserve.ts'
import { FILLING, settings } from './settings.ts'
import { createSlowReader } from './slow-reader.ts'
import { createTableVersions } from './table-versions.ts'
import type { WalSyncer } from './wal-syncer.ts'
import { createWriter } from './writer.ts'

/** ms that opening waits while another process opens the same new file */
const PATIENCE = 10_000
/** ms between polls for commits of other processes */
const WATCH_INTERVAL = 200
const READER_BUSY_TIMEOUT = 1_000

export interface SqliteOptions {
  /** default `server` */
  process?: ProcessKind
  /** shared by several databases of one process; otherwise the database starts and ends its own */
  walSyncer?: WalSyncer
  /** filled by a move: foreign keys are checked at its end, and the file is not read meanwhile */
  filled?: boolean
}

/** @throws StartError if the directory or the file cannot be used */
export async function openSqlite(dataDir: string, options: SqliteOptions = {}): Promise<Database> {
  prepareDataDir(dataDir)
  const file = databaseFile(dataDir)
  if (!options.filled) refuseMoved(dataDir)
  demandWritable(file)
  const kind = options.process ?? 'server'
  const load = createQueryStatistics()
  const { writing, hasReleased } = await openWriting(file, options, load)
  if (kind === 'server') makeReserve(dataDir)
  const reading = openConnection(file, {
    ...{ readOnly: true, busyTimeout: READER_BUSY_TIMEOUT, slow: load.slow },
  })
  const slow = createSlowReader(file, load)
  const [scope, pacer] = [createTransactionScope(), createPacer()]
  const versions = createTableVersions()
  const onCommit = () => {
    versions.noticeCommit()
    durability.noticeCommit()
  }
  let announce: (() => void) | undefined
  const beforeCommit = () => announce?.()
  const groups = createCommitGroups({ connection: writing, begin, beforeCommit, onCommit })
  const { lock } = groups
  const durability =
    kind === 'server' ? createDurability(file, writing, lock, options.walSyncer) : SYNCED_BY_SQLITE
  const watch = createChangeWatch(WATCH_INTERVAL, () =>
    lock.held ? undefined : writing.run('pragma data_version').rows[0]?.data_version,
  )
  watch.subscribe(versions.noticeForeignCommit)
  const onStatement = versions.noticeStatement
  const write = createWriter({ connection: writing, groups, pacer, scope, load, onStatement })
  return {
    db: readingFrom(kyselyConnection(reading, pacer, load), scope),
    slowDb: readingFrom(slow, scope),
    load,
    async transaction(work, { lax = false } = {}) {
      const result = await write(work)
      if (!lax) await durability.durable()
      return result
    },
    versionOf: versions.of,
    async announce(tables) {
      const { createNewsWatch, createTableNews } = await import('./table-news.ts')
      announce = createTableNews(writing, () => versions.pending(tables))
      return createNewsWatch(reading)
    },
    countStore: null,
    replica: null,
    now: async () => Date.now(),
    onForeignChange: watch.subscribe,
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]()
      await durability.stopCheckpoints()
      const release = await lock.acquire()
      await durability[Symbol.asyncDispose]()
      await slow[Symbol.asyncDispose]()
      reading[Symbol.dispose]()
      writing[Symbol.dispose]()
      // the next command on the full disk needs what this one took
      if (kind === 'server' || hasReleased) makeReserve(dataDir)
      release()
    },
  }
}

function readingFrom(connection: DatabaseConnection, scope: TransactionScope): Db {
  return createKysely('sqlite', {
    acquire: () => {
      scope.refuseInside('The database was read')
      return connection
    },
  })
}

/** @throws StartError if the file cannot be used; on a full disk only if releasing the reserve does not help */
async function openWriting(
  file: string,
  options: SqliteOptions,
  load: QueryStatistics,
): Promise<{ writing: SqliteConnection; hasReleased: boolean }> {
  let hasReleased = false
  try {
    const writing = await tryOpenWriting(file, options, load).catch((error) => {
      hasReleased = isFull(error) && releaseReserve(dirname(file))
      if (!hasReleased) throw error
      return tryOpenWriting(file, options, load)
    })
    return { writing, hasReleased }
  } catch (error) {
    throw openingError(file, error)
  }
}

async function tryOpenWriting(
  file: string,
  options: SqliteOptions,
  { slow }: QueryStatistics,
): Promise<SqliteConnection> {
  const { process: kind = 'server', filled = false } = options
  const given = { readOnly: false, busyTimeout: 0, foreignKeys: !filled, slow }
  const connection = openConnection(file, given)
  try {
    await useWal(connection)
    for (const setting of settings(kind)) connection.run(setting)
    if (filled) for (const setting of FILLING) connection.run(setting)
    return connection
  } catch (error) {
    connection[Symbol.dispose]()
    throw error
  }
}

async function useWal(connection: SqliteConnection): Promise<void> {
  const deadline = performance.now() + PATIENCE
  for (;;) {
    try {
      connection.run('pragma journal_mode = wal')
      connection.run('select 1 from sqlite_schema')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await delay(10)
    }
  }
}
