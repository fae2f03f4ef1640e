import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Block, blockOf, blocksOf, OPEN, placeAbove } from './block.ts'
import { byAge, from, isNewer } from './id-order.ts'

const entriesOf = <T>(blocks: readonly Block<T>[]) => blocks.map(({ entries }) => entries)

test('entries are cut into blocks of five, and behind those that something is missing after', () => {
  const blocks = blocksOf([9, 8, 7, 6, 5, 4, 3, 2, 1], (entry) => entry === 7)

  assert.deepEqual(entriesOf(blocks), [[9, 8, 7], [6, 5, 4, 3, 2], [1]])
  assert.deepEqual(
    blocks.map(({ gap }) => gap),
    [OPEN, undefined, undefined],
  )
  assert.equal(new Set(blocks.map(({ id }) => id)).size, 3)
  assert.deepEqual(blocksOf([]), [])
})

test('a short block above another one joins it, but not across a gap or the place read before', () => {
  const rest = blocksOf([3, 2, 1])

  assert.deepEqual(entriesOf(placeAbove([blockOf([4])], rest)), [[4, 3, 2, 1]])
  assert.equal(placeAbove([blockOf([4])], rest)[0]?.id, rest[0]?.id)
  assert.deepEqual(entriesOf(placeAbove(blocksOf([6, 5, 4]), rest)), [
    [6, 5, 4],
    [3, 2, 1],
  ])
  assert.deepEqual(entriesOf(placeAbove([blockOf([4], OPEN)], rest)), [[4], [3, 2, 1]])
  const read = rest.map((block): Block<number> => ({ ...block, readBefore: true }))
  assert.deepEqual(entriesOf(placeAbove([blockOf([4])], read)), [[4], [3, 2, 1]])
  assert.deepEqual(placeAbove([], rest), rest)
  assert.deepEqual(entriesOf(placeAbove(rest, [])), [[3, 2, 1]])
})

test('ids are compared as numbers, though they are too long for one', () => {
  assert.ok(isNewer('116000000000000001', '116000000000000000'))
  assert.ok(isNewer('10', '9'))
  assert.ok(!isNewer('9', '10'))
  assert.ok(!isNewer('9', '9'))
  assert.deepEqual(['9', '100', '10', '9'].toSorted(byAge), ['100', '10', '9', '9'])
})

test('a cursor begins with the entry that it is made from', () => {
  assert.deepEqual(from('116000000000000009'), { max_id: '116000000000000010' })
  assert.deepEqual(from('99999999999999999999'), { max_id: '100000000000000000000' })
  assert.deepEqual(from('a-9'), { max_id: 'a-9' })
})
