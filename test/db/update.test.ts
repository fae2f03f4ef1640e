import assert from 'node:assert/strict'
import { existsSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { jobs } from '../../src/features/health/old-copies.ts'
import { readConfig } from '../../src/kernel/base/config.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { migrations } from '../../src/kernel/db/migrations/all.ts'
import { openDatabase } from '../../src/kernel/db/open.ts'
import { createScratch } from '../../src/kernel/db/scratch.ts'
import { ON_POSTGRES_SERVER, ON_SQLITE } from '../support/database-kind.ts'
import { Operator } from '../support/operator.ts'
import { fillEveryTable } from '../support/schema.ts'
import { newDatabaseUrl } from '../support/several-servers.ts'

const skip = ON_SQLITE || ON_POSTGRES_SERVER ? false : 'needs a database that processes share'

/** the first migration that `olderDatabase` lacks; it undoes what this and the later ones do */
const FIRST = '0041_care'
const before = migrations.filter(({ name }) => name < FIRST)
const missing = migrations.slice(before.length).map(({ name }) => name)
const UNDONE = [
  'drop index tombstone_from_domain_place',
  'alter table tombstone drop column place',
  'alter table tombstone drop column from_domain',
  'drop table health_sample',
]

/** A database of the version before, with an account. */
async function olderDatabase(): Promise<Operator> {
  const operator = await Operator.started(ON_SQLITE ? {} : { DATABASE_URL: await newDatabaseUrl() })
  await operator.done('accounts', 'create', 'rook', '--email', 'rook@example.org')
  await change(operator, [...UNDONE, `delete from migration where name >= '${FIRST}'`])
  return operator
}

async function change(operator: Operator, statements: readonly string[]): Promise<void> {
  await using database = await openDatabase(readConfig(operator.env), { process: 'tool' })
  await database.transaction(async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  })
}

const copyOf = (operator: Operator) => join(operator.env.DATA_DIR!, 'rookery.db.before-update')

test('S-658 an update makes a copy of SQLite first, which goes after two weeks', {
  skip,
}, async () => {
  using operator = await olderDatabase()
  const plan = await operator.done('migrate', '--check')
  const lack = `The database lacks ${missing.length} updates: ${missing.join(', ')}`
  assert.ok(plan.split('\n').includes(lack), plan)
  assert.equal(/A copy will be made before/.test(plan), ON_SQLITE)
  assert.match(await operator.done('migrate', '--check'), /lacks \d+ updates/, 'it changes nothing')

  const { code, out, notes } = await operator.run('migrate')

  assert.equal(code, 0, notes)
  assert.match(out, /is updated/)
  assert.match(await operator.done('migrate', '--check'), /is up to date/)
  assert.equal(existsSync(copyOf(operator)), ON_SQLITE)
  if (!ON_SQLITE) return
  assert.equal(statSync(copyOf(operator)).mode & 0o077, 0)
  const copy = new DatabaseSync(copyOf(operator), { readOnly: true })
  const names = copy.prepare('select name from migration').all()
  copy.close()
  assert.equal(names.length, before.length)

  await using server = await operator.open()
  const removal = jobs['health.remove_old_copies']!
  await removal.run(server.app, {}, 1)
  assert.ok(existsSync(copyOf(operator)))
  utimesSync(copyOf(operator), 1, 1)
  await removal.run(server.app, {}, 1)
  assert.ok(!existsSync(copyOf(operator)))
})

test('S-657 an update that fails in its midst is one line, and the version before starts on the database', {
  skip,
}, async () => {
  using operator = await olderDatabase()
  // a migration makes a table of this name
  await change(operator, ['create table health_sample (name text)'])

  const { code, notes } = await operator.run('accounts', 'list')

  assert.equal(code, 1)
  const line = notes.split('\n').at(-1)!
  assert.match(
    line,
    new RegExp(`^rookery: The database was not updated and is as it was: ${FIRST} `),
  )
  assert.match(line, /start the version before, which still runs on it/)
  assert.ok(!existsSync(copyOf(operator)))
  await using database = await openDatabase(readConfig(operator.env), { process: 'tool' })
  assert.deepEqual(await migrate(database, { migrations: before }), [])
})

test('updates of many versions go through as one transaction, with rows in every table', {
  skip,
}, async () => {
  using operator = new Operator(ON_SQLITE ? {} : { DATABASE_URL: await newDatabaseUrl() })
  await using here = await openDatabase(readConfig(operator.env), { process: 'tool' })
  const url = operator.env.DATABASE_URL ?? null
  await using scratch = url === null ? null : await createScratch(here, url)
  const dataDir = operator.path('old')
  const config = scratch?.config ?? { databaseUrl: null }
  await using old = await openDatabase({ ...config, dataDir }, { process: 'tool' })
  await migrate(old, { migrations: migrations.filter(({ name }) => name < '0027') })
  await old.transaction(fillEveryTable)

  const applied = await migrate(old)

  assert.equal(applied[0], '0027_account_search')
  assert.equal(applied.at(-1), migrations.at(-1)!.name)
  assert.deepEqual(await migrate(old), [])
})

test('a database of a newer version is told of by the check, too', { skip }, async () => {
  using operator = await olderDatabase()
  assert.equal((await operator.run('migrate')).code, 0)
  await change(operator, [`insert into migration values ('9999_future', 0)`])

  const { code, notes } = await operator.run('migrate', '--check')

  assert.equal(code, 78)
  assert.match(notes, /^rookery: The database was written by a newer version .*9999_future/)
})
