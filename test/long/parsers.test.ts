import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestAllowed, measureLoop } from '../support/event-loop.ts'
import { fastest } from '../support/fastest.ts'
import { FRAMES, filled, PARSERS, UNITS } from '../support/strange-texts.ts'

/** ms: kernels count processor time in steps of some milliseconds */
const STEP = 10

for (const [name, { most, read }] of Object.entries(PARSERS)) {
  test(`A58 ${name} is read in time that grows as it does, and never holds the loop for long`, async () => {
    const plain = 'some words '.repeat(most / 11)
    read(plain)
    const control = await measureLoop(() => read(plain))
    for (const unit of UNITS) {
      for (const frame of FRAMES) {
        const label = `${JSON.stringify(unit)} after ${frame[0].slice(0, 10)}`
        // small first, so that what is quadratic fails here and does not take an hour
        const quarter = await cpu(() => read(filled(frame, unit, most / 16)))
        assert.ok(quarter < longestAllowed(control), `${label}: ${quarter} ms for a sixteenth`)
        const text = filled(frame, unit, most)
        if ((await cpu(() => read(text))) < 50) continue
        const whole = await fastest(() => read(text), { runs: 5 })
        assert.ok(whole < longestAllowed(control), `${label}: ${whole} ms`)
        // linear is 4, quadratic 16; below the limit caches and collections blur it
        const fourfold = await fastest(() => read(filled(frame, unit, 4 * most)), { runs: 5 })
        assert.ok(fourfold < 8 * Math.max(whole, STEP), `${label}: ${whole} ms, ${fourfold} ms`)
      }
    }
  })
}

const cpu = (run: () => unknown) => fastest(run, { runs: 1 })
