import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExactly } from './exact-json.ts'

test('S-557 whole numbers that no double holds are read as their digits', () => {
  for (const [text, value] of [
    ['117667316012750848', '117667316012750848'],
    ['-117667316012750848', '-117667316012750848'],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', '9007199254740992'],
    [' 1234567890123456789012345678901234567890 ', '1234567890123456789012345678901234567890'],
    [
      '[[117667316012750848],[ 117667316012750849]]',
      [['117667316012750848'], ['117667316012750849']],
    ],
    ['{"a":{"b":117667316012750848},"c":1}', { a: { b: '117667316012750848' }, c: 1 }],
    ['{"a":1,\n"b":\t117667316012750848}', { a: 1, b: '117667316012750848' }],
  ] as const) {
    assert.deepEqual(parseExactly(text), value, text)
  }
})

test('S-557 everything else is what JSON says', () => {
  for (const text of [
    '{"id":"117667316012750848","note":"a 117667316012750848: -117667316012750848"}',
    '{"note":",117667316012750848","a":[1,2.5,true,null,{}]}',
    '[0.1234567890123456789,1e300,1.17667316012750848e17,-0,12345678901234567.5]',
    '{"__proto__":{"a":117},"b":117667316012750}',
  ]) {
    assert.deepEqual(parseExactly(text), JSON.parse(text), text)
  }
  for (const text of ['', '{', '[0117667316012750848]', '[117667316012750848']) {
    assert.throws(() => parseExactly(text), SyntaxError, text)
  }
})
