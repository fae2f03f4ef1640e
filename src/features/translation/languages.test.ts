import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPair } from './languages.ts'

test('a pair is found by the nearest spelling that the backend knows', () => {
  const pairs = new Map([
    ['de', ['en', 'en-GB', 'zh-Hans', 'zh-Hant']],
    ['zh-Hans', ['de', 'zh-Hant']],
    ['und', ['de', 'en']],
  ])
  const found = (from: string | null, to: string) => {
    const pair = findPair(pairs, from, to)
    return pair && [pair.source, pair.target]
  }

  assert.deepEqual(found('de', 'en'), ['de', 'en'])
  assert.deepEqual(found('de', 'EN_us'), ['de', 'en'])
  assert.deepEqual(found('de-AT', 'en-gb'), ['de', 'en-GB'])
  assert.deepEqual(found('de', 'zh-TW'), ['de', 'zh-Hant'])
  assert.deepEqual(found('zh-CN', 'zh-TW'), ['zh-Hans', 'zh-Hant'])
  assert.deepEqual(found(null, 'de'), [null, 'de'])
  for (const [from, to] of [
    ['de', 'de'],
    ['de', 'de-CH'],
    ['zh-CN', 'zh-SG'],
    ['de', 'fr'],
    ['fr', 'de'],
    [null, 'fr'],
  ] as const) {
    assert.equal(found(from, to), null, `${from} ${to}`)
  }
})
