import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTableVersions } from './table-versions.ts'

/** Whether a commit of this statement changes the version of a table. */
function changes(sql: string, table: string): boolean {
  const versions = createTableVersions()
  const before = versions.of([table, 'other'])
  versions.noticeStatement(sql)
  assert.equal(versions.of([table, 'other']), before, 'not before the commit')
  versions.noticeCommit()
  return versions.of([table, 'other']) !== before
}

test('a commit changes the version of the tables that it wrote', () => {
  assert.equal(changes('insert into "session" ("id") values (?)', 'session'), true)
  assert.equal(changes('insert or ignore into session values (?)', 'session'), true)
  assert.equal(changes('update "session" set "id" = ?', 'session'), true)
  assert.equal(changes('delete from "session" where "id" = ?', 'session'), true)
  assert.equal(changes('update "session_note" set "id" = ?', 'session'), false)
  assert.equal(changes('select * from "session"', 'session'), false)
})

test('a statement that does not say clearly what it writes counts for every table', () => {
  assert.equal(changes('with old as (select 1) delete from session', 'session'), true)
  assert.equal(changes('drop table session', 'session'), true)
})

test('a commit of another process counts for every table', () => {
  const versions = createTableVersions()
  const before = versions.of(['session'])
  versions.noticeForeignCommit()
  assert.notEqual(versions.of(['session']), before)
})
