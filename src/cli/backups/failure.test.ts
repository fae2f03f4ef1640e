import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { StorageFull } from '../../kernel/base/errors.ts'
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

test('what cannot be read is not called unwritable', () => {
  const refused = (syscall: string, path: string) =>
    describeFailure(
      Object.assign(new Error('EACCES'), { code: 'EACCES', syscall, path }),
      '/backups',
    )
  const told = (syscall: string, path: string) => (refused(syscall, path) as Error).message

  assert.match(told('open', '/srv/media/a.png'), /^\/srv\/media\/a\.png cannot be read;/)
  assert.match(told('open', '/backups2/a.png'), /cannot be read;/)
  assert.match(told('scandir', '/backups'), /^\/backups cannot be read;/)
  assert.match(told('open', '/backups/new.archive.part'), /cannot be written;/)
  assert.match(told('rename', '/backups/new.archive'), /cannot be written;/)
})

test('a disk that is full is that of PostgreSQL where PostgreSQL says so', () => {
  const told = (code: string) =>
    (describeFailure(new StorageFull({ cause: { code } }), '/data') as Error).message

  assert.equal(told('53100'), 'The disk of PostgreSQL is full; make room and try again')
  assert.equal(told('ENOSPC'), 'There is no room for /data; make room and try again')
})
