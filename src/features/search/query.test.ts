import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQuery } from './query.ts'

test('words, phrases and operators are told apart, and what is excluded', () => {
  assert.deepEqual(readQuery('blue "a whale" -song -"no recipe" From:@bob -has:media in:""'), {
    all: ['blue', 'a whale'],
    none: ['song', 'no recipe'],
    operators: [
      { name: 'from', value: '@bob', excluded: false },
      { name: 'has', value: 'media', excluded: true },
    ],
  })
})

test('quotes that phones type for straight ones begin and end a phrase, too', () => {
  assert.deepEqual(readQuery('“a whale” -„kein Lied“ « une baleine » from:“bob b”'), {
    all: ['a whale', 'une baleine'],
    none: ['kein Lied'],
    operators: [{ name: 'from', value: 'bob b', excluded: false }],
  })
})

test('what is no operator is words', () => {
  const words = ['https://a.example', 'foo:bar', 'xfrom:me', '-', 'from', '"']

  assert.deepEqual(readQuery(words.join(' ')), { all: words, none: [], operators: [] })
})

test('no more than twenty terms count, however long the text', () => {
  const { all } = readQuery('word '.repeat(100_000))

  assert.equal(all.length, 20)
})
