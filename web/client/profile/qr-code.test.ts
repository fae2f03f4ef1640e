import assert from 'node:assert/strict'
import { test } from 'node:test'
import { qrCodeOf } from './qr-code.ts'

test('a code has a light border of four modules, and its three corners', () => {
  const { size, path } = qrCodeOf('https://hedgerow.example/@grace')

  assert.equal((size - 8 - 17) % 4, 0, `${size} modules`)
  // the edges of the corners are seven modules long
  assert.ok(path.startsWith('M4 4h7v1H4z'))
  assert.ok(path.includes(`M${size - 11} 4h7v1H${size - 11}z`))
  assert.ok(path.includes(`M4 ${size - 5}h7v1H4z`))
  const places = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)])
  assert.ok(Math.min(...places) >= 4 && Math.max(...places) < size - 4)
})
