import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLanguage, languageOrNull } from './language.ts'
import { languages } from './languages.ts'

test('S-132 a code from outside is a language, or none', () => {
  const cases: [string | null | undefined, string | null][] = [
    ['en', 'en'],
    ['EN', 'en'],
    ['en-US', 'en'],
    ['de_CH', 'de'],
    ['ja-JP-u-ca-japanese', 'ja'],
    ['zh-TW', 'zh-TW'],
    ['zh-tw', 'zh-TW'],
    ['zh-Hant', 'zh'],
    ['ckb', 'ckb'],
    ['tok', 'tok'],
    ['xx', null],
    ['english', null],
    ['constructor', null],
    ['', null],
    ['-', null],
    [null, null],
    [undefined, null],
  ]

  for (const [code, language] of cases) assert.equal(languageOrNull(code), language, String(code))
})

test('every language has a code of its own and a name', () => {
  assert.ok(languages.length > 200)
  assert.equal(new Set(languages.map(({ code }) => code)).size, languages.length)
  for (const { code, name } of languages) {
    assert.ok(isLanguage(code) && name !== '', code)
  }
  assert.equal(isLanguage('EN'), false)
})
