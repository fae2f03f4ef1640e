import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../src/db/migrate.ts'
import { databaseFile } from '../../src/db/sqlite/file.ts'
import { openSqlite } from '../../src/db/sqlite/open.ts'
import { createWalSyncer, type WalSyncer } from '../../src/db/sqlite/wal-syncer.ts'
import type { TestDatabases } from './database.ts'

/** Copies of a file that was migrated once, on the same connections and syncs as in production. */
export async function createSqliteTests(): Promise<TestDatabases> {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-test-'))
  const walSyncer = createWalSyncer()
  const template = await makeTemplate(join(folder, 'template'), walSyncer)
  let opened = 0
  const open = async () => {
    const dataDir = join(folder, String(++opened))
    mkdirSync(dataDir)
    copyFileSync(template, databaseFile(dataDir))
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

async function makeTemplate(dataDir: string, walSyncer: WalSyncer): Promise<string> {
  await using database = await openSqlite(dataDir, { walSyncer })
  await migrate(database)
  return databaseFile(dataDir)
}
