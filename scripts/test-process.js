// node scripts/test-process.js TIMEOUT FILE…: the process of some test files, for scripts/test.js.
// Runs on the pinned Node; options of Node's test runner stand before the script.
import { createHook } from 'node:async_hooks'
import { run } from 'node:test'
import { inspect } from 'node:util'
import report from './test-reporter.js'

// Node's runner follows every promise to tell which test an error belongs to that nobody caught: an eighth of the processor
// time of the suite. It needs its hook for hooks and tests within a suite, which are found without promises.
const plain = createHook({ trackPromises: false })
const followsNoPromises = Object.getOwnPropertySymbols(plain).find((key) => plain[key] === true)
const hooks = Object.getPrototypeOf(plain)
const { enable } = hooks
hooks.enable = function enableWithoutPromises() {
  return enable.call(Object.assign(this, { [followsNoPromises]: true }))
}
// such an error may then belong to no test, and fails the run all the same
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => {
    process.stderr.write(`An error that nobody caught: ${inspect(error, { depth: 4 })}\n`)
    process.exitCode = 1
  })
}
// nobody reads any more: the run was killed
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(1))

const [timeout, ...files] = process.argv.slice(2)
run({ isolation: 'none', files, timeout: Number(timeout) })
  .compose(report)
  .pipe(process.stdout)
