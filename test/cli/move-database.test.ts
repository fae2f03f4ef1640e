import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { createMeter } from '../../src/cli/meter.ts'
import { terminalOf } from '../../src/cli/terminal.ts'
import { finishedMove } from '../../src/kernel/db/move/state.ts'
import { openDatabase } from '../../src/kernel/db/open.ts'
import { takeServerLock } from '../../src/kernel/db/server-lock.ts'
import { databaseFile } from '../../src/kernel/db/sqlite/file.ts'
import { GENEROUS } from '../support/in-time.ts'
import { moveRows } from '../support/moves.ts'
import { Operator } from '../support/operator.ts'
import { ownDatabase } from '../support/own-database.ts'
import { postgresTemplate } from '../support/postgres-template.ts'
import { startRefusingPostgres } from '../support/refusing-postgres.ts'

const SERVER = process.env.TEST_DATABASE_URL || null
const NOWHERE = 'postgres://me:secret@127.0.0.1:1/none'

test('S-743 a move is refused with one line that says why, without the password', async () => {
  using file = await Operator.started()
  using server = new Operator({ DATABASE_URL: NOWHERE })
  await using closed = await startRefusingPostgres({
    error: { code: '28P01', message: 'password authentication failed for user "me"' },
  })
  const closedUrl = `postgres://me:secret@/none?host=127.0.0.1&port=${closed.port}`
  const wrong = [
    [file, [], 2, /--to must be given/],
    [file, ['--to', ''], 2, /--to must be given/],
    [file, ['--to', ' '], 2, /--to must be given/],
    [file, ['--to', 'mysql://me:secret@here/x'], 2, /--to must be sqlite, or an address/],
    [file, ['--to', 'postgres://me:se#secret@here/x'], 2, /--to cannot be read, .* # has to be/],
    [file, ['--to', 'postgres://me:secret@here:99999/x'], 2, /--to has a port above 65535/],
    [file, ['--to', 'sqlite'], 1, /in SQLite already/],
    [server, ['--to', NOWHERE], 1, /in PostgreSQL already/],
    [file, ['--to', NOWHERE], 1, /127\.0\.0\.1:1\/none cannot be used: .*; start PostgreSQL there/],
    [file, ['--to', closedUrl], 1, /failed .*; correct user and password in --to$/],
    [server, ['--to', 'sqlite'], 1, /127\.0\.0\.1:1\/none cannot be used/],
  ] as const

  for (const [operator, args, exitCode, message] of wrong) {
    const { code, notes } = await operator.run('move-database', ...args)
    assert.equal(code, exitCode, notes)
    assert.match(notes, message)
    assert.equal(notes.split('\n').length, 1, notes)
    assert.doesNotMatch(notes, /secret/)
  }
})

test('a move is refused while a server runs on the data', async () => {
  using operator = await Operator.started()
  using _lock = takeServerLock(operator.env.DATA_DIR!, { host: '::', port: 3000, checkout: '/' })

  const { code, notes } = await operator.run('move-database', '--to', NOWHERE)

  assert.equal(code, 1)
  assert.match(notes, /A server already uses .* stop it first/)
})

const runs = SERVER === null ? { skip: 'no PostgreSQL: TEST_DATABASE_URL is not set' } : {}

test('S-718 the command moves to a server and back, and says how to start', runs, async () => {
  using operator = await Operator.started()
  using elsewhere = new Operator()
  await operator.done('accounts', 'create', 'rook', '--email', 'rook@example.org')
  const token = await operator.done('tokens', 'create', 'rook')
  const admin = new pg.Client(SERVER!)
  await admin.connect()
  const template = await postgresTemplate(admin, SERVER!)
  await admin.end()
  await using database = await ownDatabase(SERVER!, template)
  const { url } = database
  const moved = join(operator.env.DATA_DIR!, 'rookery.db.moved')
  writeFileSync(moved, 'of an earlier move')
  const { code: refusal, notes: why } = await operator.run('move-database', '--to', url)
  assert.equal(refusal, 1)
  assert.match(why, /rookery\.db\.moved is there from an earlier move, .* put it elsewhere/)
  assert.equal(readFileSync(moved, 'utf8'), 'of an earlier move')
  rmSync(moved)

  const given = `${url}?application_name=x&password=hush&connect_timeout=9`
  const out = await operator.done('move-database', '--to', given)
  assert.match(
    out,
    /^\d+ rows of \d+ tables are there and equal\nStart the server with DATABASE_URL/,
  )

  const shown = /DATABASE_URL set to '(\S+)', and the password, which is left out here;/.exec(
    out,
  )?.[1]
  assert.equal(shown, `${url}?application_name=x&connect_timeout=9`)

  // whoever forgets DATABASE_URL would go on with the data of before
  for (const args of [['tokens', 'create', 'rook'], ['migrate'], ['doctor']]) {
    const { code, out: told, notes } = await operator.run(...args)
    assert.equal(code, args[0] === 'doctor' ? 1 : 78)
    assert.match(told + notes, /were moved to PostgreSQL: set DATABASE_URL/)
  }
  elsewhere.env.DATABASE_URL = shown
  assert.equal(await elsewhere.done('tokens', 'create', 'rook'), token)
  const back = await elsewhere.done('move-database', '--to', 'sqlite')
  assert.match(back, /Start the server without DATABASE_URL/)
  elsewhere.env.DATABASE_URL = ''
  assert.equal(await elsewhere.done('tokens', 'create', 'rook'), token)
})

test(
  'S-745 S-746 a move that was killed before it set the file aside ends with the same command',
  runs,
  async () => {
    using operator = await Operator.started()
    const dataDir = operator.env.DATA_DIR!
    const file = databaseFile(dataDir)
    const admin = new pg.Client(SERVER!)
    await admin.connect()
    const template = await postgresTemplate(admin, SERVER!)
    await admin.end()
    await using database = await ownDatabase(SERVER!, template)
    const args = ['move-database', '--to', database.url]
    {
      await using source = await openDatabase({ databaseUrl: null, dataDir }, { process: 'tool' })
      await using target = await openDatabase({ databaseUrl: database.url, dataDir })
      await moveRows(source, target, file)
      // of a command that was killed
      const lease = { number: 20, holder: 'x', expires_at: Date.now() + 3_600_000 }
      await source.transaction((db) => db.insertInto('process_lease').values(lease).execute())
      assert.match(
        (await operator.run(...args)).notes,
        /^rookery: A server or another command uses/,
      )
    }

    const { code, out, notes } = await operator.run(...args)

    assert.equal(code, 0, notes)
    assert.match(notes, /The move was interrupted at its end: all rows were there before/)
    assert.match(out, /were there and equal at its end\nStart the server with DATABASE_URL/)
    assert.deepEqual([existsSync(file), existsSync(`${file}.moved`)], [false, true])
    await using target = await openDatabase({ databaseUrl: database.url, dataDir })
    assert.equal(await finishedMove(target.db), null)
  },
)

test('progress is drawn in one line on a terminal, and is lines of their own elsewhere', () => {
  const draw = (isTTY: boolean) => {
    let text = ''
    const stream = { isTTY, columns: 80, write: (chunk: string) => (text += chunk) }
    const terminal = terminalOf({ env: {}, stdout: stream, stderr: stream } as never)
    const meter = createMeter(terminal, 'rows')
    meter.begin('Copying', 100)
    const end = performance.now() + (isTTY ? GENEROUS : 250)
    do meter.advance(0, 'x')
    while (performance.now() < end && !text.includes('%'))
    meter.skip(25)
    meter.advance(25, 'x')
    meter.end()
    return text
  }

  assert.match(
    draw(true).replaceAll('\x1b', 'ESC'),
    /\rESC\[2KCopying \[-+\] +0 %, 0 rows\/s, .*\rESC\[2KCopying: 25 rows in \d:\d\d/,
  )
  const began = performance.now()
  const noted = draw(false)
  const mostLines = Math.floor((performance.now() - began) / 5_000)
  assert.match(noted, /^(Copying \[.*\n)*Copying: 25 rows in \d:\d\d, \d+ rows\/s\n$/)
  assert.ok(noted.split('\n').length - 2 <= mostLines, noted)
})
