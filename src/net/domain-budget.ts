import { type BudgetOptions, createBudget } from './budget.ts'
import { registrableDomain } from './registrable-domain.ts'

/** Bounds what one owner of names can make us fetch, however many names it has (A35). */
export interface DomainBudget {
  /** @returns false when this window's budget is used up; then nothing is counted */
  spend(hostname: string): boolean
}

/** @param options.limit how often a domain with all its subdomains may be asked in one window */
export function createDomainBudget(options: BudgetOptions): DomainBudget {
  const budget = createBudget(options)
  return { spend: (hostname) => budget.spend(registrableDomain(hostname)) }
}
