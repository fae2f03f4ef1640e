import { startDeadline } from '../base/deadline.ts'
import { countedDomain } from './registrable-domain.ts'

/** Limits concurrent work per registrable domain, and of all domains together. */
export interface DomainSlots {
  /**
   * Runs work when a slot is free, its domain's and one of all. Domains take turns.
   *
   * @param patience maximum ms to wait for a slot
   * @returns the result of `work`, or null if no slot became free in time; then it did not run
   */
  run<T>(hostname: string, patience: number, work: () => Promise<T>): Promise<{ done: T } | null>
}

export interface DomainSlotsOptions {
  /** slots of each registrable domain */
  ofDomain: number
  /** slots of all; default no limit */
  total?: number
  /** maximum waiters for one domain; more would only time out */
  longestQueue?: number
}

interface Domain {
  name: string
  busy: number
  /** each callback is called with whether it may begin */
  waiting: Set<(free: boolean) => void>
}

export function createDomainSlots({
  ofDomain,
  total = Number.POSITIVE_INFINITY,
  longestQueue = 64,
}: DomainSlotsOptions): DomainSlots {
  const domains = new Map<string, Domain>()
  /** domains that wait for one of the slots of all alone, in the order of their turns */
  const turns = new Set<Domain>()
  let free = total

  function joinTurns(domain: Domain): void {
    if (domain.waiting.size > 0 && domain.busy < ofDomain) turns.add(domain)
  }

  function enter(domain: Domain): void {
    domain.busy += 1
    free -= 1
  }

  function leave(domain: Domain): void {
    domain.busy -= 1
    free += 1
    joinTurns(domain)
    beginNext()
    forgetUnused(domain)
  }

  function beginNext(): void {
    const [domain] = turns
    const [next] = domain?.waiting ?? []
    if (domain === undefined || next === undefined) return
    turns.delete(domain)
    domain.waiting.delete(next)
    enter(domain)
    joinTurns(domain)
    next(true)
  }

  function forgetUnused({ name, busy, waiting }: Domain): void {
    if (busy === 0 && waiting.size === 0) domains.delete(name)
  }

  /** @returns whether a slot became free in time */
  function wait(domain: Domain, patience: number): Promise<boolean> {
    return new Promise((resolve) => {
      const begin = (isFree: boolean): void => {
        deadline[Symbol.dispose]()
        resolve(isFree)
      }
      const deadline = startDeadline(patience, () => {
        domain.waiting.delete(begin)
        if (domain.waiting.size === 0) turns.delete(domain)
        forgetUnused(domain)
        begin(false)
      })
      domain.waiting.add(begin)
      joinTurns(domain)
    })
  }

  return {
    async run(hostname, patience, work) {
      const name = countedDomain(hostname)
      const domain = domains.get(name) ?? { name, busy: 0, waiting: new Set() }
      domains.set(name, domain)
      if (free > 0 && domain.busy < ofDomain) enter(domain)
      else if (domain.waiting.size >= longestQueue) return null
      else if (!(await wait(domain, patience))) return null
      try {
        return { done: await work() }
      } finally {
        leave(domain)
      }
    },
  }
}
