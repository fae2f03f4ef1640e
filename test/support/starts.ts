import { after } from 'node:test'
import { MARK } from '../../scripts/test-reporter.js'

/** Things of which each costs a good part of a second: CI holds how many of them the suite starts. */
type Costly = 'servers' | 'browsers' | 'databases'

const started: Record<Costly, number> = { servers: 0, browsers: 0, databases: 0 }

/** Counts one more, for `scripts/test.js`. */
export function countStart(what: Costly): void {
  started[what]++
}

after(() => {
  process.stdout.write(`\n${MARK}${JSON.stringify({ type: 'started', started })}\n`)
})
