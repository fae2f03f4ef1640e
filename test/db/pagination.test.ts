import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../src/kernel/db/database.ts'
import { fetchPage, type Page, preparedPage } from '../../src/kernel/db/pagination.ts'
import { openTestDatabase } from '../support/database.ts'

const idOf = (number: number) => `1170000000000000${String(number).padStart(2, '0')}`
const NONE = { maxId: null, sinceId: null, minId: null }
const preparedRules = preparedPage('rule.id', (db, p: { priority: number }) =>
  db.selectFrom('rule').select('rule.id').where('priority', '=', p.priority),
)

async function openWithRules(): Promise<Database> {
  const database = await openTestDatabase()
  const rule = { text: '', hint: '', translations: '{}', deleted_at: null, created_at: 0 }
  const rows = Array.from({ length: 20 }, (_, at) => ({ id: idOf(at), priority: at % 2, ...rule }))
  await database.transaction((db) => db.insertInto('rule').values(rows).execute())
  return database
}

/** The numbers of the rules with priority 1, which are 1, 3 … 19, asked in both ways. */
async function pageOf(database: Database, page: Page): Promise<number[]> {
  const query = database.db.selectFrom('rule').select('rule.id').where('priority', '=', 1)
  const rows = await fetchPage(query, 'rule.id', page)
  assert.deepEqual(await preparedRules(database.db, { priority: 1 }, page), rows)
  return rows.map(({ id }) => Number(id.slice(-2)))
}

test('S-040 without a cursor the newest come first', async () => {
  await using database = await openWithRules()

  assert.deepEqual(await pageOf(database, { ...NONE, limit: 3 }), [19, 17, 15])
})

test('S-040 max_id gives items strictly older', async () => {
  await using database = await openWithRules()

  assert.deepEqual(await pageOf(database, { ...NONE, maxId: idOf(15), limit: 3 }), [13, 11, 9])
  assert.deepEqual(await pageOf(database, { ...NONE, maxId: idOf(4), limit: 9 }), [3, 1])
})

test('S-040 since_id gives the newest items strictly newer than it', async () => {
  await using database = await openWithRules()

  assert.deepEqual(await pageOf(database, { ...NONE, sinceId: idOf(5), limit: 3 }), [19, 17, 15])
  assert.deepEqual(await pageOf(database, { ...NONE, sinceId: idOf(15), limit: 9 }), [19, 17])
})

test('S-040 min_id gives the items immediately after it, newest first', async () => {
  await using database = await openWithRules()

  assert.deepEqual(await pageOf(database, { ...NONE, minId: idOf(5), limit: 3 }), [11, 9, 7])
})

test('S-040 min_id and max_id together bound both sides', async () => {
  await using database = await openWithRules()
  const between = { ...NONE, minId: idOf(5), maxId: idOf(11) }

  assert.deepEqual(await pageOf(database, { ...between, limit: 9 }), [9, 7])
  assert.deepEqual(await pageOf(database, { ...between, limit: 1 }), [7])
})

test('S-040 min_id wins over since_id', async () => {
  await using database = await openWithRules()
  const both = { ...NONE, minId: idOf(1), sinceId: idOf(15) }

  assert.deepEqual(await pageOf(database, { ...both, limit: 2 }), [5, 3])
})

test('S-041 a cursor that is no row of the list is no error', async () => {
  await using database = await openWithRules()

  assert.deepEqual(await pageOf(database, { ...NONE, maxId: '0'.repeat(18), limit: 2 }), [])
  assert.deepEqual(await pageOf(database, { ...NONE, maxId: '9'.repeat(18), limit: 1 }), [19])
})
