// node scripts/test.js: the whole suite, in some more processes at once than there are cores.
// Plain JavaScript for Node 20; the tests run on the pinned Node.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { exitWith, getRuntime, root, runtimeEnvironment } from './runtime.js'
import { arePagesFresh, isBundleFresh } from './sources.js'
import { planRuns } from './test-files.js'
import { makeFolderInMemory, removeFolder } from './test-folder.js'
import {
  count,
  countBrokenRun,
  newTally,
  printOutput,
  printResult,
  secondsOf,
} from './test-report.js'
import { MARK } from './test-reporter.js'
import { keepSeconds, readSeconds } from './test-shards.js'
import { MOST_STARTS } from './test-starts.js'

const TEST_TIMEOUT_MS = { short: 600_000, long: 3 * 3_600_000 }
// longer than any test may take: the process hangs
const SILENCE_MS = { short: 12 * 60_000, long: 4 * 3_600_000 }
// after the last test, for cleanup, which a slow disk holds up: otherwise a handle is still open
const ENDING_MS = 3 * 60_000
const KILL_MS = 3000
// Where one waits, for a browser, a database or for time to pass, another works.
const MORE_THAN_CORES = 2
// They share the connections of one server.
const MOST_ON_POSTGRES = 2

async function main() {
  const cores = Math.max(availableParallelism(), 2)
  const { runs, isWhole } = planRuns(process.argv.slice(2), root, {
    cores,
    seconds: readSeconds(root),
  })
  if (runs.length === 0) throw new Error('There is no test to run.')
  announce(runs)
  if (isWhole) await buildWhatIsNotBuilt()
  const folder = runs.some((run) => run.long) ? null : makeFolderInMemory(cores)
  process.once('exit', () => removeFolder(folder))
  const tallies = await runAll(runs, cores + MORE_THAN_CORES, folder)
  keepSeconds(root, secondsOf(tallies))
  const excess = printResult(tallies, isWhole ? MOST_STARTS : null)
  const ran = tallies.some((tally) => tally.passed + tally.failed > 0)
  const isGood = ran && !excess && tallies.every((tally) => tally.failed === 0)
  process.exitCode = isGood ? 0 : 1
}

/**
 * Many tests start servers in processes of their own: from a bundle in half the time. Those of pages would each build
 * what is not built.
 */
async function buildWhatIsNotBuilt() {
  if (isBundleFresh() && arePagesFresh()) return
  const child = spawn(getRuntime(), [join(root, 'scripts/build.js')], {
    env: { ...process.env, ...runtimeEnvironment() },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await hasExited(child)
  if (child.exitCode !== 0) throw new Error('The sources cannot be built: see "npm run build".')
}

/** Runs the processes, at most `atOnce` at a time. */
async function runAll(runs, atOnce, folder) {
  const children = []
  stopOnSignals(children)
  const waiting = [...runs]
  const tallies = []
  let onPostgres = 0
  const next = () => {
    const mayRun = ({ name }) => name !== 'postgres' || onPostgres < MOST_ON_POSTGRES
    const at = waiting.findIndex(mayRun)
    return at < 0 ? undefined : waiting.splice(at, 1)[0]
  }
  const worker = async () => {
    for (let run = next(); run !== undefined; run = next()) {
      if (run.name === 'postgres') onPostgres++
      tallies.push(await runTests(run, children, folder))
      if (run.name === 'postgres') onPostgres--
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return tallies
}

function announce(runs) {
  const names = {
    sqlite: 'SQLite',
    postgres: `PostgreSQL (${postgresInUse()})`,
    browser: 'Browser',
  }
  for (const [name, title] of Object.entries(names)) {
    const ofName = runs.filter((run) => run.name === name)
    const files = ofName.reduce((total, run) => total + run.files.length, 0)
    if (files > 0) process.stdout.write(`${title}: ${files} test files\n`)
  }
}

function postgresInUse() {
  const url = process.env.TEST_DATABASE_URL
  return url ? `the server at ${new URL(url).host}` : 'PGlite; TEST_DATABASE_URL names a real one'
}

function runTests(run, children, folder) {
  const tally = newTally(run.name)
  const child = startTests(run, folder)
  children.push(child)
  const watch = watchdog(child, SILENCE_MS[run.long ? 'long' : 'short'])
  createInterface({ input: child.stderr }).on('line', (line) => printOutput(tally, line))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const at = line.indexOf(MARK) // a test may have printed text without an end of line
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

function startTests({ database, files, nodeOptions, long }, folder) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, ...runtimeEnvironment(), ROOKERY_TEST_DB: database }
  if (long) env.TEST_ROUNDS = 'full'
  if (folder !== null) env.TMPDIR = folder
  delete env.NODE_TEST_CONTEXT // set if a test runs this script: Node would then not run nested tests
  const script = join(root, 'scripts/test-process.js')
  const timeout = String(TEST_TIMEOUT_MS[long ? 'long' : 'short'])
  const argv = [...nodeOptions, script, timeout, ...files]
  /** @type {['ignore', 'pipe', 'pipe']} */
  const stdio = ['ignore', 'pipe', 'pipe']
  return spawn(getRuntime(), argv, { cwd: root, env, stdio })
}

// A process that hangs must not block the others, or a build.
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

// Node reports its sums only when no handle is open any more.
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
  for (const [signal, code] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])) {
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
