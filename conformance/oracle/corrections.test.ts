import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correctShapes } from './corrections.ts'
import type { Shape } from './own-shapes.ts'

test('S-541 what may be null is required, and what may be absent is never null', () => {
  const property = (): Shape => ({ type: ['string', 'null'] })
  const shapes: Record<string, Shape> = {
    Poll: {
      type: 'object',
      properties: { a: property(), b: property(), c: { type: 'string' } },
      required: ['c'],
    },
  }
  const own: Record<string, Shape> = {
    Poll: {
      properties: {
        a: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        b: { type: 'string' },
        c: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
      required: ['a', 'c'],
    },
  }

  correctShapes(shapes, own)

  assert.deepEqual(shapes.Poll, {
    type: 'object',
    properties: {
      a: { type: ['string', 'null'] },
      b: { type: ['string'] },
      c: { type: ['string', 'null'] },
    },
    required: ['a', 'c'],
    additionalProperties: false,
  })
})

test('S-544 S-547 missing attributes are known, and a reference beside null allows it', () => {
  const shapes: Record<string, Shape> = {
    Notification: { properties: { status: { type: ['object', 'null'], $ref: '#/x' } } },
    Status: { properties: { content: { type: 'string' } }, required: ['content'] },
  }

  correctShapes(shapes, {})

  assert.deepEqual(Object.keys(shapes.Notification?.properties ?? {}), [
    'status',
    'filtered',
    'annual_report',
    'emoji',
    'emoji_url',
  ])
  assert.deepEqual(shapes.Notification?.properties?.status, {
    anyOf: [{ $ref: '#/x' }, { type: 'null' }],
  })
  assert.deepEqual(shapes.DeletedStatus?.required, ['text'])
})
