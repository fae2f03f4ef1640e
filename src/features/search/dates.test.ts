import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSpan } from './dates.ts'

const shown = (text: string, zone = 'UTC') => {
  const span = readSpan(text, zone)
  return span && [span.start, span.end].map((time) => new Date(time).toISOString().slice(0, 16))
}

test('a day, a month or a year, in the time zone of who asks', () => {
  assert.deepEqual(shown('2024-02-29'), ['2024-02-29T00:00', '2024-03-01T00:00'])
  assert.deepEqual(shown('2024-2'), ['2024-02-01T00:00', '2024-03-01T00:00'])
  assert.deepEqual(shown('2024'), ['2024-01-01T00:00', '2025-01-01T00:00'])
  assert.deepEqual(shown('2024-07-01', 'Asia/Kolkata'), ['2024-06-30T18:30', '2024-07-01T18:30'])
  assert.deepEqual(shown('2024-03-31', 'Europe/Berlin'), ['2024-03-30T23:00', '2024-03-31T22:00'])
  assert.deepEqual(shown('2024-07-01', 'Mars/Olympus'), ['2024-07-01T00:00', '2024-07-02T00:00'])
})

test('what is no date is none', () => {
  for (const text of ['2023-02-29', '2024-13-01', '2024-00', '24-01-01', 'today', '1969', '0000']) {
    assert.equal(readSpan(text, 'UTC'), null, text)
  }
})
