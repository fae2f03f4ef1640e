import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR } from '../../kernel/base/durations.ts'
import { daysUntilFull } from './disk.ts'
import { figuresOf, lastOfEachDay } from './figures.ts'
import type { Sample } from './samples.ts'

const at = (hour: number, more: Partial<Sample>): Sample => ({
  at: hour * HOUR,
  database_bytes: 1,
  media_bytes: null,
  free_bytes: null,
  jobs_waiting: 0,
  jobs_parked: 0,
  deliveries_waiting: 0,
  hosts_silent: 0,
  started_at: 0,
  requests: 0,
  errors: 0,
  stalls: 0,
  ...more,
})

test('what a process counts is shown by the hour, also after it began anew', () => {
  const samples = [
    at(0, { requests: 100 }),
    at(1, { requests: 150, started_at: 40 }),
    at(2, { requests: 30, started_at: 2 * HOUR }),
    at(26, { requests: 60, started_at: 2 * HOUR }),
  ]

  assert.deepEqual(
    figuresOf(samples, 'requests').map(({ value }) => value),
    [50, 30, 30],
  )
  assert.deepEqual(lastOfEachDay(samples, ['requests', 'free_bytes', 'database_bytes']), [
    { at: DAY, values: [30, null, 1] },
    { at: 0, values: [80, null, 1] },
  ])
})

test('a disk that fills is foretold, and no other one', () => {
  const falling = [0, 1, 2, 3, 4].map((day) => ({ at: day * DAY, free: 1000 - 100 * day }))

  assert.equal(Math.round(daysUntilFull(falling)!), 6)
  assert.equal(daysUntilFull(falling.slice(0, 3)), null)
  assert.equal(daysUntilFull(falling.map(({ at }) => ({ at, free: 5 }))), null)
  assert.equal(daysUntilFull(falling.map(({ at, free }) => ({ at, free: 2000 - free }))), null)
  assert.equal(daysUntilFull([]), null)
})
