import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Column,
  columnsOf,
  FIRST_COLUMNS,
  MOST_COLUMNS,
  moved,
  optionsOf,
  withChange,
  withColumn,
  withOption,
} from './columns.ts'
import { openedIn, postAt, withOpened, withoutTop } from './opened.ts'

const column = (number: number): Column => ({ id: `c${number}`, kind: 'home' })
const ids = (columns: readonly Column[] | null) => columns?.map(({ id }) => id).join(' ')

test('S-610 nobody has chosen: the first deck is filled; chosen empty, it stays empty', () => {
  assert.deepEqual(columnsOf(null), FIRST_COLUMNS)
  assert.deepEqual(columnsOf([]), [])
})

test('S-610 a kind of another version stays, with what it says; what is no column does not', () => {
  const later = { id: 'c9', kind: 'map', place: 'here' }
  const wrong = [
    null,
    'c1',
    { id: 'c1' },
    { id: 'a', kind: 'home' },
    { id: 'c2', kind: 'tag', of: 1 },
    { id: 'c3', kind: 'tag', of: 'x'.repeat(301) },
    { id: 'c4', kind: 'home', options: 'media' },
  ]

  assert.deepEqual(columnsOf([later, ...wrong, { ...later, kind: 'home' }]), [later])
  assert.deepEqual(withChange([later as Column], 'c9', { width: 'wide' }), [
    { ...later, width: 'wide' },
  ])
})

test('S-610 there are twenty columns at most', () => {
  const many = Array.from({ length: 30 }, (_, at) => column(at + 1))

  assert.equal(columnsOf(many).length, MOST_COLUMNS)
  assert.equal(withColumn(many.slice(0, MOST_COLUMNS), { kind: 'home' }), null)
  const added = withColumn([column(7)], { kind: 'search', of: 'x'.repeat(400), name: 'birds' })
  assert.equal(ids(added), 'c7 c8')
  assert.equal(added?.[1]?.of?.length, 300)
})

test('a column moves to a place among the others', () => {
  const three = [column(1), column(2), column(3)]

  assert.equal(ids(moved(three, 'c1', 1)), 'c2 c1 c3')
  assert.equal(ids(moved(three, 'c1', 2)), 'c2 c3 c1')
  assert.equal(ids(moved(three, 'c3', 0)), 'c3 c1 c2')
  assert.equal(ids(moved(three, 'c3', -1)), 'c3 c1 c2')
  assert.equal(ids(moved(three, 'c9', 0)), 'c1 c2 c3')
})

test('options are those of the kind, and are on or off', () => {
  assert.deepEqual(optionsOf('home'), ['no-boosts', 'no-replies'])
  assert.deepEqual(optionsOf('map'), [])
  assert.deepEqual(withOption(column(1), 'media', true), ['media'])
  assert.deepEqual(withOption({ ...column(1), options: ['media'] }, 'media', true), ['media'])
  assert.deepEqual(withOption({ ...column(1), options: ['media'] }, 'media', false), [])
})

test('posts that are opened in a column lie above each other, ten at most', () => {
  assert.deepEqual(openedIn({ c1: '12.34' }, 'c1'), ['12', '34'])
  assert.deepEqual(openedIn({ c1: '12.x' }, 'c1'), [])
  assert.deepEqual(openedIn({}, 'c1'), [])
  assert.equal(withOpened(['12', '34'], '56'), '12.34.56')
  assert.equal(withOpened(['12', '34'], '12'), '34.12')
  assert.equal(withOpened([...'1234567890'], '11'), '2.3.4.5.6.7.8.9.0.11')
  assert.equal(withoutTop(['12', '34']), '12')
  assert.equal(withoutTop(['12']), null)
})

test('a path of a post is told from others', () => {
  assert.equal(postAt('/@ann@example.org/116'), '116')
  for (const path of ['/@ann', '/@ann/116/history', '/tags/116']) assert.equal(postAt(path), null)
})
