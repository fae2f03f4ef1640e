import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastest } from '../../../test/support/fastest.ts'
import { searchedText } from '../../kernel/text/fold.ts'
import { compileFilters, matchFilters } from './compile.ts'

interface Keyword {
  keyword: string
  wholeWord: boolean
}

const common = { title: 'a', context: ['home' as const], action: 'warn' as const, expiresAt: null }

function filterOf(id: string, keywords: readonly Keyword[]) {
  return { ...common, id, keywords, statusIds: [] }
}

/** The part of a text that the keywords match, as one filter. */
function matchOf(text: string, ...keywords: Keyword[]): string | null {
  const filters = compileFilters([filterOf('1', keywords)])
  const matchable = { texts: [searchedText(text)], statusIds: [], now: 0 }
  return JSON.parse(matchFilters(filters, matchable))[0]?.keyword_matches[0] ?? null
}

const part = (keyword: string): Keyword => ({ keyword, wholeWord: false })
const whole = (keyword: string): Keyword => ({ keyword, wholeWord: true })

test('S-112 case does not matter, in any script, and the match is as it was written', () => {
  for (const [keyword, text, match] of [
    ['crow', 'A CrOw!', 'CrOw'],
    ['CROW', 'scarecrows', 'crow'],
    ['ÉCLAIR', 'un éclair', 'éclair'],
    ['éclair', 'un e\u0301clair', 'éclair'],
    ['СЛОВО', 'это слово', 'слово'],
    ['οδοσ', 'Η ΟΔΟΣ', 'ΟΔΟΣ'],
    ['ΟΔΟΣ', 'η οδος', 'οδος'],
    ['straße', 'Die STRAẞE', 'STRAẞE'],
    ['istanbul', 'İstanbul', null],
    ['kıs', 'kis', null],
    ['ßa', 'ﬁn İ ẞA', 'ẞA'],
    ['𐐨x', '𐐀X', '𐐀X'],
    ['مرحبا', 'يا مرحبا بكم', 'مرحبا'],
    ['🦜', 'a 🦜 parrot', '🦜'],
    ['.*', 'anything', null],
    ['.*', 'a.*b', '.*'],
    ['[a-z](', 'x [A-Z](', '[A-Z]('],
    ['a\\b', 'A\\B', 'A\\B'],
    ['two words', 'Two words', 'Two words'],
  ] as const) {
    assert.equal(matchOf(text, part(keyword)), match, `${keyword} in ${text}`)
  }
})

test('S-112 a whole word ends where the keyword ends with a letter, mark, digit or underscore', () => {
  for (const [keyword, text, match] of [
    ['crow', 'scarecrow', null],
    ['crow', 'crows', null],
    ['crow', '#crow, crows', 'crow'],
    ['crow', 'crow_bar', null],
    ['crow', 'crow-bar', 'crow'],
    ['crow', 'crowé', null],
    ['crow', 'écrow', null],
    ['crow', '𐐀crow', null],
    ['#crow', '#crows', null],
    ['#crow', 'x#crow', '#crow'],
    ['c++', 'c++11', 'c++'],
    ['c++', 'objc++', null],
    ['слово', 'словом', null],
    ['слово', '«слово»', 'слово'],
    ['हिन्द', 'हिन्दी', null],
    ['مرحبا', 'ومرحبا', null],
    ['❤️', '❤️love', '❤️'],
    ['🦜', 'x🦜y', '🦜'],
    ['1️⃣', '1️⃣st', '1️⃣'],
    // scripts without spaces between words
    ['猫', '黒猫が', '猫'],
    ['แมว', 'ฉันมีแมวดำ', 'แมว'],
    ['iphone', '新しいiPhoneです', 'iPhone'],
    ['iphone', 'iPhones', null],
    // a failed match hides no later one
    ['ana', 'banana ana', 'ana'],
  ] as const) {
    assert.equal(matchOf(text, whole(keyword)), match, `${keyword} in ${text}`)
  }
})

test('S-113 S-111 of the keywords of a filter the first in the text is named, of two the longer', () => {
  assert.equal(matchOf('the long way home', part('way'), part('the long way h')), 'the long way h')
  assert.equal(matchOf('a bird of prey', part('bird'), part('bird of')), 'bird of')
  assert.equal(matchOf('abcd', part('bc'), part('abcx'), part('d')), 'bc')
  const filters = compileFilters([
    filterOf('1', [part('crow')]),
    filterOf('2', [part('jay')]),
    filterOf('3', [whole('CROW'), part('crow')]),
  ])

  const texts = ['a crow', 'another Crow'].map(searchedText)
  const found = JSON.parse(matchFilters(filters, { texts, statusIds: [], now: 0 }))

  assert.deepEqual(
    found.map((one: { filter: { id: string }; keyword_matches: string[] }) => [
      one.filter.id,
      one.keyword_matches,
    ]),
    [
      ['1', ['crow']],
      ['3', ['crow']],
    ],
  )
})

/** The expected result, computed simply: a folded text contains a folded keyword. */
function holds(text: string, keyword: string): boolean {
  return searchedText(text).folded.includes(searchedText(keyword).folded)
}

test('whatever keywords hold, nothing throws, and what is in a text is found', () => {
  const pieces = [
    ...[
      '.*',
      '(',
      ')',
      '[',
      ']',
      '{1,',
      '\\',
      '\\b',
      '^',
      '$',
      '|',
      '?',
      '+',
      '(?=',
      '\\u{',
      '/',
      'a',
    ],
    ...[
      'aa',
      'ab',
      'b',
      'A',
      ' ',
      '\u00a0',
      '\n',
      '😀',
      '👩‍👩‍👧',
      '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      '\ud83d',
      '\udc00',
      'שלום',
      '\u202e',
      '\u200d',
    ],
    ...['ß', 'İ', 'ı', 'ς', 'Σ', 'ﬁ', 'e\u0301', 'é', '猫', '_', '0', '\ufe0f'],
  ]
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const some = (most: number) =>
    Array.from({ length: 1 + random(most) }, () => pieces[random(pieces.length)]).join('')

  for (let round = 0; round < 300; round++) {
    const keywords = Array.from({ length: 1 + random(6) }, () => some(4))
    const text = some(40)
    const filters = compileFilters(
      keywords.map((keyword, at) => filterOf(String(at), [part(keyword)])),
    )
    const matchable = { texts: [searchedText(text)], statusIds: [], now: 0 }
    const found: { filter: { id: string } }[] = JSON.parse(matchFilters(filters, matchable))

    const expected = keywords.flatMap((keyword, at) => (holds(text, keyword) ? [String(at)] : []))
    assert.deepEqual(
      found.map((one) => one.filter.id),
      expected,
      JSON.stringify({ keywords, text }),
    )
    const wholes = compileFilters([filterOf('1', keywords.map(whole))])
    assert.doesNotThrow(() => JSON.parse(matchFilters(wholes, matchable)))
  }
})

test('two hundred keywords made to be slow are looked for in a long text within a moment', async () => {
  const keywords = Array.from({ length: 195 }, (_, at) => whole(`${'a'.repeat(508)}${at}`))
  const filters = compileFilters([
    filterOf('1', [...keywords, whole(' '.repeat(9)), whole('a a'.repeat(9))]),
  ])
  const texts = ['a'.repeat(20_000), 'a a'.repeat(7_000), ' '.repeat(20_000)].map(searchedText)

  const match = () => {
    for (const text of texts) matchFilters(filters, { texts: [text], statusIds: [], now: 0 })
  }
  const took = await fastest(match, { enough: 500 })

  // takes about 5 ms; an equivalent regular expression takes minutes
  assert.ok(took < 500, `${took} ms`)
})
