import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOCALES, type Locale, matchLocale } from './locales.ts'

const among: Locale[] = ['de', 'en', 'nb', 'pt-BR', 'zh-Hans', 'zh-Hant', 'ja'].map((tag) => ({
  tag,
  name: tag,
  complete: [],
}))
const match = (...wanted: string[]) => matchLocale(wanted, among)?.tag

test('a wanted language is found in another region, but not in another script', () => {
  assert.equal(match('de-AT'), 'de')
  assert.equal(match('pt-PT'), 'pt-BR')
  assert.equal(match('pt'), 'pt-BR')
  assert.equal(match('PT_br'), 'pt-BR')
  assert.equal(match('zh-TW'), 'zh-Hant')
  assert.equal(match('zh-HK'), 'zh-Hant')
  assert.equal(match('zh-Hant-TW'), 'zh-Hant')
  assert.equal(match('zh'), 'zh-Hans')
  assert.equal(match('zh-Hans-HK'), 'zh-Hans')
  assert.equal(match('sr-Latn', 'ja-JP'), 'ja')
})

test('a language that there is none of gives way to one that is written alike, or the next', () => {
  assert.equal(match('no'), 'nb')
  assert.equal(match('nn-NO', 'de'), 'nb')
  assert.equal(match('xx', '', '%%', 'constructor', 'en-US'), 'en')
  assert.equal(match('xx'), undefined)
})

test('languages are listed once, by their own names', () => {
  const tags = LOCALES.map(({ tag }) => tag)

  assert.deepEqual(tags, [...new Set(tags)])
  for (const { tag, name } of LOCALES) {
    const own = new Intl.DisplayNames(tag, { type: 'language' }).of(tag)
    assert.equal(name.toLowerCase(), own?.toLowerCase(), tag)
    assert.equal(new Intl.Locale(tag).toString(), tag)
  }
})
