import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOTIFICATION_TYPES, shownTypes } from './types.ts'

test('S-136 there are seventeen types, each once', () => {
  assert.equal(new Set(NOTIFICATION_TYPES).size, 17)
})

test('S-250 types and exclude_types combine; unknown names are ignored', () => {
  assert.equal(shownTypes(undefined, undefined), null)
  assert.deepEqual(shownTypes(['mention', 'poll', 'no such'], ['poll']), ['mention'])
  assert.deepEqual(shownTypes(['no such'], undefined), [])
  assert.equal(shownTypes(undefined, ['mention'])?.length, NOTIFICATION_TYPES.length - 1)
})
