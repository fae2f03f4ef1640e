import { MINUTE, SECOND } from '../../kernel/base/durations.ts'
import { Unreachable } from '../../kernel/base/errors.ts'
import { parseUrl } from '../../kernel/base/parse-url.ts'
import { createLruCache } from '../../kernel/cache/lru-cache.ts'
import { createDomainSlots } from '../../kernel/net/domain-slots.ts'
import { countedDomain } from '../../kernel/net/registrable-domain.ts'
import type { Source } from './remote-files.ts'

export interface SlotLimits {
  /** slots of all domains, and of one */
  usual: { total: number; ofDomain: number }
  /** slots of the domains that were slow in this window */
  slow: { total: number; ofDomain: number }
  /** ms that a server may take; what it takes beyond is slow */
  quick: number
  /** slow ms that a domain may take of usual slots in a window */
  allowance: number
  /** ms that a fetch waits for others: browsers have few connections to this server */
  patience: number
}

/** of pictures each may need 32 MiB of memory for a moment */
const PICTURES: SlotLimits = {
  usual: { total: 9, ofDomain: 3 },
  slow: { total: 3, ofDomain: 1 },
  quick: 2 * SECOND,
  allowance: MINUTE,
  patience: 20 * SECOND,
}
/** These may take minutes. */
const RECORDINGS: SlotLimits = {
  usual: { total: 6, ofDomain: 2 },
  slow: { total: 2, ofDomain: 1 },
  quick: 5 * SECOND,
  allowance: 2 * MINUTE,
  patience: 20 * SECOND,
}
/** ms */
const WINDOW = 10 * MINUTE
/** slow domains that are remembered */
const MOST_NAMES = 10_000
/** maximum that wait for one domain */
const LONGEST_QUEUE = 1_000

/**
 * Fetches a source when there is a free slot for it. Those from domains that are slow take no slot that others need
 * (A141).
 * @throws Unreachable if none became free in time
 */
export type InSlot = <T>(source: Source, work: (timed: Timed) => Promise<T>) => Promise<T>

/** Runs the part of the work that the other server does: the rest is no fault of its domain. */
export type Timed = <T>(asking: () => Promise<T>) => Promise<T>

export function createFetchSlots(): InSlot {
  const pictures = createSlots(PICTURES)
  const recordings = createSlots(RECORDINGS)
  return ({ making, url }, work) => (making === 'file' ? recordings : pictures)(url, work)
}

/** Domains take turns, and those that used up their allowance of slow time have slots of their own until the window ends. */
export function createSlots(limits: SlotLimits, clock: () => number = () => performance.now()) {
  const usual = createDomainSlots({ ...limits.usual, longestQueue: LONGEST_QUEUE })
  const slow = createDomainSlots({ ...limits.slow, longestQueue: LONGEST_QUEUE })
  const windows = createLruCache<string, { spent: number; until: number }>(MOST_NAMES)

  const windowOf = (domain: string) => {
    const window = windows.get(domain)
    if (window !== undefined && window.until > clock()) return window
    return { spent: 0, until: clock() + WINDOW }
  }
  const timedFor =
    (domain: string) =>
    async <T>(asking: () => Promise<T>) => {
      const began = clock()
      try {
        return await asking()
      } finally {
        const over = clock() - began - limits.quick
        if (over > 0) {
          const { spent, until } = windowOf(domain)
          windows.set(domain, { spent: spent + over, until })
        }
      }
    }
  return async <T>(url: string, work: (timed: Timed) => Promise<T>): Promise<T> => {
    const hostname = parseUrl(url)?.hostname ?? ''
    const domain = countedDomain(hostname)
    const slots = windowOf(domain).spent > limits.allowance ? slow : usual
    const ran = await slots.run(hostname, limits.patience, () => work(timedFor(domain)))
    if (ran === null) throw new Unreachable(`${hostname} is asked for too much at once`)
    return ran.done
  }
}
