import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase } from '../support/database.ts'
import { ON_SQLITE } from '../support/database-kind.ts'

test('a long query on slowDb holds up neither the event loop nor other queries', {
  skip: !ON_SQLITE,
}, async () => {
  await using database = await openTestDatabase()
  const counting = sql<{ n: number }>`
    with recursive up (n) as (select 1 union all select n + 1 from up where n < 1500000)
    select max(n) as n from up`
  /** How many others are answered meanwhile. */
  const answeredBeside = async () => {
    let answered = 0
    let done = false
    const slow = counting.execute(database.slowDb).finally(() => {
      done = true
    })
    while (!done) {
      await database.db.selectFrom('role').select('id').execute()
      await new Promise(setImmediate)
      answered++
    }
    assert.deepEqual((await slow).rows, [{ n: 1_500_000 }])
    return answered
  }

  let most = 0
  // this thread may be held up while the other one counts
  for (let round = 0; round < 10 && most <= 20; round++) {
    most = Math.max(most, await answeredBeside())
  }
  assert.ok(most > 20, `${most}`)
})

test('slowDb reads what was committed, typed as `db` reads it, and passes errors on', async () => {
  await using database = await openTestDatabase()
  const value = { a: [true, null] }
  await database.transaction((db) =>
    db
      .insertInto('setting')
      .values({ name: 'a', value: JSON.stringify(value) })
      .execute(),
  )

  assert.deepEqual(await database.slowDb.selectFrom('setting').selectAll().execute(), [
    { name: 'a', value },
  ])
  await assert.rejects(sql`select 1 from nowhere`.execute(database.slowDb), /nowhere/)
})

test('slowDb and db do not write', { skip: !ON_SQLITE }, async () => {
  await using database = await openTestDatabase()
  for (const db of [database.db, database.slowDb]) {
    const writing = db.insertInto('setting').values({ name: 'a', value: '1' }).execute()

    await assert.rejects(writing, /readonly database/)
  }
})
