import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import pg from 'pg'
import { backupMarks } from '../../src/features/instance/backup-marks.ts'
import { ON_POSTGRES_SERVER } from '../support/database-kind.ts'
import { Operator } from '../support/operator.ts'
import { newDatabaseUrl } from '../support/several-servers.ts'

const skip = ON_POSTGRES_SERVER
  ? false
  : 'needs a PostgreSQL server (TEST_DATABASE_URL); test/cli/backups.test.ts has SQLite'

/** A user that may do everything with the database but make others. */
const LIMITED = 'rookery_test_limited'

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('S-651 on PostgreSQL a check makes a scratch database and removes it, or says what it needs', {
  skip,
}, async (context) => {
  const url = await newDatabaseUrl()
  using operator = await Operator.started({ DATABASE_URL: url })
  await operator.done('accounts', 'create', 'rook', '--email', 'rook@example.org')
  const folder = operator.path('backups')
  mkdirSync(folder)
  await operator.done('backup', '--to', folder, '--keep', '2d')

  assert.match(await operator.done('backup', '--check', folder), /is good: \d+ rows/)
  const scratch = `select datname from pg_database where datname like 'rookery_check_${process.pid}_%'`
  assert.deepEqual(await ask(url, scratch), [])
  {
    await using server = await operator.open()
    const { checked } = await backupMarks.load(server.app.db)
    assert.equal(checked?.problem, null)
  }

  await ask(url, `drop role if exists ${LIMITED}`)
  await ask(url, `create role ${LIMITED} login`)
  context.after(() => ask(url, `drop owned by ${LIMITED}; drop role ${LIMITED}`))
  await ask(
    url,
    `grant all on schema public to ${LIMITED}; grant all on all tables in schema public to ${LIMITED}`,
  )
  const limited = new URL(url)
  limited.username = LIMITED
  operator.env.DATABASE_URL = limited.href

  const { code, notes } = await operator.run('backup', '--check', folder)
  assert.equal(code, 1)
  assert.match(
    notes,
    /needs a scratch database, and rookery_test_limited may make none: ALTER ROLE/,
  )
  {
    await using server = await operator.open()
    const { checked, unchecked } = await backupMarks.load(server.app.db)
    assert.equal(checked?.problem, null, 'the archive is as good as before')
    assert.match(unchecked!.reason, /needs a scratch database/)
  }
  assert.match(await operator.done('backup', '--check', folder, '--on', 'sqlite'), /is good/)
})
