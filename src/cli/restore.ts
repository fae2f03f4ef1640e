import { createWriteStream, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { readOrigin } from '../features/instance/origin.ts'
import type { Config } from '../kernel/base/config.ts'
import { BEFORE_ALL_IDS } from '../kernel/base/ids.ts'
import { loadKeys } from '../kernel/core/keys.ts'
import { verifyArchive } from '../kernel/db/archive/read.ts'
import { restore } from '../kernel/db/archive/restore.ts'
import type { Db } from '../kernel/db/database.ts'
import { appliedMigrations } from '../kernel/db/migrate.ts'
import { openDatabase } from '../kernel/db/open.ts'
import { indexAllAccounts } from '../kernel/db/search/accounts.ts'
import { takeServerLock } from '../kernel/db/server-lock.ts'
import { StartError } from '../kernel/db/start-error.ts'
import { openStorage } from '../kernel/storage/open-storage.ts'
import type { MediaStorage } from '../kernel/storage/storage.ts'
import { createOriginFinder } from './backups/archive-origin.ts'
import { demandFile } from './backups/named.ts'
import { defineCommand } from './command.ts'
import { indexStatusesAfter } from './index-statuses.ts'
import { createProgress } from './progress.ts'
import { readShellSettings } from './shell-settings.ts'

const NOT_PIPED =
  'An archive is read to its end before anything is restored, so it cannot be piped: save it in a file and name that'

export const restoreCommand = defineCommand({
  help: `Fills a database that was never used from an archive of "rookery backup", with the uploads if they
are in it. DATA_DIR or DATABASE_URL say which database; no server may be using it.`,
  words: ['FILE'],
  async run(terminal, [name = '']) {
    demandFile(name, NOT_PIPED)
    const config = readShellSettings(terminal.env)
    const file = resolve(name)
    // a failure up to here leaves no folder and no database behind
    using early = existsSync(config.dataDir) ? lock(config) : null
    const found = createOriginFinder()
    const header = await verifyArchive(file, found.look)
    refuseOther(terminal.env.ORIGIN ? config.origin : null, found.origin)
    using _late = early === null ? lock(config) : null
    await using database = await openDatabase(config, { process: 'tool' })
    const storage = await openStorage(config, {
      secret: async () => (await loadKeys(database)).csrfSecret,
    })
    const progress = createProgress(terminal)
    await restore(
      database,
      { file, header },
      {
        onProgress: progress,
        writeFile: (key, content) => storeFile(storage, key, content),
        rebuild: (db) => index(db, progress),
      },
    )
    const origin = await readOrigin(database.db)
    terminal.out(`Restored. Start the server with ORIGIN=${origin ?? config.origin}`)
  },
})

/** Keeps servers away. @throws StartError if one runs */
function lock({ dataDir, host }: Config) {
  const checkout = resolve(fileURLToPath(import.meta.url), '../../..')
  return takeServerLock(dataDir, { host, port: 0, checkout })
}

/**
 * No server would start afterwards: every id contains the address.
 * @param given null if the environment has none
 * @throws StartError
 */
function refuseOther(given: string | null, archived: string | null): void {
  if (given === null || archived === null || given === archived) return
  throw new StartError(
    `ORIGIN is ${given}, but this archive is of ${archived}, and every id in it contains that address: nothing was restored; set ORIGIN=${archived}, or unset it, to restore it`,
    { isSetting: true },
  )
}

async function storeFile(
  storage: MediaStorage,
  key: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const path = storage.temporaryPath('part')
  await pipeline(Readable.from(content), createWriteStream(path, { flags: 'wx' }))
  await storage.put(key, { path })
}

/** Archives contain no full-text index: each kind of database has its own. */
async function index(db: Db, progress: (what: string) => void): Promise<void> {
  // for an older archive the migration indexes the accounts
  if ((await appliedMigrations(db)).has('0027_account_search')) await indexAllAccounts(db)
  let done = 0
  for (let after: string | null = BEFORE_ALL_IDS; after !== null; ) {
    const { count, last } = await indexStatusesAfter(db, after)
    done += count
    progress(`${done} posts indexed`)
    after = last
  }
}
