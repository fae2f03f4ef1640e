import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, type Row } from '../bench/work-differences.ts'

const home = { database: 'sqlite', route: 'home timeline' } as const
const queries = (value: number): Row => ({ ...home, measure: 'queries', value })
const allocated = (value: number): Row => ({ ...home, measure: 'allocated', value })
const verdict = (before: Row, now: Row) => compare([before], [now])[0]!.verdict

test('one more query is growth, however many there were', () => {
  assert.equal(verdict(queries(34), queries(35)), 'grown')
  assert.equal(verdict(queries(0), queries(1)), 'grown')
  assert.equal(verdict(queries(34), queries(34)), 'equal')
  assert.equal(verdict(queries(34), queries(33)), 'shrunk')
})

test('bytes and calls have grown when there are more than 5 % more', () => {
  assert.equal(verdict(allocated(1000), allocated(1051)), 'grown')
  assert.equal(verdict(allocated(1000), allocated(1050)), 'equal')
  assert.equal(verdict(allocated(1000), allocated(950)), 'equal')
  assert.equal(verdict(allocated(1000), allocated(949)), 'shrunk')
  assert.equal(
    verdict({ ...queries(2), measure: 'calls' }, { ...queries(3), measure: 'calls' }),
    'grown',
  )
})

test('a count is compared with that of its own route, measure and database only', () => {
  const table = [
    { ...queries(1), database: 'postgres' as const },
    { ...queries(2), route: 'context' },
    allocated(3),
  ]

  const [difference] = compare(table, [queries(4)])

  assert.deepEqual(difference, { ...queries(4), before: null, verdict: 'unknown' })
})
