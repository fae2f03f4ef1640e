import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf } from './place.ts'

const seen = { left: 0, top: 0, width: 390, height: 500 }
const line = (top: number, x = 100) => ({ x, top, bottom: top + 20, isRtl: false })

test('a list stands below the line, or above it where there is more room', () => {
  const size = { width: 200, height: 150 }

  assert.deepEqual(placeOf(line(100), size, seen), { left: 100, top: 124, maxHeight: 368 })
  assert.deepEqual(placeOf(line(400), size, seen), { left: 100, top: 246, maxHeight: 388 })
})

test('a list never leaves what is seen of the window, however long it is', () => {
  const size = { width: 300, height: 900 }
  for (const top of [0, 120, 240, 260, 480]) {
    for (const x of [0, 200, 390]) {
      for (const isRtl of [false, true]) {
        const { left, top: at, maxHeight } = placeOf({ ...line(top, x), isRtl }, size, seen)
        assert.ok(left >= 8 && left + size.width <= 382, `${x}: ${left}`)
        assert.ok(at >= 0 && at + maxHeight <= 500, `${top}: ${at} and ${maxHeight}`)
      }
    }
  }
})

test('a list opens towards where the text is read from', () => {
  const size = { width: 200, height: 50 }

  assert.equal(placeOf({ ...line(10, 300), isRtl: true }, size, seen).left, 100)
})
