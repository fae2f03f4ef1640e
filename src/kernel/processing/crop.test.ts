import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cropRegion, WHOLE } from './crop.ts'

const avatar = { width: 400, height: 400 }
const header = { width: 1500, height: 500 }

test('as much as fits is kept, around the focus or as near to it as the edges let', () => {
  const wide = { width: 800, height: 300 }
  const at = (x: number, y: number) => cropRegion(wide, avatar, { focus: { x, y }, zoom: 1 })

  assert.deepEqual(cropRegion(wide, avatar, WHOLE), { left: 250, top: 0, width: 300, height: 300 })
  assert.equal(at(-1, 0).left, 0)
  assert.equal(at(0.2, 1).left, 330)
  assert.equal(at(1, 0).left, 500)
  const tall = cropRegion({ width: 600, height: 600 }, header, { focus: { x: 0, y: 1 }, zoom: 1 })
  assert.deepEqual(tall, { left: 0, top: 0, width: 600, height: 200 })
})

test('a zoom keeps less, and always something', () => {
  const crop = { focus: { x: 1, y: -1 }, zoom: 2 }
  const region = cropRegion({ width: 800, height: 300 }, avatar, crop)
  assert.deepEqual(region, { left: 650, top: 150, width: 150, height: 150 })

  const dot = cropRegion({ width: 1, height: 1 }, header, { focus: { x: 0, y: 0 }, zoom: 99 })
  assert.deepEqual(dot, { left: 0, top: 0, width: 1, height: 1 })
})
