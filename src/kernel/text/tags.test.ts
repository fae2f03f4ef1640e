import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeTag } from './tags.ts'

test('S-231 a tag is NFKC, lower case, without Latin accents', () => {
  const cases: [string, string][] = [
    ['Rookery', 'rookery'],
    ['#Rookery', 'rookery'],
    ['＃Rookery', 'rookery'],
    ['ａｅｓｔｈｅｔｉｃ', 'aesthetic'],
    ['Übermäßig', 'ubermaßig'],
    ['ŁÓDŹ', 'lodz'],
    ['Smørrebrød', 'smorrebrod'],
    ['İstanbul', 'i\u0307stanbul'],
    ['tiếng_Việt', 'tiếng_việt'],
    ['ﾊﾝｶｸ', 'ハンカク'],
    ['なんでも', 'なんでも'],
    ['ไทย', 'ไทย'],
    ['नमस्ते', 'नमस्ते'],
    ['one·two', 'one·two'],
    ['ぼっち・ざ・ろっく', 'ぼっち・ざ・ろっく'],
    ['نرم\u200cافزار', 'نرم\u200cافزار'],
    ['3d', '3d'],
    ['_test_', '_test_'],
  ]

  for (const [name, normal] of cases) {
    assert.equal(normalizeTag(name), normal, name)
    assert.equal(normalizeTag(normal), normal, `${name}, twice`)
  }
})

test('S-231 what holds no letter or other characters is no tag', () => {
  for (const name of [
    '',
    '#',
    '123',
    '1_2',
    '٣٤',
    '_',
    '·one',
    'one·',
    'a b',
    'a.b',
    'a#b',
    'a❤️',
    '##a',
  ]) {
    assert.equal(normalizeTag(name), null, name)
  }
})
