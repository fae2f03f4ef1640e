import { EgressRefused } from './errors.ts'

/** Counts the addresses requested for one document, through redirects and alternate links (A33). */
export interface HopBudget {
  /** @throws EgressRefused if the address was visited before or the budget is used up */
  visit(url: URL): void
}

/** @param limit how many addresses may be visited, the first included */
export function createHopBudget(limit: number): HopBudget {
  const visited = new Set<string>()
  return {
    visit(url) {
      if (visited.has(url.href)) {
        throw new EgressRefused('loop', `${url.hostname} sends us round in circles`)
      }
      if (visited.size >= limit) {
        throw new EgressRefused('redirects', `${url.hostname} sends us on too often`)
      }
      visited.add(url.href)
    },
  }
}
