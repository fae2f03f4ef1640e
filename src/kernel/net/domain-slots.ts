import { startDeadline } from '../base/deadline.ts'
import { registrableDomain } from './registrable-domain.ts'

/** Limits concurrent work per registrable domain. */
export interface DomainSlots {
  /**
   * Runs work when its domain has a free slot.
   *
   * @param patience maximum ms to wait for a slot
   * @returns the result of `work`, or null if no slot became free in time; then it did not run
   */
  run<T>(hostname: string, patience: number, work: () => Promise<T>): Promise<{ done: T } | null>
}

/** More would only time out. */
const LONGEST_QUEUE = 64

interface Domain {
  busy: number
  /** each callback is called with whether it may begin */
  waiting: Set<(free: boolean) => void>
}

/**
 * @param places slots for each registrable domain
 * @param longestQueue maximum waiters for one domain
 */
export function createDomainSlots(places: number, longestQueue = LONGEST_QUEUE): DomainSlots {
  const domains = new Map<string, Domain>()

  function leave(name: string, domain: Domain): void {
    const [next] = domain.waiting
    if (next !== undefined) {
      domain.waiting.delete(next)
      next(true)
      return
    }
    domain.busy -= 1
    if (domain.busy === 0) domains.delete(name)
  }

  return {
    async run(hostname, patience, work) {
      const name = registrableDomain(hostname)
      const domain = domains.get(name) ?? { busy: 0, waiting: new Set() }
      domains.set(name, domain)
      if (domain.busy < places) domain.busy += 1
      else if (domain.waiting.size >= longestQueue) return null
      else if (!(await place(domain, patience))) return null
      try {
        return { done: await work() }
      } finally {
        leave(name, domain)
      }
    },
  }
}

/** @returns whether a slot became free in time */
function place({ waiting }: Domain, patience: number): Promise<boolean> {
  return new Promise((resolve) => {
    const begin = (free: boolean): void => {
      deadline[Symbol.dispose]()
      resolve(free)
    }
    const deadline = startDeadline(patience, () => {
      waiting.delete(begin)
      begin(false)
    })
    waiting.add(begin)
  })
}
