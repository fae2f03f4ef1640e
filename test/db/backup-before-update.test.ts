import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { backupBeforeUpdate } from '../../src/cli/backup-before-update.ts'
import { verifyArchive } from '../../src/kernel/db/archive/read.ts'
import { appliedMigrations } from '../../src/kernel/db/migrate.ts'
import { migrations } from '../../src/kernel/db/migrations/all.ts'
import type { Migration } from '../../src/kernel/db/migrations/migration.ts'
import { openTestDatabase } from '../support/database.ts'

const MISSING = join(import.meta.dirname, 'there-is-no-such-folder')
const next: Migration = {
  name: '9000_next',
  up: async (db) => void (await sql`select 1`.execute(db)),
}

test('S-645 a database whose schema changes is backed up as it is, and three such backups stay', async () => {
  await using database = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'rookery-before-'))
  try {
    const older = [1, 2, 3].map((day) => `2026010${day}T000000Z-before-0.0.1.backup`)
    const foreign = ['before.backup', 'notes.txt']
    for (const name of [...older, ...foreign]) writeFileSync(join(folder, name), '')

    const file = await backupBeforeUpdate(database, folder, { migrations: [...migrations, next] })

    const { migrations: written } = await verifyArchive(String(file))
    assert.deepEqual(written, migrations.map(({ name }) => name).sort())
    assert.equal((await appliedMigrations(database.db)).has(next.name), false)
    const left = readdirSync(folder).map((name) => join(folder, name))
    const expected = [...older.slice(1), ...foreign].map((name) => join(folder, name))
    assert.deepEqual(left.sort(), [...expected, String(file)].sort())
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a database that does not change is not backed up, and needs no folder', async () => {
  await using database = await openTestDatabase()

  assert.equal(await backupBeforeUpdate(database, MISSING), null)
})

test('without the folder nothing is changed', async () => {
  await using database = await openTestDatabase()

  await assert.rejects(
    backupBeforeUpdate(database, MISSING, { migrations: [...migrations, next] }),
    /There is no folder .*there-is-no-such-folder for the backup/,
  )
})
