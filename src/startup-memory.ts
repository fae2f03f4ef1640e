import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** ms after the start: when the first requests of those who waited for it are answered */
const QUIET = 5000

/**
 * Gives back what starting needed and running does not: V8 keeps a young generation as large as the start has
 * made it, and an idle server never fills it again, so nothing else would (some 35 MB). Takes one pause of some
 * 50 ms.
 */
export function giveBackStartupMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    setFlagsFromString('--no-expose-gc')
    collect()
  }, QUIET).unref()
}
