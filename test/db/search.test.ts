import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Database, Db } from '../../src/kernel/db/database.ts'
import { indexStatus, searchStatuses, unindexStatus } from '../../src/kernel/db/search/statuses.ts'
import type { TextQuery } from '../../src/kernel/db/search/text-query.ts'
import { openTestDatabase } from '../support/database.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { fillEveryTable } from '../support/schema.ts'

const [A, B, C] = ['117000000000000000', '117000000000000001', '117000000000000002'] as const

const index = (database: Database, texts: Record<string, string>) =>
  database.transaction(async (db) => {
    for (const [id, text] of Object.entries(texts)) await indexStatus(db, { id, text })
  })

async function found(db: Db, query: TextQuery): Promise<string[]> {
  const rows = await searchStatuses(db, query).select('status.id').limit(20).execute()
  return rows.map(({ id }) => id)
}

async function openWith(texts: Record<string, string>): Promise<Database> {
  const database = await openTestDatabase()
  await database.transaction(fillEveryTable)
  await index(database, texts)
  return database
}

test('all words must be there, in any order, case and accents; the newest come first', async () => {
  await using database = await openWith({
    [A]: 'A blue whale',
    [B]: 'Whales sing',
    [C]: 'Whálé, BLUE!',
  })
  const { db } = database

  assert.deepEqual(await found(db, { all: ['whale', 'Blue'] }), [C, A])
  assert.deepEqual(await found(db, { all: ['BLUÉ'] }), [C, A])
  assert.deepEqual(await found(db, { all: ['green'] }), [])
  assert.deepEqual(await found(db, { all: ['whal'] }), [])
})

test('a phrase must be there word by word', async () => {
  await using database = await openWith({
    [A]: 'the blue whale',
    [B]: 'the whale is blue',
    [C]: 'blue-whale',
  })

  assert.deepEqual(await found(database.db, { all: ['blue whale'] }), [C, A])
  assert.deepEqual(await found(database.db, { all: ['the', 'blue   WHALE'] }), [A])
})

test('what must not be there leaves out', async () => {
  await using database = await openWith({
    [A]: 'whale song',
    [B]: 'whale recipe',
    [C]: 'whale song lyrics',
  })

  assert.deepEqual(await found(database.db, { all: ['whale'], none: ['recipe', 'song lyrics'] }), [
    A,
  ])
})

test('scripts without spaces are found by any part', async () => {
  await using database = await openWith({
    [A]: '東京都に住む',
    [B]: '京都タワー',
    [C]: 'ภาษาไทย 한국어를',
  })
  const { db } = database

  assert.deepEqual(await found(db, { all: ['東京'] }), [A])
  assert.deepEqual(await found(db, { all: ['京都'] }), [B, A])
  assert.deepEqual(await found(db, { all: ['都'] }), [B, A])
  assert.deepEqual(await found(db, { all: ['住む'] }), [A])
  assert.deepEqual(await found(db, { all: ['ไทย'] }), [C])
  assert.deepEqual(await found(db, { all: ['한국어'] }), [C])
  assert.deepEqual(await found(db, { all: ['大阪'] }), [])
})

test('a query without any word finds nothing, and operators in it are words', async () => {
  await using database = await openWith({ [A]: 'cats AND dogs NOT near', [B]: 'x' })
  const { db } = database

  for (const all of [[], ['!!'], ['"']]) assert.deepEqual(await found(db, { all }), [])
  assert.deepEqual(await found(db, { all: ['AND', 'NOT'] }), [A])
  assert.deepEqual(await found(db, { all: ["dogs' OR 'a':* NEAR("] }), [])
})

test('indexing again replaces the words', async () => {
  await using database = await openWith({ [A]: 'before' })
  await index(database, { [A]: 'after' })

  assert.deepEqual(await found(database.db, { all: ['before'] }), [])
  assert.deepEqual(await found(database.db, { all: ['after'] }), [A])
})

test('a status that is taken out or deleted is not found', async () => {
  await using database = await openWith({ [A]: 'word', [B]: 'word', [C]: 'word' })
  await database.transaction((db) => unindexStatus(db, B))
  assert.deepEqual(await found(database.db, { all: ['word'] }), [C, A])

  await database.transaction((db) => db.deleteFrom('status').where('id', '=', A).execute())

  assert.deepEqual(await found(database.db, { all: ['word'] }), [C])
  await database.transaction((db) => unindexStatus(db, B))
})

test('a search that many match reads no more than fills its page', {
  skip: !ON_SQLITE,
}, async () => {
  await using database = await openTestDatabase()
  const query = searchStatuses(database.db, { all: ['word'] })
    .select('status.id')
    .limit(20)

  const plan = await query.explain<{ detail: string }>(undefined, sql`query plan`)

  assert.ok(
    plan.every(({ detail }) => !detail.includes('B-TREE')),
    JSON.stringify(plan),
  )
})

test('conditions, limit and offset of the caller apply', async () => {
  await using database = await openWith({ [A]: 'word', [B]: 'word', [C]: 'word' })
  const query = searchStatuses(database.slowDb, { all: ['word'] }).select('status.id')

  const rows = await query.where('status.id', '!=', B).limit(1).offset(1).execute()

  assert.deepEqual(rows, [{ id: A }])
})
