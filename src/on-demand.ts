import { DomainError } from './errors.ts'
import { createLatest } from './latest.ts'

/** Answers that others have to be asked for: each is asked for once at a time and kept for a while. */
export interface OnDemand<T> {
  /** whether `get` would not ask now */
  has(key: string): boolean
  /** @param ask what finds it out; a failure is kept too, so that asking again and again costs nothing */
  get(key: string, ask: () => Promise<T>): Promise<T>
}

interface Options<T> {
  /** answers that are kept; the one that was not used for longest goes */
  most: number
  /** ms for which an answer counts */
  lifetime: (answer: T) => number
  /** ms since 1970 */
  clock: () => number
}

/** ms for which a failure counts */
const FAILED = 60_000

export function createOnDemand<T>({ most, lifetime, clock }: Options<T>): OnDemand<T> {
  const kept = createLatest<string, { answer: Promise<T>; until: number }>(most)
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
          // a bug of ours is not kept
          mine.until = error instanceof DomainError ? clock() + FAILED : 0
        },
      )
      return mine.answer
    },
  }
}
