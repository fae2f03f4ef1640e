import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** ms between two looks at whether the server rests */
const LOOK = 5000
/** Share of the time in which it did something; those who waited for a start are answered first. */
const AT_REST = 0.2

/**
 * Gives back what starting needed and running does not: V8 keeps a young generation as large as the start has
 * made it, and an idle server never fills it again, so nothing else would (some 35 MB). A collection of the last
 * resort drops the compiled start too and gives its pages back at once, some 6 MB more than an ordinary one. Takes one
 * pause of some 70 ms, as soon as the server rests.
 */
export function giveBackStartupMemory(): void {
  let last = performance.eventLoopUtilization()
  const looks = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last)
    last = performance.eventLoopUtilization()
    if (utilization > AT_REST) return
    clearInterval(looks)
    collectEverything()
  }, LOOK).unref()
}

function collectEverything(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
}
