import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { databaseFile } from '../../src/kernel/db/sqlite/file.ts'
import { openSqlite } from '../../src/kernel/db/sqlite/open.ts'
import { reserveFile } from '../../src/kernel/db/sqlite/reserve.ts'
import { createWalSyncer, type WalSyncer } from '../../src/kernel/db/sqlite/wal-syncer.ts'
import type { TestDatabases } from './database.ts'
import { countStart } from './starts.ts'

/** Copies of a file that was migrated once, on the same connections and syncs as in production. */
export async function createSqliteTests(): Promise<TestDatabases> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-test-'))
  const walSyncer = createWalSyncer()
  const template = join(folder, 'template')
  await makeTemplate(template, walSyncer)
  let opened = 0
  const open = async () => {
    const dataDir = join(folder, String(++opened))
    mkdirSync(dataDir)
    copyFileSync(databaseFile(template), databaseFile(dataDir))
    linkSync(reserveFile(template), reserveFile(dataDir)) // a megabyte of chance takes longer than the rest
    const database = await openSqlite(dataDir, { walSyncer })
    return {
      ...database,
      async [Symbol.asyncDispose]() {
        await database[Symbol.asyncDispose]()
        rmSync(dataDir, { recursive: true, force: true })
      },
    }
  }
  return {
    open,
    openOwn: open,
    async close() {
      await walSyncer[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(dataDir: string, walSyncer: WalSyncer): Promise<void> {
  await using database = await openSqlite(dataDir, { walSyncer })
  countStart('databases')
  await migrate(database)
}
