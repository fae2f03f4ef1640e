import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { migrations } from '../../src/kernel/db/migrations/all.ts'
import type { Migration } from '../../src/kernel/db/migrations/migration.ts'
import { openSqlite } from '../../src/kernel/db/sqlite/open.ts'
import { MigrationFailed, SchemaTooNew } from '../../src/kernel/db/start-error.ts'
import { openTestDatabase } from '../support/database.ts'

const TABLE = 'migrate_test'

const making: Migration = {
  name: '8000_making',
  up: async (db) => void (await db.schema.createTable(TABLE).addColumn('a', 'text').execute()),
}
const failing: Migration = {
  name: '8001_failing',
  async up(db) {
    await db.schema.alterTable(TABLE).addColumn('b', 'text').execute()
    throw new Error('half-way')
  },
}

/** On PostgreSQL the database is used again by the next test. */
async function openForChanges() {
  const database = await openTestDatabase()
  return {
    database,
    async [Symbol.asyncDispose]() {
      await database.transaction(async (db) => {
        await sql`drop table if exists ${sql.table(TABLE)}`.execute(db)
        await sql`delete from migration where name > '8'`.execute(db)
      })
      await database[Symbol.asyncDispose]()
    },
  }
}

test('each migration is applied once, and those applied now are told', async () => {
  await using open = await openForChanges()
  const all = [...migrations, making]
  const seen: string[] = []

  const first = await migrate(open.database, {
    migrations: all,
    onProgress: (name) => seen.push(name),
  })
  const second = await migrate(open.database, { migrations: all })

  assert.deepEqual([first, second, seen], [[making.name], [], [making.name]])
})

test('a database that was empty is made without a word', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rookery-migrate-'))
  const seen: string[] = []
  try {
    await using database = await openSqlite(folder)

    const applied = await migrate(database, { onProgress: (name) => seen.push(name) })

    assert.deepEqual([applied.length, seen], [migrations.length, []])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('two processes that start together migrate once', async () => {
  await using open = await openForChanges()
  const all = [...migrations, making]

  const both = await Promise.all([
    migrate(open.database, { migrations: all }),
    migrate(open.database, { migrations: all }),
  ])

  assert.deepEqual(both.flat(), [making.name])
})

test('S-657 a migration that fails leaves nothing of itself nor of those before it, and the old version opens it', async () => {
  await using open = await openForChanges()
  const { database } = open
  const fails = migrate(database, { migrations: [...migrations, making, failing] })
  await assert.rejects(fails, (error) => {
    assert.ok(error instanceof MigrationFailed)
    assert.match(
      error.message,
      /^The database was not updated and is as it was: 8001_failing failed: half-way; start the version before/,
    )
    assert.ok(!error.message.includes('\n'))
    return true
  })

  const tables = await database.db.introspection.getTables()
  assert.equal(
    tables.find(({ name }) => name === TABLE),
    undefined,
  )
  assert.deepEqual(await migrate(database, { migrations }), [])
})

test('a schema newer than the program stops the start with one clear line', async () => {
  await using open = await openForChanges()
  await migrate(open.database, { migrations: [...migrations, making] })

  await assert.rejects(migrate(open.database), (error) => {
    assert.ok(error instanceof SchemaTooNew)
    assert.match(error.message, /newer version of Rookery.*8000_making/)
    assert.ok(!error.message.includes('\n'))
    return true
  })
})
