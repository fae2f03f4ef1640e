import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countCharacters, countGraphemes } from './count.ts'

test('S-330 what people see as one character counts one', () => {
  const cases: [string, number][] = [
    ['', 0],
    ['hello', 5],
    ['a\r\nb', 3],
    ['e\u0301', 1],
    ['✨✨', 2],
    ['🏳️‍⚧️', 1],
    ['👩‍👩‍👧‍👦👍🏽🇨🇭', 3],
    ['नमस्ते', 3],
    ['한국어', 3],
  ]

  for (const [text, count] of cases) assert.equal(countGraphemes(text), count, text)
})

test('S-330 an address counts 23, however long it is', () => {
  assert.equal(countCharacters('https://a.de'), 23)
  assert.equal(countCharacters(`see https://example.com/${'a'.repeat(500)} now`), 23 + 8)
  assert.equal(countCharacters('example.com'), 11)
  assert.equal(countCharacters('magnet:?xt=urn:btih:c12fe1c0'), 28)
})

test('S-330 a remote mention counts without its domain', () => {
  assert.equal(countCharacters('@alice@social.example hi'), '@alice hi'.length)
  assert.equal(countCharacters('@alice hi'), 9)
  assert.equal(countCharacters(`@alice@${'b'.repeat(300)}.example`), 315)
})

test('S-330 the content warning is counted as it is', () => {
  assert.equal(countCharacters('abc', 'see https://example.com/long/path'), 3 + 33)
})
