import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig } from '../../src/kernel/base/config.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { migrations } from '../../src/kernel/db/migrations/all.ts'
import { openDatabase } from '../../src/kernel/db/open.ts'
import { Operator } from '../support/operator.ts'

test('rookery migrate --backup writes what was there before the change, which can be restored', async () => {
  using operator = new Operator()
  const folder = operator.path('backups')
  mkdirSync(folder)
  await makeOlder(operator)

  const first = await operator.done('migrate', '--backup', folder)
  const second = await operator.done('migrate', '--backup', folder)

  const [name = '', ...more] = readdirSync(folder)
  assert.deepEqual(more, [])
  assert.equal(first, `The database as it was is in ${folder}/${name}\nThe database is updated.`)
  assert.equal(second, 'The database is up to date.')
  using other = new Operator({ DATA_DIR: operator.path('other') })
  await other.done('restore', `${folder}/${name}`)
})

test('without a folder for the backup the database stays as it is', async () => {
  using operator = new Operator()
  await makeOlder(operator)

  const { code, notes } = await operator.run('migrate', '--backup', operator.path('missing'))

  assert.equal(code, 1)
  assert.match(notes, /^rookery: There is no folder .*missing for the backup$/)
  assert.equal(await operator.done('migrate'), 'The database is updated.')
})

test('S-763 rookery migrate --check says where the data went that were moved to PostgreSQL', async () => {
  using operator = new Operator()
  assert.match(await operator.done('migrate', '--check'), /^There is no database in .* yet/)
  mkdirSync(operator.env.DATA_DIR!)
  writeFileSync(operator.path('data/rookery.db.moved'), '')

  const { code, notes } = await operator.run('migrate', '--check')

  assert.equal(code, 78)
  assert.match(
    notes,
    /^rookery: The data of DATA_DIR .* were moved to PostgreSQL: set DATABASE_URL/,
  )
})

/** A database as the version before this one left it. */
async function makeOlder(operator: Operator): Promise<void> {
  await using database = await openDatabase(readConfig(operator.env), { process: 'tool' })
  await migrate(database, { migrations: migrations.slice(0, -1) })
}
