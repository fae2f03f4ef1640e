import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../src/kernel/db/database.ts'
import { asBoolean, idValue } from '../../src/kernel/db/expressions.ts'
import { idIn, idRows } from '../../src/kernel/db/id-in.ts'
import { jsonRows } from '../../src/kernel/db/json-rows.ts'
import { prepared } from '../../src/kernel/db/prepared.ts'
import { openTestDatabase } from '../support/database.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { queriesOf } from '../support/queries.ts'

const [A, B, C] = ['117000000000000001', '117000000000000002', '117000000000000003'] as const

function role(id: string, position: number, highlighted = false) {
  return {
    id,
    name: `role ${position}`,
    color: '',
    permissions: 0,
    highlighted,
    position,
    created_at: 5,
  }
}

async function addRoles(db: Db): Promise<void> {
  await db
    .insertInto('role')
    .values([role(A, 1, true), role(B, 2), role(C, 3)])
    .execute()
}

test('ids are read as strings, times and counts as numbers, booleans as booleans', async () => {
  await using database = await openTestDatabase()
  await database.transaction(addRoles)

  const row = await database.db
    .selectFrom('role')
    .selectAll()
    .where('id', '=', A)
    .executeTakeFirst()
  const totals = await database.db
    .selectFrom('role')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('position').as('sum')])
    .executeTakeFirst()

  assert.partialDeepStrictEqual(row, role(A, 1, true))
  assert.deepEqual(totals, { count: 3, sum: 6 })
})

test('times of today and beyond stay exact numbers', async () => {
  await using database = await openTestDatabase()
  const created_at = Date.UTC(2100, 1, 1)
  await database.transaction((db) =>
    db
      .insertInto('role')
      .values({ ...role(A, 1), created_at })
      .execute(),
  )

  const rows = await database.db.selectFrom('role').select('created_at').execute()

  assert.deepEqual(rows, [{ created_at }])
})

test('JSON is read parsed, also null and single values', async () => {
  await using database = await openTestDatabase()
  const values = [{ a: [1, 'é', null] }, 'text', 7, false, null, []]
  await database.transaction(async (db) => {
    for (const [at, value] of values.entries()) {
      await db
        .insertInto('setting')
        .values({ name: `${at}`, value: JSON.stringify(value) })
        .execute()
    }
  })

  const rows = await database.db.selectFrom('setting').select('value').orderBy('name').execute()

  assert.deepEqual(
    rows.map((row) => row.value),
    values,
  )
})

test('a computed condition is read as a boolean, through subqueries and as null too', async () => {
  await using database = await openTestDatabase()
  await database.transaction(addRoles)
  const { db } = database

  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('role')
        .select((eb) => [
          'role.id',
          asBoolean(db, eb('role.position', '>', 1)).as('later'),
          asBoolean(db, sql`null`).as('unknown'),
        ])
        .as('computed'),
    )
    .selectAll()
    .orderBy('id')
    .limit(2)
    .execute()

  assert.deepEqual(rows, [
    { id: A, later: false, unknown: null },
    { id: B, later: true, unknown: null },
  ])
})

test('an id as a value stays a string', async () => {
  await using database = await openTestDatabase()

  const { rows } = await sql`select ${idValue(database.db, A)} as id`.execute(database.db)

  assert.deepEqual(rows, [{ id: A }])
})

test('idIn finds the rows of a list, also of an empty one', async () => {
  await using database = await openTestDatabase()
  await database.transaction(addRoles)
  const { db } = database
  const found = (ids: string[]) =>
    db
      .selectFrom('role')
      .select('id')
      .where(idIn(db, 'role.id', ids))
      .orderBy('id')
      .execute()

  assert.deepEqual(await found([C, A, '117000000000000009']), [{ id: A }, { id: C }])
  assert.deepEqual(await found([]), [])
})

test('idRows makes a list of ids a relation', async () => {
  await using database = await openTestDatabase()
  await database.transaction(addRoles)
  const { db } = database

  const rows = await db
    .selectFrom(idRows(db, [B, C]).as('wanted'))
    .innerJoin('role', 'role.id', 'wanted.id')
    .select('role.position')
    .orderBy('role.position')
    .execute()

  assert.deepEqual(rows, [{ position: 2 }, { position: 3 }])
})

test('an empty list after `in` finds nothing, after `not in` everything', async () => {
  await using database = await openTestDatabase()
  await database.transaction(addRoles)
  const roles = database.db.selectFrom('role').select('id')

  assert.equal((await roles.where('id', 'in', []).execute()).length, 0)
  assert.equal((await roles.where('id', 'not in', []).execute()).length, 3)
})

test('writes tell how many rows they touched', async () => {
  await using database = await openTestDatabase()

  const counts = await database.transaction(async (db) => {
    await addRoles(db)
    const again = db
      .insertInto('role')
      .values(role(A, 9))
      .onConflict((on) => on.doNothing())
    const inserted = await again.executeTakeFirst()
    const changed = await db
      .updateTable('role')
      .set({ color: 'x' })
      .where('position', '>', 1)
      .executeTakeFirst()
    const none = await db.deleteFrom('role').where('position', '=', 9).executeTakeFirst()
    return [inserted.numInsertedOrUpdatedRows, changed.numUpdatedRows, none.numDeletedRows]
  })

  assert.deepEqual(counts, [0n, 2n, 0n])
})

test('a prepared query answers with each value it is given, inside and outside of a transaction', async () => {
  await using database = await openTestDatabase()
  const byPosition = prepared((db, p: { least: number; ids: readonly string[]; limit: number }) =>
    db
      .selectFrom('role')
      .select(['id', 'highlighted'])
      .where('position', '>=', p.least)
      .where(idIn(db, 'role.id', p.ids))
      .orderBy('id')
      .limit(p.limit),
  )
  const inside = await database.transaction(async (db) => {
    await addRoles(db)
    return byPosition(db, { least: 1, ids: [A, B, C], limit: 1 })
  })

  assert.deepEqual(inside, [{ id: A, highlighted: true }])
  const later = await byPosition(database.db, { least: 2, ids: [A, B, C], limit: 9 })
  assert.deepEqual(
    later.map(({ id }) => id),
    [B, C],
  )
  assert.deepEqual(await byPosition(database.slowDb, { least: 2, ids: [A], limit: 9 }), [])
})

test('what is the same in all runs of a prepared query is in its text on SQLite, numbers apart', async () => {
  await using database = await openTestDatabase()
  await database.transaction(addRoles)
  const find = prepared((db, p: { id: string }) =>
    db
      .selectFrom('role')
      .select(['id'])
      .where('id', '=', p.id)
      .where('highlighted', '=', true)
      .where('name', '!=', "a rook's ?1")
      .where('position', '=', 1),
  )
  const sent = await queriesOf(database.db, async () => {
    assert.deepEqual(await find(database.db, { id: A }), [{ id: A }])
    assert.deepEqual(await find(database.db, { id: B }), [])
  })

  if (!ON_SQLITE) return
  assert.match(sent[0]!.sql, /"id" = \? and "highlighted" = true and "name" != 'a rook''s \?1' and/)
  assert.deepEqual(
    sent.map(({ parameters }) => parameters),
    [
      [A, 1],
      [B, 1],
    ],
  )
})

test('an object, undefined or NaN as a parameter is refused', async () => {
  await using database = await openTestDatabase()
  for (const value of [{ a: 1 }, undefined, new Date()]) {
    const query = database.db
      .selectFrom('role')
      .select('id')
      .where('name', '=', value as never)
    await assert.rejects(query.execute(), TypeError)
  }
})

test('foreign keys hold', async () => {
  await using database = await openTestDatabase()
  const row = {
    account_id: A,
    followers_count: 0,
    following_count: 0,
    statuses_count: 0,
    last_status_at: null,
  }

  await assert.rejects(
    database.transaction((db) => db.insertInto('account_stats').values(row).execute()),
    /foreign key/i,
  )
})

test('A137 rows in memory may hold what no database stores: it is replaced in its own row', async () => {
  await using database = await openTestDatabase()
  const rows = [{ name: 'half \ud83d' }, { name: 'a\\ud83d' }, { name: '🐦' }]
  const given = jsonRows(database.db, { name: 'text' }, rows)

  const read = await database.db.selectFrom(given.as('given')).select('name').execute()

  assert.deepEqual(
    read.map(({ name }) => name),
    ['half \ufffd', 'a\\ud83d', '🐦'],
  )
})
