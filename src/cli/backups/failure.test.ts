import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { describeFailure } from './failure.ts'

test('a copy of the database that SQLite cannot make is one line', () => {
  assert.throws(
    () => new DatabaseSync('/proc/none/rookery.archive.snapshot'),
    (error) => {
      const told = describeFailure(error, '/backups')
      assert.equal(
        (told as Error).message,
        '/backups cannot be written; check its owner and rights',
      )
      return true
    },
  )
})
