// node scripts/test.js: the whole suite, one process per database, all at the same time.
// Plain JavaScript for Node 20; the tests run on the pinned Node.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { exitWith, getRuntime, root, runtimeEnvironment } from './runtime.js'
import { planRuns } from './test-files.js'
import { count, countBrokenRun, newTally, printOutput, printResult } from './test-report.js'
import { MARK } from './test-reporter.js'

const TEST_TIMEOUT_MS = { short: 120_000, long: 3 * 3_600_000 }
// longer than any test may take: the process hangs
const SILENCE_MS = { short: 5 * 60_000, long: 4 * 3_600_000 }
const ENDING_MS = 30_000 // after the last test, for what clears up: something is still open
const KILL_MS = 3000

async function main() {
  const runs = planRuns(process.argv.slice(2), root)
  if (runs.length === 0) throw new Error('There is no test to run.')
  announce(runs)
  const children = []
  stopOnSignals(children)
  const tallies = await Promise.all(runs.map((run) => runTests(run, children)))
  printResult(tallies)
  const ran = tallies.some((tally) => tally.passed + tally.failed > 0)
  process.exitCode = ran && tallies.every((tally) => tally.failed === 0) ? 0 : 1
}

function announce(runs) {
  for (const { database, files } of runs) {
    const name = database === 'sqlite' ? 'SQLite' : `PostgreSQL (${postgresInUse()})`
    process.stdout.write(`${name}: ${files.length} test files\n`)
  }
}

function postgresInUse() {
  const url = process.env.TEST_DATABASE_URL
  return url ? `the server at ${new URL(url).host}` : 'PGlite; TEST_DATABASE_URL names a real one'
}

function runTests(run, children) {
  const tally = newTally(run.database)
  const child = startTests(run)
  children.push(child)
  const watch = watchdog(child, SILENCE_MS[run.long ? 'long' : 'short'])
  createInterface({ input: child.stderr }).on('line', (line) => printOutput(tally, line))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const at = line.indexOf(MARK) // a test may have printed something without an end of line
    printOutput(tally, at < 0 ? line : line.slice(0, at))
    if (at >= 0) count(tally, JSON.parse(line.slice(at + MARK.length)), root)
    watch.sawLine(isThrough(tally))
  })
  return new Promise((done) => {
    child.on('error', (error) => watch.blame(error.message))
    child.on('close', (code, signal) => {
      const problem = watch.end() ?? problemOf(tally, code, signal)
      if (problem !== null) countBrokenRun(tally, problem)
      done(tally)
    })
  })
}

function startTests({ database, files, nodeOptions, long }) {
  const env = { ...process.env, ...runtimeEnvironment(), ROOKERY_TEST_DB: database }
  delete env.NODE_TEST_CONTEXT // set where a test runs this script: Node would not run tests within
  const options = [
    '--test',
    '--test-isolation=none',
    `--test-timeout=${TEST_TIMEOUT_MS[long ? 'long' : 'short']}`,
    `--test-reporter=${pathToFileURL(join(root, 'scripts/test-reporter.js'))}`,
    '--test-reporter-destination=stdout',
  ]
  const stdio = ['ignore', 'pipe', 'pipe']
  return spawn(getRuntime(), [...options, ...nodeOptions, ...files], { cwd: root, env, stdio })
}

// A process that hangs must not keep the others, and a build, waiting.
function watchdog(child, silence) {
  let problem = null
  const blame = (reason) => {
    problem = reason
    child.kill('SIGKILL')
  }
  const start = (ms, reason) => setTimeout(() => blame(reason), ms)
  let timer = start(silence, `said nothing for ${silence / 60_000} minutes`)
  return {
    blame,
    sawLine(isOver) {
      clearTimeout(timer)
      timer = isOver
        ? start(ENDING_MS, 'does not end after the last test: something is still open')
        : start(silence, `said nothing for ${silence / 60_000} minutes`)
    },
    end() {
      clearTimeout(timer)
      return problem
    },
  }
}

// Node gives its sums only when nothing is open any more.
function isThrough({ hasEnded, passed, failed, skipped, waiting }) {
  return hasEnded || (passed + failed + skipped > 0 && waiting === 0)
}

function problemOf(tally, code, signal) {
  if (!tally.hasEnded) return `ended before the last test (${signal ?? `exit code ${code}`})`
  const isAccountedFor = code === 0 || tally.failed > 0
  return isAccountedFor
    ? null
    : `all tests passed, and yet it ended with ${signal ?? `exit code ${code}`}`
}

function stopOnSignals(children) {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]) {
    process.once(signal, () => {
      for (const child of children) child.kill('SIGTERM')
      setTimeout(() => {
        for (const child of children) child.kill('SIGKILL')
        process.exit(code)
      }, KILL_MS).unref()
      Promise.all(children.map(hasExited)).then(() => process.exit(code))
    })
  }
}

function hasExited(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => child.once('exit', done))
}

main().catch((error) => exitWith(error.message))
