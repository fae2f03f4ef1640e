import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTime } from './event-time.ts'

const plain = (text?: string) => text?.replace(/[\u2009\u202f\u00a0]/g, ' ')

test('days of an event are the same wherever they are read', () => {
  const days = {
    starts_at: '2026-03-07T00:00:00.000Z',
    ends_at: '2026-03-09T00:00:00.000Z',
    all_day: true,
  }

  assert.equal(plain(eventTime(days, 'en', 'America/Los_Angeles')?.text), 'Mar 7 – 9, 2026')
  const oneDay = { ...days, ends_at: days.starts_at }
  assert.equal(eventTime(oneDay, 'en', 'America/Los_Angeles')?.text, 'Mar 7, 2026')
})

test('hours of an event are those of the reader', () => {
  const hours = {
    starts_at: '2026-03-07T20:00:00.000Z',
    ends_at: '2026-03-07T21:30:00.000Z',
    all_day: false,
  }

  assert.equal(plain(eventTime(hours, 'en', 'UTC')?.text), 'Mar 7, 2026, 8:00 – 9:30 PM')
  assert.match(plain(eventTime(hours, 'en', 'Asia/Tokyo')?.text) ?? '', /^Mar 8, 2026, 5:00/)
})

test('an event may have an end alone, or no time', () => {
  const end = { starts_at: null, ends_at: '2026-03-07T20:00:00.000Z', all_day: false }

  assert.deepEqual(eventTime({ ...end, ends_at: null }, 'en'), null)
  assert.equal(eventTime(end, 'en', 'UTC')?.isEnd, true)
})
