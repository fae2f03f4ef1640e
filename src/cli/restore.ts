import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../config.ts'
import { restore } from '../db/archive/restore.ts'
import type { Db } from '../db/database.ts'
import { appliedMigrations } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { indexAllAccounts } from '../db/search/accounts.ts'
import { indexStatus } from '../db/search/statuses.ts'
import { takeServerLock } from '../db/server-lock.ts'
import { readOrigin } from '../prepare-database.ts'
import { searchTextOf } from '../statuses/search-text.ts'
import { openDirectoryStorage } from '../storage/directory.ts'
import type { MediaStorage } from '../storage/storage.ts'
import { defineCommand } from './command.ts'
import { inBatches } from './in-batches.ts'
import { createProgress } from './progress.ts'

export const restoreCommand = defineCommand({
  help: `Fills a database that was never used from an archive of "rookery backup", with the uploads if they
are in it. DATA_DIR or DATABASE_URL say which database; no server may be using it.`,
  words: ['FILE'],
  async run(terminal, [name = '']) {
    const config = readConfig(terminal.env)
    const checkout = resolve(fileURLToPath(import.meta.url), '../../..')
    using _lock = takeServerLock(config.dataDir, { host: config.host, port: 0, checkout })
    await using database = await openDatabase(config, { process: 'tool' })
    const storage = await openDirectoryStorage(config.mediaStorage)
    const progress = createProgress(terminal)
    await restore(database, resolve(name), {
      onProgress: progress,
      writeFile: (key, content) => storeFile(storage, key, content),
      rebuild: (db) => index(db, progress),
    })
    const origin = await readOrigin(database.db)
    terminal.out(`Restored. Start the server with ORIGIN=${origin ?? config.origin}`)
  },
})

async function storeFile(
  storage: MediaStorage,
  key: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const path = storage.temporaryPath('part')
  await pipeline(Readable.from(content), createWriteStream(path, { flags: 'wx' }))
  await storage.put(key, { path })
}

/** Full-text search is not in the archive: each kind of database has its own. */
async function index(db: Db, progress: (what: string) => void): Promise<void> {
  // accounts of an archive from before are indexed by the migration
  if ((await appliedMigrations(db)).has('0027_account_search')) await indexAllAccounts(db)
  await indexStatuses(db, progress)
}

async function indexStatuses(db: Db, progress: (what: string) => void): Promise<void> {
  let done = 0
  for await (const { id } of inBatches((after, limit) => statusesAfter(db, after, limit))) {
    await indexStatus(db, { id, text: await searchTextOf(db, id) })
    progress(`${++done} posts indexed`)
  }
}

function statusesAfter(db: Db, after: string, limit: number) {
  return db
    .selectFrom('status')
    .select('id')
    .where('id', '>', after)
    .where('reblog_of_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}
