import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wantedOnSqlite } from '../../src/kernel/db/indexes.ts'
import { INDEX_NAMES } from '../../src/kernel/db/sqlite/index-names.ts'
import { ON_SQLITE } from '../support/database-kind.ts'

test('S-670 doctor knows the names of all indexes of the migrations without making them', {
  skip: !ON_SQLITE && 'names of SQLite',
}, async () => {
  const made = (await wantedOnSqlite()).map(({ name }) => name)

  assert.deepEqual(
    made.filter((name) => !INDEX_NAMES.includes(name)),
    [],
    'these belong into src/kernel/db/sqlite/index-names.ts',
  )
  assert.deepEqual([...INDEX_NAMES], made)
})
