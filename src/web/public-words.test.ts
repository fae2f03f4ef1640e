import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, excerpt, longTime, shortNumber, shortTime, timeLeft } from './public-words.ts'

const NOW = Date.parse('2026-08-12T14:03:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

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

  for (const [value, text] of cases) assert.equal(shortNumber(value), text)
})

test('a number agrees with its noun and has its thousands set apart', () => {
  assert.equal(counted(1, 'boost', 'boosts'), '1 boost')
  assert.equal(counted(0, 'boost', 'boosts'), '0 boosts')
  assert.equal(counted(1234567, 'reply', 'replies'), '1,234,567 replies')
})

test('times are shown by their distance for a week, then by their date', () => {
  const cases: [number, string][] = [
    [-HOUR, 'now'],
    [59_999, 'now'],
    [MINUTE, '1 min'],
    [HOUR - 1, '59 min'],
    [HOUR, '1 h'],
    [DAY, '1 d'],
    [7 * DAY, '5 Aug'],
    [300 * DAY, '16 Oct 2025'],
  ]

  for (const [ago, text] of cases) {
    assert.equal(shortTime(new Date(NOW - ago).toISOString(), NOW), text)
  }
  assert.equal(longTime('2026-08-02T04:03:59.999Z'), '2 August 2026, 04:03 UTC')
})

test('what is left of a poll is said in its largest unit', () => {
  const left = (ms: number) => timeLeft(new Date(NOW + ms).toISOString(), NOW)

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
