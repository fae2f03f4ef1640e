// A reporter for node:test that sends events to scripts/test.js, one marked JSON line for each event.
// Output of the tests themselves uses the same stream, without a mark.
import { inspect } from 'node:util'

/** Begins every event; no test prints it. */
export const MARK = '\u0001rookery-test '

/** @see https://nodejs.org/api/test.html#custom-reporters */
export default async function* report(source) {
  const names = []
  for await (const { type, data } of source) {
    if (type === 'test:start') names.splice(data.nesting, names.length, data.name)
    const event = toEvent(type, data, names)
    if (event !== null) yield `${MARK}${JSON.stringify(event)}\n`
  }
}

function toEvent(type, data, names) {
  if (type === 'test:enqueue' && data.nesting === 0) return { type: 'queued' }
  // Summaries of single files come too if each has a process of its own.
  if (type === 'test:summary')
    return data.file === undefined ? { type: 'end', ...data.counts } : null
  if (type !== 'test:pass' && type !== 'test:fail') return null
  const { details } = data
  return {
    type: type === 'test:pass' ? 'pass' : 'fail',
    file: data.file,
    line: data.line,
    name: [...names.slice(0, data.nesting), data.name].join(' › '),
    isOutermost: data.nesting === 0,
    isSuite: details.type === 'suite',
    milliseconds: details.duration_ms,
    skipped: data.skip ?? data.todo ?? null,
    error: type === 'test:fail' ? describe(details.error) : null,
  }
}

// Null for a test that failed because of a subtest: the subtest has reported the reason.
function describe(error) {
  if (error.failureType === 'subtestsFailed') return null
  return textOf(error.cause ?? error).replace(/\n +at .*\(?node:internal\/.*/g, '')
}

// An error thrown while another one ended its test reports both, the earlier one first.
function textOf(cause) {
  if (cause?.suppressed !== undefined)
    return `${textOf(cause.suppressed)}\nand then: ${textOf(cause.error)}`
  return cause?.code === 'ERR_ASSERTION' ? cause.stack : inspect(cause, { depth: 4 })
}
