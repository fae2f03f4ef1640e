import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areaOf, moved, WHOLE } from './crop.ts'

const wide = { width: 1200, height: 400 }

test('as much of a picture is kept as fits the shape, from its middle', () => {
  assert.deepEqual(areaOf(wide, 1, WHOLE), { left: 400, top: 0, width: 400, height: 400 })
  assert.deepEqual(areaOf(wide, 3, WHOLE), { left: 0, top: 0, width: 1200, height: 400 })
  assert.deepEqual(areaOf(wide, 1, { zoom: 2, x: 1, y: 0 }), {
    left: 1000,
    top: 0,
    width: 200,
    height: 200,
  })
})

test('the part moves by pixels of the picture and never leaves it', () => {
  assert.equal(areaOf(wide, 1, moved(wide, 1, WHOLE, { x: 80, y: 50 })).left, 480)
  assert.deepEqual(moved(wide, 1, WHOLE, { x: 9999, y: 9 }), { zoom: 1, x: 1, y: 0.5 })
  assert.equal(moved(wide, 1, WHOLE, { x: -9999, y: 0 }).x, 0)
})
