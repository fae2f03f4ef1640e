import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadRequest, Unprocessable } from '../../base/errors.ts'
import { parseJson } from './json.ts'

const parse = (text: string): unknown => parseJson(Buffer.from(text))

test('an empty body is undefined, every other JSON is what it is', () => {
  assert.equal(parse(''), undefined)
  assert.deepEqual(parse(' {"a":[1,"é",null]} '), { a: [1, 'é', null] })
})

test('what is no JSON or no UTF-8 is BadRequest', () => {
  for (const body of [Buffer.from('{'), Buffer.from(' '), Buffer.from([0x22, 0xff, 0x22])]) {
    assert.throws(() => parseJson(body), BadRequest)
  }
})

test('A36 depth and number of values are bounded; what stands in strings is not counted', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const wide = (values: number) => JSON.stringify(Array(values).fill(1))

  assert.doesNotThrow(() => parse(nested(32)))
  assert.throws(() => parse(nested(33)), Unprocessable)
  assert.throws(() => parse('{"a":'.repeat(33)), Unprocessable)
  assert.doesNotThrow(() => parse(wide(9000)))
  assert.throws(() => parse(wide(11_000)), Unprocessable)
  assert.doesNotThrow(() => parse(JSON.stringify('[,'.repeat(20_000))))
})

test('the end of a string is found whatever is escaped in it, and however long it is', () => {
  const pieces = ['\\', '"', '\\"', 'x'.repeat(70), '[', ',', '\n', '\u00e9']
  for (let seed = 0; seed < 500; seed++) {
    const text = Array.from(
      { length: seed % 60 },
      (_, i) => pieces[(seed * 7 + i * i * 13) % 8],
    ).join('')
    const quoted = JSON.stringify(text)

    assert.deepEqual(parse(`[${quoted},1]`), [text, 1])
    assert.throws(() => parse(`[${quoted},${'['.repeat(40)}`), Unprocessable)
  }
})

test('U+0000 is refused, an escaped backslash before "u0000" is not', () => {
  assert.throws(() => parse('{"a":"\\u0000"}'), Unprocessable)
  assert.throws(() => parse('{"\\u0000":1}'), Unprocessable)
  assert.throws(() => parse('["\\\\\\u0000"]'), Unprocessable)
  assert.deepEqual(parse('["\\\\u0000"]'), ['\\u0000'])
})
