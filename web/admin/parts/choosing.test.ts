import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterPress } from './choosing.ts'

const IDS = ['a', 'b', 'c', 'd', 'e']
const on = (id: string) => ({ id, isOn: true, isRange: false })
const range = (id: string, isOn = true) => ({ id, isOn, isRange: true })

test('a press chooses one entry or takes it back, in the order of the list', () => {
  assert.deepEqual(afterPress(IDS, ['d'], on('b'), null), ['b', 'd'])
  assert.deepEqual(afterPress(IDS, ['b', 'd'], { ...on('b'), isOn: false }, 'd'), ['d'])
})

test('with Shift a press counts for all entries from the one pressed before, in both directions', () => {
  assert.deepEqual(afterPress(IDS, ['b'], range('d'), 'b'), ['b', 'c', 'd'])
  assert.deepEqual(afterPress(IDS, ['d'], range('b'), 'd'), ['b', 'c', 'd'])
  assert.deepEqual(afterPress(IDS, IDS, range('d', false), 'b'), ['a', 'e'])
})

test('with Shift and nothing pressed before, or what is gone, only the pressed entry counts', () => {
  assert.deepEqual(afterPress(IDS, [], range('d'), null), ['d'])
  assert.deepEqual(afterPress(IDS, [], range('d'), 'z'), ['d'])
})

test('entries of other pages stay chosen', () => {
  const all = [...IDS, 'y', 'z']
  assert.deepEqual(afterPress(IDS, all, { ...on('b'), isOn: false }, null), [
    'a',
    'c',
    'd',
    'e',
    'y',
    'z',
  ])
})
