import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Db } from '../../src/kernel/db/database.ts'
import { lockRow } from '../../src/kernel/db/expressions.ts'
import { prepared } from '../../src/kernel/db/prepared.ts'
import { isUniqueViolation } from '../../src/kernel/db/unique-violation.ts'
import { openTestDatabase } from '../support/database.ts'
import { ON_POSTGRES_SERVER, ON_SQLITE } from '../support/database-kind.ts'

const [A, B] = ['117000000000000001', '117000000000000002'] as const

async function addRole(db: Db, id: string): Promise<void> {
  const role = {
    id,
    name: '',
    color: '',
    permissions: 0,
    highlighted: false,
    position: 0,
    created_at: 0,
  }
  await db.insertInto('role').values(role).execute()
}

const positionOf = async (db: Db, id: string) =>
  (await db.selectFrom('role').select('position').where('id', '=', id).executeTakeFirstOrThrow())
    .position

const setPosition = (db: Db, id: string, position: number) =>
  db.updateTable('role').set({ position }).where('id', '=', id).execute()

const names = async (database: Database) =>
  (await database.db.selectFrom('role').select('id').orderBy('id').execute()).map(({ id }) => id)

test('inside a transaction `db`, `slowDb` and a second transaction throw', async () => {
  await using database = await openTestDatabase()
  const inside = (work: () => Promise<unknown>) =>
    assert.rejects(database.transaction(work), /inside a transaction/)

  await inside(() => names(database))
  await inside(() => database.slowDb.selectFrom('role').select('id').execute())
  await inside(() => database.transaction(async () => {}))
  await inside(async () => {
    await nextTurn()
    await delay(1)
    await names(database)
  })
  assert.deepEqual(await names(database), [])
})

test('a transaction of one database leaves another usable', async () => {
  await using first = await openTestDatabase()
  await using second = await openTestDatabase()

  await first.transaction(() => second.transaction((db) => addRole(db, A)))

  assert.deepEqual(await names(second), [A])
  assert.deepEqual(await names(first), [])
})

test('what a transaction left running may read `db` but no longer use the transaction', async () => {
  await using database = await openTestDatabase()
  const ended = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  let fine: Promise<unknown> = Promise.resolve()

  await database.transaction(async (db) => {
    late = ended.promise.then(() => addRole(db, A))
    fine = ended.promise.then(() => names(database))
    late.catch(() => {})
  })
  ended.resolve()

  await assert.rejects(late, /transaction is over/)
  assert.deepEqual(await fine, [])
})

test("Kysely's own transactions are refused", async () => {
  await using database = await openTestDatabase()

  await assert.rejects(
    database.db.transaction().execute(async () => {}),
    /Database.transaction/,
  )
})

test('a transaction that throws leaves nothing behind and the next one works', async () => {
  await using database = await openTestDatabase()
  const failing = database.transaction(async (db) => {
    await addRole(db, A)
    throw new Error('no')
  })
  await assert.rejects(failing, /^Error: no$/)

  await database.transaction((db) => addRole(db, B))

  assert.deepEqual(await names(database), [B])
})

test('a transaction of which a statement is refused before it is sent leaves nothing behind', async () => {
  await using database = await openTestDatabase()
  const add = prepared((db, p: { name: string; value: string }) =>
    db.insertInto('setting').values({ name: p.name, value: p.value }),
  )
  const unbindable = [undefined, {}, ['a', { b: 1n }], () => {}] as unknown as string[]
  for (const value of unbindable) {
    const adding = database.transaction(async (db) => {
      await add(db, { name: 'a', value: '1' })
      await add(db, { name: 'b', value })
      await add(db, { name: 'c', value: '1' })
    })

    await assert.rejects(adding, TypeError)
  }
  assert.deepEqual(await database.db.selectFrom('setting').select('name').execute(), [])
})

test('a transaction in which a statement failed and was ignored is all there or fails', async () => {
  await using database = await openTestDatabase()
  const work = database.transaction(async (db) => {
    await addRole(db, A)
    await addRole(db, A).catch(() => {})
  })

  const done = await work.then(
    () => true,
    () => false,
  )

  assert.deepEqual(await names(database), done ? [A] : [])
})

test('what is not committed is not seen outside', async () => {
  await using database = await openTestDatabase()
  const added = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const writing = database.transaction(async (db) => {
    await addRole(db, A)
    added.resolve()
    await go.promise
  })
  await added.promise

  const reading = names(database)
  go.resolve()
  await writing

  assert.ok([0, 1].includes((await reading).length))
  assert.deepEqual(await names(database), [A])
})

test('20 transactions at once that begin with lockRow lose no change', async () => {
  await using database = await openTestDatabase()
  await database.transaction((db) => addRole(db, A))
  const raise = () =>
    database.transaction(async (db) => {
      await lockRow(db, 'role', A)
      const position = await positionOf(db, A)
      await nextTurn()
      await setPosition(db, A, position + 1)
    })

  await Promise.all(Array.from({ length: 20 }, raise))

  assert.equal(await positionOf(database.db, A), 20)
})

test('20 inserts of the same key at once add one row', async () => {
  await using database = await openTestDatabase()
  const add = () =>
    database.transaction(async (db) => {
      const added = await db
        .insertInto('setting')
        .values({ name: 'once', value: '1' })
        .onConflict((on) => on.doNothing())
        .returning('name')
        .executeTakeFirst()
      return added !== undefined
    })

  const added = await Promise.all(Array.from({ length: 20 }, add))

  assert.equal(added.filter(Boolean).length, 1)
})

test('a deadlock runs one of the two transactions again', {
  skip: !ON_POSTGRES_SERVER,
}, async () => {
  await using database = await openTestDatabase()
  await database.transaction(async (db) => {
    await addRole(db, A)
    await addRole(db, B)
  })
  let runs = 0
  let holding = 0
  const bothHold = Promise.withResolvers<void>()
  const raiseBoth = (first: string, second: string) =>
    database.transaction(async (db) => {
      runs++
      for (const id of [first, second]) {
        await sql`update role set position = position + 1 where id = ${id}`.execute(db)
        if (++holding === 2) bothHold.resolve()
        await bothHold.promise
      }
    })

  await Promise.all([raiseBoth(A, B), raiseBoth(B, A)])

  assert.ok(runs > 2, 'no deadlock happened')
  assert.equal(await positionOf(database.db, A), 2)
  assert.equal(await positionOf(database.db, B), 2)
})

test('long reading lets the event loop turn', { skip: !ON_SQLITE }, async () => {
  await using database = await openTestDatabase()
  let turns = 0
  const counting = setInterval(() => turns++, 1)

  for (let reads = 0; reads < 100_000 && turns < 10; reads++) await names(database)
  clearInterval(counting)

  assert.equal(turns, 10)
})

test('a value that only one row may have is refused as a duplicate, other faults are not', async () => {
  await using database = await openTestDatabase()
  const insert = (name: string, value: string | null) =>
    database
      .transaction((db) =>
        db
          .insertInto('setting')
          .values({ name, value: value as string })
          .execute(),
      )
      .then(
        () => null,
        (error: unknown) => error,
      )
  assert.equal(await insert('a', '1'), null)

  assert.equal(isUniqueViolation(await insert('a', '2')), true)
  const fault = await insert('b', null)
  assert.ok(fault instanceof Error)
  assert.equal(isUniqueViolation(fault), false)
})
