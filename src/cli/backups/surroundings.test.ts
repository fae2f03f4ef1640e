import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StorageFull, Unreachable } from '../../kernel/base/errors.ts'
import { ArchiveError, ArchiveTooNew } from '../../kernel/db/archive/format.ts'
import { MigrationFailed, StartError } from '../../kernel/db/start-error.ts'
import { isOfSurroundings } from './surroundings.ts'

const withCode = (code: string, rest: object = {}) =>
  Object.assign(new Error(code), { code, ...rest })
const refused = (code: string) => withCode(code, { syscall: 'open', path: '/x' })
const sqlite = (errcode: number) => withCode('ERR_SQLITE_ERROR', { errcode })

test('what fails here and now says nothing of the archive', () => {
  const failures = [
    new StorageFull(),
    new Unreachable('The database does not answer'),
    new ArchiveTooNew(),
    new MigrationFailed('0001_first', new StorageFull()),
    new ArchiveError('a: ENOENT', { cause: refused('ENOENT') }),
    new StartError('cannot be used', { cause: refused('EACCES') }),
    refused('EIO'),
    withCode('42501'),
    withCode('53300'),
    sqlite(14),
    sqlite(266),
    new DOMException('stopped', 'AbortError'),
  ]
  for (const failure of failures) assert.equal(isOfSurroundings(failure), true, String(failure))
})

test('an archive that cannot be read or restored is not good', () => {
  const failures = [
    new ArchiveError('a is cut off', { cause: withCode('Z_BUF_ERROR') }),
    new ArchiveError('a: EIO', { cause: refused('EIO') }),
    new ArchiveError('a is not what was saved'),
    new StartError('ORIGIN is another one'),
    withCode('23505'),
    sqlite(2067),
    new TypeError('a mistake of the program'),
  ]
  for (const failure of failures) assert.equal(isOfSurroundings(failure), false, String(failure))
})
