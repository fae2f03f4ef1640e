import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findShortcodes, replaceShortcodes } from './shortcodes.ts'

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

test('only known emoji are replaced, and nothing in the new text is special', () => {
  const known: Record<string, string> = { blob: '[$1 $& blob]' }

  const replaced = replaceShortcodes(':blob: a:blob: :other: (:blob:)', (name) => known[name])

  assert.equal(replaced, '[$1 $& blob] a:blob: :other: ([$1 $& blob])')
})
