import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { sql } from 'kysely'
import { Unreachable } from '../../src/kernel/base/errors.ts'
import type { Database, Db } from '../../src/kernel/db/database.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { forgetMove } from '../../src/kernel/db/move/state.ts'
import { openDatabase, openMigrated } from '../../src/kernel/db/open.ts'
import { foreignKeys } from '../../src/kernel/db/references.ts'
import { StartError, UnfinishedMove } from '../../src/kernel/db/start-error.ts'
import { openTestDatabase } from '../support/database.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { move, moveRows } from '../support/moves.ts'
import { fillEveryTable, readEverything } from '../support/schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-move-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const newDataDir = () => join(folder, String(++files))

async function openFilled(): Promise<Database> {
  const database = await openMigrated({ databaseUrl: null, dataDir: newDataDir() })
  await database.transaction(fillEveryTable)
  return database
}

function openTarget(dataDir = newDataDir()): Promise<Database> {
  return openDatabase({ databaseUrl: null, dataDir }, { process: 'tool', filled: true })
}

/** Everything but the leases of processes, which are of the moment. */
async function readMoved(db: Db): Promise<Record<string, unknown[]>> {
  const { process_lease: _, ...moved } = await readEverything(db)
  return moved
}

/** Fails at its nth transaction, before the commit or after it, as if the process had been killed there. */
function dyingAt(database: Database, nth: number, committed: boolean): Database {
  let count = 0
  return {
    ...database,
    async transaction(work, options) {
      if (++count < nth) return database.transaction(work, options)
      if (committed) await database.transaction(work, options)
      throw new Unreachable('killed')
    },
  }
}

const runs = ON_SQLITE ? { skip: 'one run has both databases: the one on PostgreSQL' } : {}

suite('a move', runs, () => {
  test('brings every row of every table, from SQLite to PostgreSQL and back', async () => {
    await using source = await openFilled()
    await using middle = await openTestDatabase()
    await using back = await openTarget()
    const wanted = await readMoved(source.db)

    const there = await move(source, middle)
    assert.deepEqual(await readMoved(middle.db), wanted)
    const here = await move(middle, back)

    assert.deepEqual(await readMoved(back.db), wanted)
    assert.deepEqual(there, here)
    assert.deepEqual(there.notes, [])
    assert.equal(there.rows, Object.values(wanted).flat().length)
  })

  test('leaves a target with the foreign keys and the migrations of any other', async () => {
    await using source = await openFilled()
    await using target = await openTestDatabase()
    const keys = await foreignKeys(target.db)
    assert.ok(keys.length > 30)

    await move(source, target)

    assert.deepEqual(await foreignKeys(target.db), keys)
    assert.deepEqual(await migrate(target), [])
    const orphan = { status_id: '117000000000000999', account_id: '117000000000000999' }
    const insert = target.transaction((db) =>
      db
        .insertInto('status_pin')
        .values({ ...orphan, id: '117000000000000999', created_at: 0 } as never)
        .execute(),
    )
    await assert.rejects(insert, /foreign key|violates|column/)
  })

  test('goes on after it was killed before or after any of its commits', async () => {
    await using source = await openFilled()
    await using middle = await openTestDatabase()
    await move(source, middle)
    const wanted = await readMoved(middle.db)
    const dataDir = newDataDir()
    await using target = await openTarget(dataDir)
    let deaths = 0
    for (let nth = 30; ; nth = 12 + (deaths % 5)) {
      const ended = await move(middle, dyingAt(target, nth, deaths % 2 === 0)).catch(
        (error: Error) => error.message,
      )
      if (typeof ended !== 'string') break
      assert.equal(ended, 'killed')
      deaths++
      if (deaths < 4 || deaths > 5) continue
      await assert.rejects(migrate(target), UnfinishedMove)
      await assert.rejects(openMigrated({ databaseUrl: null, dataDir }), UnfinishedMove)
    }

    assert.ok(deaths > 5, `${deaths}`)
    assert.deepEqual(await readMoved(target.db), wanted)
    assert.deepEqual(await migrate(target), [])
  })

  test('copies again what changed in the source after it was interrupted', async () => {
    await using source = await openFilled()
    await using target = await openTestDatabase()
    const all = await source.db.selectFrom('rule').select('id').orderBy('id').execute()
    await assert.rejects(move(source, dyingAt(target, 138, true)), /killed/)
    await source.transaction(async (db) => {
      await db.deleteFrom('rule').where('id', '=', all[0]!.id).execute()
      await db.updateTable('status').set({ text: 'changed' }).execute()
    })

    const { notes } = await move(source, target)

    assert.deepEqual(await readMoved(target.db), await readMoved(source.db))
    assert.match(notes.join('\n'), /goes on/)
    assert.match(notes.join('\n'), /^status has changed since the move began and is copied again$/m)
  })

  test('S-745 is done once, also after its end, unless the source has changed since', async () => {
    await using source = await openFilled()
    await using target = await openTestDatabase()
    const { rows, tables, before } = await moveRows(source, target)
    assert.equal(before, false)
    // a server has run on it since
    await target.transaction((db) => db.updateTable('status').set({ text: 'served' }).execute())
    const served = await readMoved(target.db)

    const again = await moveRows(source, target)

    assert.deepEqual([again.rows, again.tables, again.before], [rows, tables, true])
    await assert.rejects(moveRows(source, target, 'another'), /not empty/)
    await source.transaction((db) => db.updateTable('status').set({ text: 'changed' }).execute())
    await assert.rejects(
      moveRows(source, target),
      /not empty: all rows of the source were moved there at \d{4}-.*, and that database has changed since/,
    )
    assert.deepEqual(await readMoved(target.db), served)
    await target.transaction(forgetMove)
    await assert.rejects(moveRows(source, target), /not empty: there are rows in/)
  })

  test('replaces what PostgreSQL cannot store, and names the rows', async () => {
    await using source = await openMigrated({ databaseUrl: null, dataDir: newDataDir() })
    await using target = await openTestDatabase()
    await source.transaction(async (db) => {
      const rule = { hint: '', priority: 0, deleted_at: null, created_at: 0, translations: '{}' }
      const translations = '{"a":"x\\u0000y","b":"\\\\u0000","c":"\\ud83d","d":"\\ud83e\\udeb6"}'
      await db
        .insertInto('rule')
        .values([
          { ...rule, id: '117000000000000001', text: 'a\0b' },
          { ...rule, id: '117000000000000002', text: 'whole 🪶', translations },
          { ...rule, id: '117000000000000003', text: '' },
        ])
        .execute()
    })

    const { notes } = await move(source, target)

    const rules = await target.db.selectFrom('rule').selectAll().orderBy('id').execute()
    assert.deepEqual(
      rules.map(({ text }) => text),
      ['a\ufffdb', 'whole 🪶', ''],
    )
    const translations = { a: 'x\ufffdy', b: '\\u0000', c: '\ufffd', d: '🪶' }
    assert.deepEqual(rules[1]!.translations, translations)
    assert.deepEqual(notes, [
      'rule 117000000000000001: characters of text that cannot be stored became U+FFFD',
      'rule 117000000000000002: characters of translations that cannot be stored became U+FFFD',
    ])
  })

  test('keeps the least and greatest numbers, and ids that are no snowflakes', async () => {
    await using source = await openMigrated({ databaseUrl: null, dataDir: newDataDir() })
    await using middle = await openTestDatabase()
    await using back = await openTarget()
    const numbers = [0, -1, 999_999_999_999_999, 10 ** 15, Number.MAX_SAFE_INTEGER]
    const ids = ['-99', '000000000000000007', '001234567890123456', '999999999999999999']
    await source.transaction(async (db) => {
      for (const [at, last] of numbers.entries()) {
        await db
          .insertInto('series')
          .values({ name: `series ${at}`, last })
          .execute()
      }
      for (const id of ids) {
        await db
          .insertInto('rule')
          .values({ id, text: '', hint: '', priority: 0, created_at: 0, translations: '[1e21]' })
          .execute()
      }
    })

    await move(source, middle)
    await move(middle, back)

    const read = (db: Db) =>
      db.selectFrom('series').select(['name', 'last']).orderBy('name').execute()
    assert.deepEqual(await read(back.db), await read(source.db))
    const found = await back.db
      .selectFrom('rule')
      .select(['id', 'translations'])
      .orderBy('id')
      .execute()
    assert.deepEqual(
      found,
      ids.map((id) => ({ id, translations: [1e21] })),
    )
  })

  test('names the row that the target refuses', async () => {
    await using source = await openFilled()
    await using target = await openTestDatabase()
    await source.transaction((db) =>
      sql`update rule set priority = 1.5 where id = '117000000000000001'`.execute(db),
    )

    await assert.rejects(
      move(source, target),
      /^MoveError: The row 117000000000000001 of rule cannot be stored: .*1\.5/,
    )
    await source.transaction((db) => sql`update rule set priority = 1`.execute(db))
    await move(source, target)
  })

  test('refuses what cannot be moved, or cannot be moved into, with one line', async () => {
    await using source = await openFilled()
    await using target = await openTestDatabase()
    await using empty = await openTarget()
    const refused = (from: Database, to: Database, why: RegExp, name?: string) =>
      assert.rejects(move(from, to, name), (error: Error) => {
        assert.ok(error instanceof StartError)
        assert.match(error.message, why)
        return !error.message.includes('\n')
      })
    await refused(empty, target, /nothing to move/)
    const later = sql`insert into migration values ('9999_later', 0)`
    const isLater = sql`name = '9999_later'`
    await source.transaction((db) => later.execute(db))
    await refused(source, target, /a newer version of Rookery/)
    await source.transaction((db) => sql`delete from migration where ${isLater}`.execute(db))

    await target.transaction((db) =>
      db.insertInto('series').values({ name: 'x', last: 1 }).execute(),
    )
    await refused(source, target, /not empty: there are rows in series/)
    await target.transaction((db) => db.deleteFrom('series').execute())

    const lease = { number: 20, holder: 'x', expires_at: Date.now() + 30_000 }
    await source.transaction((db) => db.insertInto('process_lease').values(lease).execute())
    await refused(source, target, /stop it, and try again \(if it has crashed, after 20/)
    await source.transaction((db) => db.deleteFrom('process_lease').execute())

    await assert.rejects(move(source, dyingAt(target, 20, false)), /killed/)
    await refused(source, target, /A move from the source into .* is not finished/, 'another')
    await assert.rejects(move(target, empty), UnfinishedMove)
    await move(source, target)
  })
})
