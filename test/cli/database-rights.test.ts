import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { checkData } from '../../src/cli/checks/all-data.ts'
import { checkDatabase } from '../../src/cli/checks/database.ts'
import { type Finding, tellFinding } from '../../src/features/health/finding.ts'
import { readConfig } from '../../src/kernel/base/config.ts'
import { missingMigrations } from '../../src/kernel/db/migrate.ts'
import { openDatabase } from '../../src/kernel/db/open.ts'
import { openPostgres } from '../../src/kernel/db/postgres/open.ts'
import { StartError } from '../../src/kernel/db/start-error.ts'
import { Operator } from '../support/operator.ts'
import { ownDatabase } from '../support/own-database.ts'
import { postgresTemplate } from '../support/postgres-template.ts'

const SERVER = process.env.TEST_DATABASE_URL || null
const runs = SERVER === null ? { skip: 'no PostgreSQL: TEST_DATABASE_URL is not set' } : {}

/** A database and a user that may connect to it, and do no more than any other there. */
async function withUser(
  template: string | undefined,
  work: (given: {
    operator: Operator
    /** runs SQL in the database as its owner */
    asAdmin(sql: string): Promise<unknown>
    user: string
  }) => Promise<void>,
): Promise<void> {
  await using database = await ownDatabase(SERVER!, template)
  await using open = new AsyncDisposableStack()
  const admin = new pg.Client(database.url)
  const user = `rookery_test_user_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  await admin.connect()
  open.defer(() => admin.end())
  await admin.query(`create role ${user} login password 'secret'`)
  open.defer(async () => {
    await admin.query(`drop owned by ${user}`)
    await admin.query(`drop role ${user}`)
  })
  const url = Object.assign(new URL(database.url), { username: user, password: 'secret' })
  using operator = new Operator({ DATABASE_URL: url.href })
  await work({ operator, asAdmin: (sql) => admin.query(sql), user })
}

async function template(): Promise<string> {
  const admin = new pg.Client(SERVER!)
  await admin.connect()
  try {
    return await postgresTemplate(admin, SERVER!)
  } finally {
    await admin.end()
  }
}

async function failuresOf({ env }: Operator): Promise<Finding[]> {
  return (await checkDatabase(readConfig(env))).filter(({ level }) => level === 'fail')
}

/** How a server opens it. */
async function openAsServer({ env }: Operator): Promise<void> {
  await using _ = await openPostgres(env.DATABASE_URL!)
}

test('S-740 a user that may make no tables is told the grant that it lacks', runs, async () => {
  await withUser('template0', async ({ operator, asAdmin, user }) => {
    await asAdmin('revoke create on schema public from public')
    const grant = `grant usage, create on schema public to ${user}`
    const wanted = `rookery: The database \\S+ cannot be used: its user ${user} may make no tables in the schema public. Run in that database, as a superuser: ${grant}`

    const { code, notes } = await operator.run('migrate')
    const [failure, ...others] = await failuresOf(operator)

    assert.equal(code, 78)
    assert.match(notes, new RegExp(`^${wanted}$`))
    assert.match(tellFinding(failure!).advice!, new RegExp(`superuser: ${grant}$`))
    assert.deepEqual(others, [])
    await asAdmin('revoke usage on schema public from public')
    assert.match((await operator.run('migrate')).notes, /may use no schema of its search_path/)
    await asAdmin(grant)
    await operator.done('migrate')
  })
})

test(
  'S-740 tables of another user are no empty database, and the SQL that is named makes them usable',
  runs,
  async () => {
    await withUser(await template(), async ({ operator, asAdmin, user }) => {
      await asAdmin('grant create on schema public to public')
      for (const args of [
        ['accounts', 'list'],
        ['migrate', '--check'],
        ['backup', operator.path('x')],
      ]) {
        const { code, notes } = await operator.run(...args)
        assert.equal(code, 78)
        assert.match(
          notes,
          /may not read its tables \(account, job, migration, process_lease, setting, status\), which belong to \w+\./,
        )
        assert.equal(notes.split('\n').length, 1, notes)
      }
      await assert.rejects(openAsServer(operator), /may not write its tables \(account, /)

      // of another program in the same schema
      await asAdmin(`create table apart (id int); create role ${user}_apart`)
      await asAdmin(`alter table apart owner to ${user}_apart`)
      await asAdmin(`grant select on all tables in schema public to ${user}`)
      const error = await openAsServer(operator).catch((error) => error)
      assert.ok(error instanceof StartError && error.isSetting, String(error))
      const { code, notes } = await operator.run('settings', 'set', 'registrations', 'open')
      const [failure] = await failuresOf(operator)

      assert.equal(code, 78)
      assert.match(notes, /may not write its tables/)
      const { advice = '' } = tellFinding(failure!)
      await asAdmin(advice.replace(/^.*as a superuser \(.*?\): /, ''))
      await openAsServer(operator)
      assert.deepEqual(await failuresOf(operator), [])
      await asAdmin(`drop table apart; drop role ${user}_apart`)
    })
  },
)

test(
  'S-740 a user with rights on the rows of Rookery alone may serve, whatever else is in the schema',
  runs,
  async () => {
    await withUser(await template(), async ({ operator, asAdmin, user }) => {
      await asAdmin(
        `grant select, insert, update, delete on all tables in schema public to ${user}`,
      )
      await asAdmin(`revoke insert, update, delete on migration from ${user}`)
      await asAdmin('create table of_another_program (id int)')

      await openAsServer(operator)
      assert.deepEqual(await failuresOf(operator), [])
    })
  },
)

test('a schema whose name has to be quoted is filled and served', runs, async () => {
  await withUser('template0', async ({ operator, asAdmin, user }) => {
    await asAdmin(`create schema "Rook-1" authorization ${user}`)
    const options = encodeURIComponent('-csearch_path="Rook-1"')
    Object.assign(operator.env, { DATABASE_URL: `${operator.env.DATABASE_URL}?options=${options}` })

    {
      await using _started = await operator.open()
    }
    assert.deepEqual(await failuresOf(operator), [])
    const file = operator.path('archive')
    await operator.done('backup', file)
  })
})

test(
  'S-740 a list of migrations that cannot be read is not taken for a new database',
  runs,
  async () => {
    await withUser(await template(), async ({ operator, asAdmin, user }) => {
      await asAdmin(`grant select on all tables in schema public to ${user}`)
      await using database = await openDatabase(readConfig(operator.env), { process: 'tool' })
      await asAdmin(`revoke select on migration from ${user}`)

      await assert.rejects(missingMigrations(database.db), /permission denied for table migration/)
    })
  },
)

test(
  'S-741 doctor compares the indexes without the right to make schemas, and goes on without that to make temporary tables',
  runs,
  async () => {
    await withUser(await template(), async ({ operator, asAdmin, user }) => {
      await asAdmin(`grant create on schema public to public; grant pg_write_all_data to ${user}`)
      await asAdmin(`grant pg_read_all_data to ${user}; drop index status_listed`)
      await asAdmin(
        `do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$`,
      )
      const check = async () => {
        const config = readConfig(operator.env)
        const lines: string[] = []
        for await (const one of checkData(config, { repair: false, progress() {} })) {
          lines.push(`${one.level} ${tellFinding(one).text}`)
        }
        return lines
      }

      const [without = '', ...others] = await check()
      await asAdmin(
        `do $$ begin execute format('grant temporary on database %I to ${user}', current_database()); end $$`,
      )
      const [found = '', ...same] = await check()

      assert.match(without, /^warn Whether an index is missing cannot be told: permission denied/)
      assert.match(found, /^fail The index status_listed is missing: /)
      assert.equal(same.length, others.length)
      assert.ok(
        others.some((line) => /^ok All \d+ references/.test(line)),
        others.join('\n'),
      )
    })
  },
)

test('S-741 a check that breaks off is a finding, and those after it are made', runs, async () => {
  await withUser(await template(), async ({ operator, asAdmin, user }) => {
    await asAdmin(`grant select on all tables in schema public to ${user}`)
    await asAdmin('alter table status_stats rename column replies_count to replies_counted')
    const lines: string[] = []

    for await (const one of checkData(readConfig(operator.env), { repair: false, progress() {} })) {
      lines.push(`${one.level} ${tellFinding(one).text}`)
    }

    const broken = lines.findIndex((line) => /^fail A check broke off: .*replies_count/.test(line))
    assert.ok(broken >= 0 && broken < lines.length - 5, lines.join('\n'))
  })
})

test('S-744 a database that is set to read-only is no full disk', runs, async () => {
  await withUser('template0', async ({ operator, asAdmin, user }) => {
    await asAdmin(`grant usage, create on schema public to ${user}`)
    const readOnly =
      /^rookery: The database is set to read-only .* run there: begin; set transaction read write; alter role \w+ reset default_transaction_read_only; commit$/
    await asAdmin(`alter role ${user} set default_transaction_read_only = on`)
    const empty = await operator.run('migrate')
    await asAdmin(`alter role ${user} reset default_transaction_read_only`)
    {
      await using _started = await operator.open()
    }
    await asAdmin(`alter role ${user} set default_transaction_read_only = on`)

    const set = await operator.run('settings', 'set', 'registrations', 'open')
    const backup = await operator.run('backup', operator.path('x.archive'))
    const moved = await operator.run('move-database', '--to', 'sqlite')
    const [failure, ...others] = await failuresOf(operator)

    for (const { code, notes } of [empty, set]) {
      assert.equal(code, 1)
      assert.match(notes, readOnly)
    }
    assert.equal(backup.code, 0, backup.notes)
    assert.match(backup.notes, /do not know of this backup\. The database is set to read-only/)
    assert.doesNotMatch(moved.notes, /disk is full|not have happened/)
    assert.match(
      tellFinding(failure!).advice!,
      /alter role \w+ reset default_transaction_read_only; commit$/,
    )
    assert.deepEqual(others, [])
    await using _reads = await operator.open()
  })
})
