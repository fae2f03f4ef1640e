import { DomainError } from '../base/errors.ts'
import { createLruCache } from './lru-cache.ts'

/** Caches answers of other servers. Concurrent requests for one key share a single query. */
export interface SingleFlightCache<T> {
  /** whether `get` would answer without a query */
  has(key: string): boolean
  /** @param ask queries the answer; a failure is cached too, so that repeated requests cost nothing */
  get(key: string, ask: () => Promise<T>): Promise<T>
}

interface Options<T> {
  /** maximum cached answers; the least recently used one is evicted */
  most: number
  /** ms for which an answer is valid */
  lifetime: (answer: T) => number
  /** ms since 1970 */
  clock: () => number
}

/** ms for which a failure is cached */
const FAILED = 60_000

export function createSingleFlightCache<T>({
  most,
  lifetime,
  clock,
}: Options<T>): SingleFlightCache<T> {
  const kept = createLruCache<string, { answer: Promise<T>; until: number }>(most)
  const find = (key: string) => {
    const known = kept.get(key)
    return known !== undefined && known.until > clock() ? known : undefined
  }
  return {
    has: (key) => find(key) !== undefined,
    get(key, ask) {
      const known = find(key)
      if (known !== undefined) return known.answer
      const mine = { answer: ask(), until: Number.POSITIVE_INFINITY }
      kept.set(key, mine)
      mine.answer.then(
        (answer) => {
          mine.until = clock() + lifetime(answer)
        },
        (error) => {
          // an unexpected error is a bug and is not cached
          mine.until = error instanceof DomainError ? clock() + FAILED : 0
        },
      )
      return mine.answer
    },
  }
}
