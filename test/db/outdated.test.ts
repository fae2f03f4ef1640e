import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { openApp } from '../../src/app/open.ts'
import { readConfig } from '../../src/kernel/base/config.ts'
import { Unreachable } from '../../src/kernel/base/errors.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { migrations } from '../../src/kernel/db/migrations/all.ts'
import { openDatabase, openMigrated } from '../../src/kernel/db/open.ts'
import { openTestDatabase } from '../support/database.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { inTime } from '../support/in-time.ts'

const LATER = { name: '9999_later', up: async () => {} }

test('a process writes nothing more once a newer version has migrated its database', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rookery-outdated-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const place = { databaseUrl: null, dataDir }
  await using database = ON_SQLITE ? await openMigrated(place) : await openTestDatabase()
  const outdated = Promise.withResolvers<string>()
  const config = readConfig({ DATA_DIR: dataDir, ORIGIN: 'https://rookery.test' })
  const log = pino({ level: 'silent' })
  await using opened = await openApp(config, { database, log, onLost: outdated.resolve })
  const write = () =>
    opened.app.transact((tx) =>
      tx.db.insertInto('series').values({ name: tx.newId(), last: 1 }).execute(),
    )
  await write()

  await using newer = ON_SQLITE ? await openDatabase(place, { process: 'tool' }) : null
  await migrate(newer ?? database, { migrations: [...migrations, LATER] })
  const reason = await inTime(outdated.promise, 'the older process ends')

  assert.match(reason, /newer version of Rookery \(it knows the migration 9999_later\)/)
  await assert.rejects(write(), Unreachable)
  assert.equal((await opened.app.db.selectFrom('series').selectAll().execute()).length, 1)
  await database.transaction((db) =>
    db
      .deleteFrom('migration' as never)
      .where('name' as never, '=', LATER.name as never)
      .execute(),
  )
})
