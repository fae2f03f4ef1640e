import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { NoWorkers } from '../worker-count.ts'
import { superviseWorkers } from './supervise.ts'

test('a system that refuses a process at once ends the start with its reason, not the parent', async () => {
  const starting = superviseWorkers({
    count: 2,
    // as little possible as a process for which there is no memory, and thrown like that
    env: { NAME: '\0' },
    log: pino({ level: 'silent' }),
    patience: 0,
    join: () => () => {},
  })

  await assert.rejects(starting, (error) => {
    assert.ok(error instanceof NoWorkers)
    assert.match(error.message, /^Worker \d ended while it started \(.*null bytes/)
    return true
  })
})
