import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phraseOf, prefixPhraseOf, wordsOf } from './words.ts'

test('words are letters and digits in lower case without accents', () => {
  assert.deepEqual(wordsOf("L'Été à Zürich, c'est_ça! #Mastodon4"), [
    'l',
    'ete',
    'a',
    'zurich',
    'c',
    'est',
    'ca',
    'mastodon4',
  ])
  assert.deepEqual(wordsOf('Ελλάδα Йод ﬁsh ＡＢＣ'), ['ελλαδα', 'иод', 'fish', 'abc'])
  assert.deepEqual(wordsOf('… – 🪶 "" '), [])
})

test('vowel signs of other scripts stay', () => {
  assert.deepEqual(wordsOf('हिन्दी'), ['हिन्दी'])
})

test('scripts without spaces become pairs and the last character alone', () => {
  assert.deepEqual(wordsOf('東京都'), ['東京', '京都', '都'])
  assert.deepEqual(wordsOf('都 A東京b'), ['都', 'a', '東京', '京', 'b'])
  assert.deepEqual(wordsOf('がっこう'), ['がっ', 'っこ', 'こう', 'う'])
  assert.equal(wordsOf('ภาษาไทย').length, 7)
})

test('a phrase ends in pairs, so that it is found inside a longer run', () => {
  assert.deepEqual(phraseOf('東京'), { words: ['東京'], prefix: false })
  assert.deepEqual(phraseOf('東京 Tower'), { words: ['東京', '京', 'tower'], prefix: false })
})

test('a single character of such a script is the beginning of a pair', () => {
  assert.deepEqual(phraseOf('京'), { words: ['京'], prefix: true })
})

test('a text without letters is no phrase', () => {
  assert.equal(phraseOf('#!'), null)
})

test('the last word of what is being typed may go on, a pair of characters is whole', () => {
  assert.deepEqual(prefixPhraseOf('foo_b'), { words: ['foo', 'b'], prefix: true })
  assert.deepEqual(prefixPhraseOf('東京'), { words: ['東京'], prefix: false })
  assert.deepEqual(prefixPhraseOf('京'), { words: ['京'], prefix: true })
  assert.deepEqual(prefixPhraseOf('東京 tow'), { words: ['東京', '京', 'tow'], prefix: true })
  assert.equal(prefixPhraseOf('🪶'), null)
})

test('a word that is cut ends in a whole character', () => {
  const [word] = wordsOf(`a${'𐌰'.repeat(100)}`)

  assert.equal(word, `a${'𐌰'.repeat(49)}`)
})

test('words and texts have a largest size', () => {
  assert.equal(wordsOf('x'.repeat(5_000))[0]?.length, 100)
  assert.equal(wordsOf('x '.repeat(50_000)).length, 16_000)
})
