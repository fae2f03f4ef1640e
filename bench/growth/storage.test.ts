import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexesIn } from './storage.ts'

test('the indexes of a plan are found, covering ones and those of keys too', () => {
  const plan = [
    'SEARCH status USING INDEX status_listed (listed_as=?)',
    'SEARCH follow USING COVERING INDEX sqlite_autoindex_follow_1 (account_id=?)',
    'SCAN one',
    'SEARCH two USING INTEGER PRIMARY KEY (rowid=?)',
    'USE TEMP B-TREE FOR ORDER BY',
  ].join('\n')

  assert.deepEqual(indexesIn(plan), ['status_listed', 'sqlite_autoindex_follow_1'])
})
