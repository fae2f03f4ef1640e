import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { workFor } from './host-work.ts'
import { noteCircuit } from './measures.ts'

const peer = {
  host: 'far.example',
  failures: 0,
  failing_since: null,
  next_try_at: null,
  last_success_at: null,
  prefers_rfc9421: false,
}
const LIVES = { failures: 0, givenUp: null }
const FAILS = { failures: 2, givenUp: null }

/** Log entries for a host that changes from one state to the other. */
function saidOf(before: typeof LIVES | typeof FAILS, now: Partial<typeof peer>, givenUp?: string) {
  const lines: { level: number; msg: string }[] = []
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  const work = { ...workFor({ ...peer, ...now }, [], 0), givenUp: givenUp ?? null }
  noteCircuit({ log }, work, before, { error: 'HTTP 503' })
  return lines.map(({ level, msg }) => [level, msg])
}

test('a server that stops answering, answers again or is given up is said once', () => {
  assert.deepEqual(saidOf(LIVES, {}), [])
  assert.deepEqual(saidOf(LIVES, { failures: 1 }), [[30, 'a server does not answer']])
  assert.deepEqual(saidOf(FAILS, { failures: 3 }), [])
  assert.deepEqual(saidOf(FAILS, {}), [[30, 'a server answers again']])
  assert.deepEqual(saidOf(FAILS, { failures: 3 }, 'seven days'), [[40, 'a server is given up']])
})
