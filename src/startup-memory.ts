import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** ms after the start: when the first requests of those who waited for it are answered */
const QUIET = 5000

/**
 * Gives back what starting needed and running does not: V8 keeps a young generation as large as the start has
 * made it, and an idle server never fills it again, so nothing else would (some 35 MB). A collection of the last
 * resort drops the compiled start too and gives its pages back at once, some 6 MB more than an ordinary one. Takes one
 * pause of some 50 ms.
 */
export function giveBackStartupMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: object) => void
    setFlagsFromString('--no-expose-gc')
    collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
  }, QUIET).unref()
}
