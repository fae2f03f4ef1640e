import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepared } from '../../src/kernel/db/prepared.ts'
import { isUniqueViolation } from '../../src/kernel/db/unique-violation.ts'
import { openTestDatabase } from '../support/database.ts'

interface Setting {
  name: string
  /** JSON */
  value: string
}

const insert = prepared((db, p: Setting) =>
  db.insertInto('setting').values({ name: p.name, value: p.value }),
)
const settingOf = prepared((db, p: { name: string }) =>
  db.selectFrom('setting').select('value').where('name', '=', p.name),
)

test('a write whose answer nobody waits for is seen by what follows', async () => {
  await using database = await openTestDatabase()

  const seen = await database.transaction(async (db) => {
    await insert(db, { name: 'a', value: '1' })
    return settingOf(db, { name: 'a' })
  })

  assert.deepEqual(seen, [{ value: 1 }])
})

test('a transaction fails with the error of its first write that failed, and stores nothing', async () => {
  await using database = await openTestDatabase()
  await database.transaction((db) => insert(db, { name: 'taken', value: '1' }))
  const endings = [async () => {}, () => Promise.reject(new Error('what failed after it'))]
  for (const end of endings) {
    const writing = database.transaction(async (db) => {
      await insert(db, { name: 'new', value: '2' })
      await insert(db, { name: 'taken', value: '2' })
      await insert(db, { name: 'later', value: '2' })
      await settingOf(db, { name: 'new' })
      await end()
    })
    await assert.rejects(writing, isUniqueViolation)
  }
  const unread = database.transaction((db) => insert(db, { name: 'taken', value: '2' }))
  await assert.rejects(unread, isUniqueViolation)

  const rows = await database.db.selectFrom('setting').selectAll().execute()
  assert.deepEqual(rows, [{ name: 'taken', value: 1 }])
})

test('more writes than are kept without an answer are stored all the same', async () => {
  await using database = await openTestDatabase()

  await database.transaction(async (db) => {
    await Promise.all(
      Array.from({ length: 1000 }, (_, at) => insert(db, { name: `${at}`, value: '1' })),
    )
  })

  const rows = await database.db.selectFrom('setting').select('name').execute()
  assert.equal(rows.length, 1000)
})
