import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR, MINUTE } from '../../../kernel/base/durations.ts'
import { ENGLISH_WORDS, inWords, newWords } from '../../../kernel/text/messages.ts'
import { excerpt, longTime, shortNumber, shortTime, timeLeft } from './words.ts'

const NOW = Date.parse('2026-08-12T14:03:00.000Z')

test('large numbers are short where there is little room', () => {
  const cases: [number, string][] = [
    [0, '0'],
    [999, '999'],
    [1000, '1K'],
    [1249, '1.2K'],
    [9960, '10K'],
    [999_499, '999K'],
    [999_500, '1M'],
    [12_345_678, '12M'],
    [2_500_000_000, '2.5B'],
  ]

  for (const [value, text] of cases) {
    assert.equal(inWords(shortNumber(value), ENGLISH_WORDS), text)
  }
})

test('times are shown by their distance for a week, then by their date', () => {
  const cases: [number, string][] = [
    [-HOUR, 'now'],
    [59_999, 'now'],
    [MINUTE, '1 min'],
    [HOUR - 1, '59 min'],
    [HOUR, '1 hr'],
    [DAY, '1 day'],
    [7 * DAY, 'Aug 5'],
    [300 * DAY, 'Oct 16, 2025'],
  ]

  for (const [ago, text] of cases) {
    assert.equal(inWords(shortTime(new Date(NOW - ago).toISOString(), NOW), ENGLISH_WORDS), text)
  }
  const time = longTime('2026-08-02T04:03:59.999Z')
  assert.equal(inWords(time, ENGLISH_WORDS), 'August 2, 2026 at 04:03 UTC')
  const japanese = newWords({ tag: 'ja', name: '', complete: [] }, {})
  assert.equal(inWords(time, japanese), '2026年8月2日 4:03 UTC')
})

test('what is left of a poll is said in its largest unit', () => {
  const left = (ms: number) =>
    inWords(timeLeft(new Date(NOW + ms).toISOString(), NOW), ENGLISH_WORDS)

  assert.equal(left(3 * DAY), '3 days')
  assert.equal(left(HOUR), '1 hour')
  assert.equal(left(90_000), '2 minutes')
  assert.equal(left(-1), 'a moment')
})

test('an excerpt ends between words, never inside a character, and is one line', () => {
  assert.equal(excerpt('one\n\n two  three', 100), 'one two three')
  assert.equal(excerpt('one two three', 9), 'one two…')
  assert.equal(excerpt('abcdefghij', 5), 'abcde…')
  assert.equal(excerpt('ab😀😀', 3), 'ab…')
})
