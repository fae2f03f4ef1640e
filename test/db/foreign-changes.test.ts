import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { bumpCacheEpoch } from '../../src/kernel/db/cache-epoch.ts'
import type { Database } from '../../src/kernel/db/database.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { openDatabase } from '../../src/kernel/db/open.ts'
import { openTestDatabase } from '../support/database.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { until } from '../support/in-time.ts'

const change = (database: Database, name: string) =>
  database.transaction(async (db) => {
    await db.insertInto('setting').values({ name, value: '1' }).execute()
    await bumpCacheEpoch(db)
  })

test('on SQLite a change by another process is told, an own one is not', {
  skip: !ON_SQLITE,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rookery-foreign-'))
  after(() => rmSync(dataDir, { recursive: true, force: true }))
  await using server = await openDatabase({ databaseUrl: null, dataDir })
  await migrate(server)
  await using tool = await openDatabase({ databaseUrl: null, dataDir }, { process: 'tool' })
  let told = 0
  const stop = server.onForeignChange(() => told++)
  await change(server, 'own')
  await delay(450)
  assert.equal(told, 0)

  await change(tool, 'foreign')
  await until(() => told === 1)

  stop()
  await change(tool, 'later')
  await delay(450)
  assert.equal(told, 1)
})

test('on PostgreSQL a change that bumps the epoch is told once', {
  skip: ON_SQLITE,
}, async () => {
  await using database = await openTestDatabase()
  let told = 0
  const stop = database.onForeignChange(() => told++)
  await delay(300)

  // what is changed before the first look is not told
  for (let at = 0; told === 0; at++) {
    assert.ok(at < 10, 'it is never told')
    await change(database, `any ${at}`)
    for (let waited = 0; told === 0 && waited < 5_000; waited += 20) await delay(20)
  }
  await change(database, 'other')
  await until(() => told === 2)
  stop()
})
