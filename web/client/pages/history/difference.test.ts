import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differenceOf } from './difference.ts'

/** `[-removed-]` and `{+added+}`, and the rest as it is */
const marked = (from: string, to: string): string =>
  differenceOf(from, to)
    .map(({ kind, text }) =>
      kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`,
    )
    .join('')

test('two texts differ by whole words', () => {
  assert.equal(marked('the black cat', 'the white cat'), 'the [-black-]{+white+} cat')
  assert.equal(marked('a cat', 'a cat!'), 'a cat{+!+}')
  assert.equal(marked('same', 'same'), 'same')
  assert.equal(marked('', 'new'), '{+new+}')
  assert.equal(marked('old', ''), '[-old-]')
  assert.equal(marked('', ''), '')
})

test('either text can be read from the difference, also where it is too long to compare', () => {
  const long = 'one two three four '.repeat(600)
  const texts: [string, string][] = [
    ['a b c d e', 'c d x a b'],
    ['猫が好きです', '犬が好きです'],
    [long, `${long}five`],
  ]
  for (const [from, to] of texts) {
    const parts = differenceOf(from, to)
    const without = (kind: string) =>
      parts
        .filter((part) => part.kind !== kind)
        .map(({ text }) => text)
        .join('')
    assert.equal(without('added'), from)
    assert.equal(without('removed'), to)
  }
})
