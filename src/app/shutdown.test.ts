import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { GENEROUS } from '../../test/support/in-time.ts'

/** Interrupts a process at these times (ms) of its clock; its disposal ends after the last. @returns its exit code */
function interruptAt(...times: number[]): number | null {
  const script = `
    import { createShutdown } from '${import.meta.resolve('./shutdown.ts')}'
    const open = new AsyncDisposableStack()
    const ended = Promise.withResolvers()
    open.defer(() => ended.promise)
    const shutdown = createShutdown(open, console, 60_000)
    const times = ${JSON.stringify(times)}
    let now = 0
    performance.now = () => now
    const next = () => {
      if (times.length === 0) return ended.resolve()
      now = times.shift()
      process.kill(process.pid, 'SIGINT')
    }
    process.on('SIGINT', () => {
      shutdown.interrupt()
      next()
    })
    setInterval(() => {}, 1_000)
    next()`
  const options = ['--input-type=module-typescript', '-e', script]
  return spawnSync(process.execPath, options, { timeout: GENEROUS }).status
}

test('a signal that comes twice at once, as through npm, stops in good order', () => {
  assert.equal(interruptAt(0, 50), 0)
})

test('a second signal after a second ends at once', () => {
  assert.equal(interruptAt(0, 1200), 1)
})
