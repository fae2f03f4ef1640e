import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toOklch } from '../../../src/kernel/base/oklch.ts'
import { colourOf } from './picture-colour.ts'

type Pixel = readonly [red: number, green: number, blue: number, opacity?: number]
const picture = (...parts: [count: number, pixel: Pixel][]): number[] =>
  parts.flatMap(([count, [red, green, blue, opacity = 255]]) =>
    Array.from({ length: count }, () => [red, green, blue, opacity]).flat(),
  )
const hueOf = (hex: string | null) => toOklch(hex ?? '#000000').hue

test('a picture has the colour of which there is the most', () => {
  const found = colourOf(picture([60, [30, 90, 200]], [30, [200, 40, 40]], [10, [255, 255, 255]]))
  assert.ok(Math.abs(hueOf(found) - toOklch('#1e5ac8').hue) < 2, `${found}`)
})

test('strong colours count more than weak ones', () => {
  const found = colourOf(picture([60, [120, 130, 140]], [40, [220, 30, 30]]))
  assert.ok(Math.abs(hueOf(found) - toOklch('#dc1e1e').hue) < 2, `${found}`)
})

test('a grey picture has none, nor has one with a dot of red, nor what cannot be seen', () => {
  assert.equal(colourOf(picture([100, [128, 128, 128]])), null)
  assert.equal(colourOf(picture([98, [20, 20, 20]], [2, [255, 0, 0]])), null)
  assert.equal(colourOf(picture([100, [255, 0, 0, 0]])), null)
  assert.equal(colourOf([]), null)
})
