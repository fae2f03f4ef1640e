import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMOJI_REACTION, NOTIFICATION_TYPES, shownTypes } from './types.ts'

test("S-136 there are Mastodon's seventeen types and one of our own, each once", () => {
  assert.equal(new Set(NOTIFICATION_TYPES).size, 18)
  assert.equal(NOTIFICATION_TYPES.filter((type) => type !== EMOJI_REACTION).length, 17)
})

test('S-250 types and exclude_types combine; unknown names are ignored', () => {
  assert.equal(shownTypes({}), null)
  const types = ['mention', 'poll', 'no such']
  assert.deepEqual(shownTypes({ types, exclude_types: ['poll'] }), ['mention'])
  assert.deepEqual(shownTypes({ types: ['no such'] }), [])
  assert.equal(shownTypes({ exclude_types: ['mention'] })?.length, 16)
})

test('S-253 reactions are for those who ask, or understand a fallback', () => {
  assert.deepEqual(shownTypes({ types: [EMOJI_REACTION] }), [EMOJI_REACTION])
  assert.ok(shownTypes({ supported_types: ['mention'] })?.includes(EMOJI_REACTION))
  assert.ok(!shownTypes({ exclude_types: ['mention'] })?.includes(EMOJI_REACTION))
})
