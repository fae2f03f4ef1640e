import { type BudgetOptions, createBudget } from './budget.ts'
import { countedDomain } from './registrable-domain.ts'

/** Limits the fetches that the owner of a domain can cause, however many subdomains it has (A35). */
export interface DomainBudget {
  /** @returns false if this window's budget is used up; then nothing is counted */
  spend(hostname: string): boolean
}

/** @param options.limit requests to a domain with all its subdomains in one window */
export function createDomainBudget(options: BudgetOptions): DomainBudget {
  const budget = createBudget(options)
  return { spend: (hostname) => budget.spend(countedDomain(hostname)) }
}
