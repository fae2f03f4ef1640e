import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR, MINUTE } from '../../kernel/base/durations.ts'
import { pauseAfter, renewalTime } from './schedule.ts'

const LIFE = { start: 0, end: 90 * DAY }

test('S-639 without a window a certificate is renewed after two thirds of its life', () => {
  assert.equal(renewalTime(LIFE, null, 0), 60 * DAY)
  assert.ok(renewalTime(LIFE, null, 1) < 64 * DAY)
})

test('S-639 with a window of the authority it is renewed at a random point of that', () => {
  const window = { start: 40 * DAY, end: 42 * DAY }

  assert.equal(renewalTime(LIFE, window, 0), 40 * DAY)
  assert.equal(renewalTime(LIFE, window, 0.5), 41 * DAY)
})

test('S-639 no window lets a certificate expire, or be renewed again and again', () => {
  assert.equal(renewalTime(LIFE, { start: 100 * DAY, end: 200 * DAY }, 0.5), 82.5 * DAY)
  assert.equal(renewalTime(LIFE, { start: -2 * DAY, end: -DAY }, 0.5), 9 * DAY)
})

test('S-639 pauses grow to an hour, and are those that the authority asks for', () => {
  const wait = { now: 1000, retryAt: null, random: 0 }

  assert.ok(pauseAfter(1, wait) < MINUTE)
  assert.equal(pauseAfter(2, wait), MINUTE)
  assert.equal(pauseAfter(20, wait), HOUR)
  assert.equal(pauseAfter(20, { ...wait, random: 1 }), 1.25 * HOUR)
  assert.equal(pauseAfter(1, { ...wait, retryAt: 1000 + 5 * HOUR }), 5 * HOUR)
  assert.equal(pauseAfter(1, { ...wait, retryAt: 1000 + 500 * DAY }), 7 * DAY)
})
