import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** ms between two measurements of the load */
const CHECK_INTERVAL = 5000
/** Maximum utilization of the event loop; requests that waited for the start are answered first. */
const AT_REST = 0.2

/**
 * Releases memory that only the start needed: V8 keeps its young generation at the size that the start required,
 * and an idle server never fills it again, so it would stay. A last-resort collection also drops the compiled start
 * code and releases its pages at once, some 6 MB more than an ordinary one.
 *
 * Measured with the bundle of November 2026 on SQLite, idle 40 s after the start, three starts each: 117 to 122 MB
 * resident with it, 147 to 152 MB without, a fifth less. It takes one pause, as soon as the server is idle: 26 to
 * 55 ms of processor time of the main thread and 117 to 160 ms with V8's helpers, for which it waits. That was 0.2 to
 * 1 s on two busy cores (load 8 to 13), where the start itself blocked the event loop for 0.6 to 1.3 s.
 */
export function giveBackStartupMemory(): void {
  let last = performance.eventLoopUtilization()
  const checks = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last)
    last = performance.eventLoopUtilization()
    if (utilization > AT_REST) return
    clearInterval(checks)
    collectEverything()
  }, CHECK_INTERVAL).unref()
}

function collectEverything(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
}
