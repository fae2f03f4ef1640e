// node scripts/test-process.js TIMEOUT FILE…: the process of some test files, for scripts/test.js.
// Runs on the pinned Node; options of Node's test runner stand before the script.
import { createHook } from 'node:async_hooks'
import { run } from 'node:test'
import { inspect } from 'node:util'
import report from './test-reporter.js'

// To tell which test an error belongs to that nobody caught, Node's runner follows every promise, which costs an eighth of
// the processor time of the suite. Here such an error is printed instead, and fails the run all the same.
Object.getPrototypeOf(createHook({})).enable = function enable() {
  return this
}
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => {
    process.stderr.write(`An error that nobody caught: ${inspect(error, { depth: 4 })}\n`)
    process.exitCode = 1
  })
}

const [timeout, ...files] = process.argv.slice(2)
run({ isolation: 'none', files, timeout: Number(timeout) })
  .compose(report)
  .pipe(process.stdout)
