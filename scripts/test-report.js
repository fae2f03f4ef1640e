// Plain JavaScript for Node 20: counts what the test processes tell, and prints it.
import { relative } from 'node:path'

const LINES_OF_ERROR = 60

/** An empty account of one database's run. */
export function newTally(database) {
  return {
    database,
    current: null,
    failures: [],
    skips: [],
    passed: 0,
    failed: 0,
    skipped: 0,
    waiting: 0,
    hasEnded: false,
  }
}

/** Counts one event of scripts/test-reporter.js; prints a line for each file when it is through. */
export function count(tally, event, root) {
  if (event.type === 'end') return finish(tally, event)
  if (event.type === 'queued') return tally.waiting++
  const file = event.file === undefined ? '(no file)' : relative(root, event.file)
  if (tally.current?.file !== file) startFile(tally, file)
  if (event.isOutermost) {
    tally.waiting--
    tally.current.milliseconds += event.milliseconds
  }
  if (event.type === 'fail' && event.error !== null) {
    tally.failures.push({ ...event, place: `${file}:${event.line}` })
  }
  if (event.isSuite) return
  const outcome = event.skipped !== null ? 'skipped' : event.type === 'pass' ? 'passed' : 'failed'
  if (outcome === 'skipped') tally.skips.push(`${event.name}${reason(event.skipped)}`)
  tally.current[outcome]++
  tally[outcome]++
}

/** Notes that the process itself failed, with what is wrong in one line. */
export function countBrokenRun(tally, problem) {
  printFile(tally)
  tally.failed++
  tally.failures.push({ name: 'the test process', place: tally.database, error: problem })
}

/** Prints the failures, the skipped tests and, last, the totals over all databases. */
export function printResult(tallies) {
  for (const { database, failures } of tallies) {
    for (const { name, place, error } of failures) {
      const lines = error.split('\n').slice(0, LINES_OF_ERROR)
      print(`\n✖ ${database}: ${name}\n  ${place}`, ...lines.map((line) => `  ${line}`))
    }
  }
  for (const { database, skips } of tallies) {
    for (const skip of skips) print(`- ${database}: skipped ${skip}`)
  }
  const total = (outcome) => tallies.reduce((sum, tally) => sum + tally[outcome], 0)
  print(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`)
}

/** Prints what a test process said itself, marked with its database. */
export function printOutput(tally, line) {
  if (line.trim() !== '') print(`  ${tally.database.padEnd(8)} | ${line}`)
}

function finish(tally, counts) {
  printFile(tally)
  tally.hasEnded = true
  // Node's own sums also hold tests that never told their end.
  tally.passed = counts.passed
  tally.failed = counts.failed + counts.cancelled
  tally.skipped = counts.skipped + counts.todo
}

function startFile(tally, file) {
  printFile(tally)
  tally.current = { file, milliseconds: 0, passed: 0, failed: 0, skipped: 0 }
}

function printFile(tally) {
  const { current, database } = tally
  tally.current = null
  if (current === null) return
  const outcomes = ['passed', 'failed', 'skipped']
    .filter((outcome) => current[outcome] > 0)
    .map((outcome) => `${current[outcome]} ${outcome}`)
  const mark = current.failed > 0 ? '✖' : '✔'
  const seconds = (current.milliseconds / 1000).toFixed(1)
  print(`${mark} ${database.padEnd(8)} ${current.file}: ${outcomes.join(', ')} in ${seconds} s`)
}

function reason(skipped) {
  return typeof skipped === 'string' && skipped !== '' ? ` (${skipped})` : ''
}

function print(...lines) {
  process.stdout.write(`${lines.join('\n')}\n`)
}
