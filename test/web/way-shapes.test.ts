import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as lucide from 'lucide'
import { WAY_SHAPES } from '../../src/surfaces/pages/frame/way-shapes.ts'

type Shape = [tag: string, attributes: Record<string, string | number>][]

test('icons of pages have the shapes of those in the programs of web/', () => {
  const known = lucide as unknown as Record<string, Shape>
  for (const [name, drawn] of Object.entries(WAY_SHAPES)) {
    const shape = known[name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())]
    assert.ok(shape, name)
    const svg = shape.map(([tag, attributes]) => {
      const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
      return `<${tag}${written.join('')}/>`
    })
    assert.equal(drawn, svg.join(''), name)
  }
})
