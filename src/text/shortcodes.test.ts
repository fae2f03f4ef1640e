import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findShortcodes } from './shortcodes.ts'

test('custom emoji are named between colons, apart from words', () => {
  const cases: [string, string[]][] = [
    [':blobcat: hi :Party_1:', ['blobcat', 'Party_1']],
    ['<p>:blobcat:</p>', ['blobcat']],
    [':a_b: :a_b:', ['a_b']],
    ['(:one:) :two:!', ['one', 'two']],
    ['a:one: :two:b é:three:', []],
    [':one::two:', []],
    ['12:30:45 ::', []],
    [':x: :a-b: :é:', []],
  ]

  for (const [text, found] of cases) assert.deepEqual(findShortcodes(text), found, text)
})
