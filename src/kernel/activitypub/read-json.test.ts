import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJson } from './read-json.ts'

const read = (text: string) => readJson(Buffer.from(text))

test('half a character becomes the sign for what is unreadable, whole ones stay', () => {
  const texts: [string, string][] = [
    ['\\ud83d', '\ufffd'],
    ['a\\uD83Db', 'a\ufffdb'],
    ['\\ude00', '\ufffd'],
    ['\\ud83d\\ude00', '\u{1f600}'],
    ['\\ud83d\\ud83d\\ude00', '\ufffd\u{1f600}'],
    ['\\ud83d\\ude00\\ude00', '\u{1f600}\ufffd'],
  ]

  for (const [written, meant] of texts) {
    assert.deepEqual(read(`{"name":"${written}"}`), { name: meant }, written)
  }
})

test('JSON of another kind than an object is nothing', () => {
  for (const text of ['[]', '"text"', '1', 'null', '']) assert.equal(read(text), null, text)
})

test('what is no JSON, too deep or too much is refused', () => {
  const tags = `{"tag":[${'{},'.repeat(100_000)}{}]}`
  const deep = `${'['.repeat(1000)}${']'.repeat(1000)}`
  const deepest = `{"a":${'['.repeat(31)}1${']'.repeat(31)}}`

  assert.doesNotThrow(() => read(deepest))
  assert.throws(() => read(`[${deepest}]`), { statusCode: 422 })
  assert.throws(() => read('{"a":"\\u0000"}'), { statusCode: 422 })
  assert.throws(() => readJson(Buffer.from([0x22, 0xff, 0x22])), { statusCode: 400 })
  assert.throws(() => read('{"a":'), { statusCode: 400 })
  assert.throws(() => read(deep), { statusCode: 422 })
  assert.throws(() => read(tags), { statusCode: 422 })
})

test('A137 an escaped backslash before half a character does not hide it', () => {
  for (const text of [
    '"\\\\ud83d\\udc00"',
    '"\\ud83d\\\\udc00"',
    '"\\\\\\ud83d"',
    '"\\ud83d\\ud83d\\udc00"',
  ]) {
    const [[name, value]] = Object.entries(read(`{${text}:${text}}`)!) as [[string, string]]

    assert.ok(name.isWellFormed() && value.isWellFormed(), text)
  }
  assert.deepEqual(read('{"a":"\\\\ud83d \\ud83d\\udc26"}'), { a: '\\ud83d 🐦' })
})
