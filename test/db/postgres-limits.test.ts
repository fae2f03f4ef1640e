import assert from 'node:assert/strict'
import { test as nodeTest } from 'node:test'
import { sql } from 'kysely'
import { checkDatabase } from '../../src/cli/checks/database.ts'
import { tellFinding } from '../../src/features/health/finding.ts'
import { type Config, readConfig } from '../../src/kernel/base/config.ts'
import { openDatabase } from '../../src/kernel/db/open.ts'
import { newDatabaseUrl, withoutSeveral } from '../support/several-servers.ts'

const test: typeof nodeTest = ((name: string, work: () => Promise<void>) =>
  nodeTest(name, { skip: withoutSeveral }, work)) as never

async function configOf(settings: Record<string, string>): Promise<Config> {
  return readConfig({ DATABASE_URL: await newDatabaseUrl(), ...settings })
}

test('queries of a server end by its settings', async () => {
  const config = await configOf({ DATABASE_TIMEOUT: '7', DATABASE_SLOW_TIMEOUT: '70' })
  await using database = await openDatabase(config)
  const limit = sql<{ statement_timeout: string }>`show statement_timeout`

  const [usual] = (await limit.execute(database.db)).rows
  const [slow] = (await limit.execute(database.slowDb)).rows
  const inside = await database.transaction(async (db) => (await limit.execute(db)).rows[0])

  assert.deepEqual(
    [usual, slow, inside],
    [{ statement_timeout: '7s' }, { statement_timeout: '70s' }, { statement_timeout: '7s' }],
  )
})

test('a process opens as many connections as its settings say', async () => {
  const config = await configOf({ DATABASE_POOL: '3', DATABASE_SLOW_POOL: '1' })
  await using database = await openDatabase(config)
  const asked = Array.from({ length: 20 }, (_, at) =>
    sql`select pg_sleep(0.01)`.execute(at % 2 === 0 ? database.db : database.slowDb),
  )
  await Promise.all(asked)

  const { rows } = await sql<{ open: number }>`select count(*)::int as open from pg_stat_activity
    where datname = current_database() and application_name = 'rookery' and query like '%pg_sleep%'
      and pid <> pg_backend_pid()`.execute(database.db)

  // without the one that counts, which is of the usual ones
  assert.ok(rows[0]!.open <= 3, `${rows[0]!.open}`)
})

test('more connections than the database allows are a line for the operator, also of doctor', async () => {
  const lines: string[] = []
  const tell = (line: string) => void lines.push(line)
  const few = await configOf({})
  const many = { ...few, postgres: { ...few.postgres, pool: 1000 } }
  {
    await using _ = await openDatabase(few, { tell })
    assert.deepEqual(lines, [])
  }
  {
    await using _ = await openDatabase(many, { tell })
    assert.equal(lines.length, 1)
    assert.match(lines[0]!, /^DATABASE_POOL .* are 1002 connections, but .* allows this user \d+:/)
  }

  const findings = (await checkDatabase(many)).map((one) => tellFinding(one))
  assert.deepEqual(
    findings.filter(({ text }) => /DATABASE_POOL/.test(text)).map(({ level }) => level),
    ['warn'],
  )
})
