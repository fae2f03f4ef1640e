import { createLatest } from '../latest.ts'
import { registrableDomain } from './registrable-domain.ts'

export interface DomainBudgetOptions {
  /** how often a domain with all its subdomains may be asked in one window */
  limit: number
  windowMs: number
  /** ms since 1970 */
  clock: () => number
}

/** Bounds what one owner of names can make us fetch, however many names it has (A35). */
export interface DomainBudget {
  /** @returns false when this window's budget is used up; then nothing is counted */
  spend(hostname: string): boolean
}

/** Of more domains than this in a window the oldest is forgotten, so memory is bounded. */
const MAX_DOMAINS = 10_000

export function createDomainBudget({ limit, windowMs, clock }: DomainBudgetOptions): DomainBudget {
  const windows = createLatest<string, { spent: number; until: number }>(MAX_DOMAINS)
  return {
    spend(hostname) {
      const domain = registrableDomain(hostname)
      let window = windows.get(domain)
      if (window === undefined || window.until <= clock()) {
        window = { spent: 0, until: clock() + windowMs }
        windows.set(domain, window)
      }
      if (window.spent >= limit) return false
      window.spent += 1
      return true
    },
  }
}
