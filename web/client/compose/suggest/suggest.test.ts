import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMOJI_GROUPS } from '../emoji/data.ts'
import { type Emoji, emojiOf, findEmojis } from '../emoji/emoji-search.ts'
import { completion } from './completion.ts'
import { isVague, tokenAt } from './token.ts'

/** @param marked with a bar where the caret is */
function at(marked: string) {
  const caret = marked.indexOf('|')
  return tokenAt(marked.replace('|', ''), caret)
}
const typedAt = (marked: string) => {
  const token = at(marked)
  return token === null ? null : [token.kind, token.typed]
}

test('what is typed before the caret is completed: accounts, hashtags, emoji', () => {
  assert.deepEqual(typedAt('hi @an|'), ['account', 'an'])
  assert.deepEqual(typedAt('(@ann@away.exa|'), ['account', 'ann@away.exa'])
  assert.deepEqual(typedAt('@ann@bücher.ex|'), ['account', 'ann@bücher.ex'])
  assert.deepEqual(typedAt('#Kä|'), ['tag', 'Kä'])
  assert.deepEqual(typedAt('＃猫|'), ['tag', '猫'])
  assert.deepEqual(typedAt('a\n:ca|'), ['emoji', 'ca'])
  assert.deepEqual(typedAt(':D|'), ['emoji', 'D'])
  assert.deepEqual(
    [at(':D|'), at(':Da|'), at('@D|')].map((one) => one && isVague(one)),
    [true, false, false],
  )
})

test('only up to the caret, wherever that is', () => {
  assert.deepEqual(at('👍 @an|na and more'), { kind: 'account', typed: 'an', start: 3, end: 6 })
  assert.deepEqual(typedAt('@ann |'), null)
  assert.deepEqual(typedAt('|@ann'), null)
})

test('signs within words, addresses and times complete nothing', () => {
  for (const marked of [
    'me@an|',
    'a/#x|',
    'x#y|',
    'at 10:30|',
    '@|',
    '#|',
    'https://x.example/@a|',
    '::ca|',
    '|',
  ]) {
    assert.equal(at(marked), null, marked)
  }
})

test('a long text before it makes no difference', () => {
  const text = `${'word '.repeat(400)}@ann`

  assert.deepEqual(tokenAt(text, text.length), {
    kind: 'account',
    typed: 'ann',
    start: 2000,
    end: 2004,
  })
})

test('a completed word is followed by one space, the one that stands there already', () => {
  const written = (marked: string, completed: string) => {
    const text = marked.replace('|', '')
    const by = completion(text, at(marked)!, completed)
    return `${text.slice(0, by.start)}${by.text}|${text.slice(by.end)}`
  }

  assert.equal(written('hi @an|', '@ann'), 'hi @ann |')
  assert.equal(written('hi @an| you', '@ann'), 'hi @ann |you')
  assert.equal(written('hi @an|\nyou', '@ann'), 'hi @ann\n|you')
  assert.equal(written('#a|, b', '#art'), '#art |, b')
})

test('emoji are found by their words, the best first', () => {
  const emoji = (words: string): Emoji => ({ text: words, name: words, words, picture: null })
  const words = ['black cat', 'cats', 'concat', 'cat', 'dog']
  const groups = [{ title: '', emojis: words.map(emoji) }]
  const found = (typed: string, most = 9) => findEmojis(groups, typed, most).map(({ text }) => text)

  assert.deepEqual(found('cat'), ['cat', 'cats', 'black cat', 'concat'])
  assert.deepEqual(found('CAT', 2), ['cat', 'cats'])
  assert.deepEqual(found('black_cat'), ['black cat'])
  assert.deepEqual(found(' '), [])
})

test('emoji of the server come before those of Unicode that begin in the same way', () => {
  const emoji = (words: string, picture: string | null): Emoji => ({
    text: picture === null ? words : `:${words}:`,
    name: words,
    words,
    picture,
  })
  const unicode = ['cat', 'cats', 'concat'].map((words) => emoji(words, null))
  const own = ['my cat', 'catfish', 'bobcat'].map((words) => emoji(words, '/cat.png'))
  const groups = [unicode, own].map((emojis) => ({ title: '', emojis }))

  assert.deepEqual(
    findEmojis(groups, 'cat', 9).map(({ text }) => text),
    [':catfish:', ':my cat:', 'cat', 'cats', 'concat', ':bobcat:'],
  )
})

test('every line of the emoji is one character with a name', () => {
  const lines = Object.values(EMOJI_GROUPS).flatMap((group) => group.trim().split('\n'))
  const emojis = lines.map(emojiOf)

  assert.ok(emojis.length > 1000)
  assert.deepEqual(
    emojis.filter(({ text, name }) => name === '' || !/^\p{RGI_Emoji}$/v.test(text)),
    [],
  )
})
