import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFocus } from './focus.ts'

test('S-347 a focus is two numbers, kept within -1 and 1', () => {
  assert.deepEqual(parseFocus('0.5,-0.25'), { x: 0.5, y: -0.25 })
  assert.deepEqual(parseFocus(' 0 , 1 '), { x: 0, y: 1 })
  assert.deepEqual(parseFocus('-7,1e3'), { x: -1, y: 1 })
  assert.deepEqual(parseFocus('.1,-.2'), { x: 0.1, y: -0.2 })
})

test('S-347 what is not two numbers is no focus', () => {
  for (const text of ['', ',', '1', '1,', '1,2,3', 'a,b', 'NaN,0', 'Infinity,0', '0x1,0', '1;2']) {
    assert.equal(parseFocus(text), null, text)
  }
})
