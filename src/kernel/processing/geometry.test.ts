import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitPixels, sizeMeta } from './geometry.ts'

test('a size is shrunk to so many pixels in its proportions and never enlarged', () => {
  assert.deepEqual(fitPixels({ width: 640, height: 360 }, 230_400), { width: 640, height: 360 })
  assert.deepEqual(fitPixels({ width: 10, height: 10 }, 230_400), { width: 10, height: 10 })
  assert.deepEqual(fitPixels({ width: 4000, height: 3000 }, 230_400), { width: 554, height: 415 })
})

test('the thinnest picture keeps at least a pixel and at most what a format can hold', () => {
  assert.deepEqual(fitPixels({ width: 1, height: 33_000_000 }, 230_400), {
    width: 1,
    height: 16_383,
  })
  assert.deepEqual(fitPixels({ width: 60_000, height: 2 }, 230_400), { width: 16_383, height: 1 })
})

test('a size is told as clients expect it', () => {
  const expected = { width: 640, height: 360, size: '640x360', aspect: 640 / 360 }
  assert.deepEqual(sizeMeta({ width: 640, height: 360 }), expected)
})
