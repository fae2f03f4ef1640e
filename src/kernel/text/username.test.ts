import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReservedUsername, usernameProblem } from './username.ts'

test('S-290 a username is letters, digits and underscores, 30 at most', () => {
  for (const name of ['a', 'Alice_99', '_', '0', 'x'.repeat(30)]) {
    assert.equal(usernameProblem(name), null, name)
  }
  const cases: [string, string][] = [
    ['', 'ERR_BLANK'],
    [' ', 'ERR_BLANK'],
    ['a b', 'ERR_INVALID'],
    ['a.b', 'ERR_INVALID'],
    ['a-b', 'ERR_INVALID'],
    ['josé', 'ERR_INVALID'],
    ['a\n', 'ERR_INVALID'],
    ['\u212aate', 'ERR_INVALID'], // the Kelvin sign, which folds to k
    ['x'.repeat(31), 'ERR_TOO_LONG'],
  ]
  for (const [name, problem] of cases) assert.equal(usernameProblem(name), problem, name)
})

test('S-290 names of staff are reserved, in any case and with digits for letters', () => {
  for (const name of ['admin', 'Admin', 'ADM1N', 'm0derator', 'support', 'root']) {
    assert.equal(usernameProblem(name), 'ERR_RESERVED', name)
  }
  for (const name of ['administer', 'rooted', 'a1ice'])
    assert.equal(isReservedUsername(name), false)
})
