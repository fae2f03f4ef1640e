// Plain JavaScript for Node 20: counts the events of the test processes, and prints the result.
import { relative } from 'node:path'

const LINES_OF_ERROR = 200
const SLOWEST = 20

/** An empty tally for the run on one database. */
export function newTally(database) {
  return {
    database,
    current: null,
    failures: [],
    skips: [],
    seconds: {},
    tests: [],
    started: {},
    passed: 0,
    failed: 0,
    skipped: 0,
    waiting: 0,
    hasEnded: false,
  }
}

/** Counts one event of scripts/test-reporter.js; prints a line for each finished file. */
export function count(tally, event, root) {
  if (event.type === 'end') return finish(tally, event)
  if (event.type === 'queued') return tally.waiting++
  if (event.type === 'started') return Object.assign(tally.started, event.started)
  const file = event.file === undefined ? '(no file)' : relative(root, event.file)
  if (tally.current?.file !== file) startFile(tally, file)
  if (event.isOutermost) {
    tally.waiting--
    tally.current.milliseconds += event.milliseconds
    tally.tests.push({ name: event.name, file, milliseconds: event.milliseconds })
  }
  if (event.type === 'fail' && event.error !== null) {
    const failure = { ...event, place: `${file}:${event.line}` }
    tally.failures.push(failure)
    printFailure(tally, failure) // at once too: a run that is ended early tells what was red
  }
  if (event.isSuite) return
  const outcome = event.skipped !== null ? 'skipped' : event.type === 'pass' ? 'passed' : 'failed'
  if (outcome === 'skipped') tally.skips.push(`${event.name}${reason(event.skipped)}`)
  tally.current[outcome]++
  tally[outcome]++
}

/** Records that the process itself failed, with the problem in one line. */
export function countBrokenRun(tally, problem) {
  printFile(tally)
  tally.failed++
  tally.failures.push({ name: 'the test process', place: tally.database, error: problem })
}

/** @returns seconds by `${database} ${file}` */
export function secondsOf(tallies) {
  return Object.assign({}, ...tallies.map(({ seconds }) => seconds))
}

/**
 * Prints the slowest tests, the failures, the skipped tests and, last, the totals over all processes.
 *
 * @param limits how many of each may be started; null for no limit
 * @returns whether a limit was exceeded
 */
export function printResult(tallies, limits) {
  printSlowest(tallies)
  for (const tally of tallies) {
    for (const failure of tally.failures) printFailure(tally, failure)
  }
  for (const { database, skips } of tallies) {
    for (const skip of skips) print(`- ${database}: skipped ${skip}`)
  }
  const total = (outcome) => tallies.reduce((sum, tally) => sum + tally[outcome], 0)
  const excess = printStarts(tallies, limits)
  print(`\n${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`)
  return excess
}

function printSlowest(tallies) {
  const tests = tallies.flatMap(({ database, tests }) =>
    tests.map((test) => ({ ...test, database })),
  )
  if (tests.length < SLOWEST * 5) return
  print(`\nThe slowest ${SLOWEST} tests:`)
  for (const test of tests.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST)) {
    const seconds = (test.milliseconds / 1000).toFixed(1).padStart(6)
    print(`${seconds} s  ${test.database.padEnd(8)} ${test.file}: ${test.name}`)
  }
}

function printFailure({ database }, { name, place, error }) {
  const lines = error.split('\n').slice(0, LINES_OF_ERROR)
  print(`\n✖ ${database}: ${name}\n  ${place}`, ...lines.map((line) => `  ${line}`))
}

function printStarts(tallies, limits) {
  const started = {}
  for (const tally of tallies) {
    for (const [what, number] of Object.entries(tally.started))
      started[what] = (started[what] ?? 0) + number
  }
  const counts = Object.entries(started)
  if (counts.length > 0)
    print(`\nStarted: ${counts.map(([what, number]) => `${number} ${what}`).join(', ')}`)
  if (limits === null) return false
  const over = counts.filter(([what, number]) => number > limits[what])
  for (const [what] of over) {
    print(
      `✖ The suite starts more than ${limits[what]} ${what} (scripts/test-starts.js): let tests share them.`,
    )
  }
  return over.length > 0
}

/** Prints the output of a test process, marked with its database. */
export function printOutput(tally, line) {
  if (line.trim() !== '') print(`  ${tally.database.padEnd(8)} | ${line}`)
}

function finish(tally, counts) {
  printFile(tally)
  tally.hasEnded = true
  // Node's own sums include tests that never reported their end.
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
  tally.seconds[`${database} ${current.file}`] = Number(seconds)
  print(`${mark} ${database.padEnd(8)} ${current.file}: ${outcomes.join(', ')} in ${seconds} s`)
}

function reason(skipped) {
  return typeof skipped === 'string' && skipped !== '' ? ` (${skipped})` : ''
}

function print(...lines) {
  process.stdout.write(`${lines.join('\n')}\n`)
}
