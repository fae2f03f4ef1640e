import { type Page, rowsIn } from './pages.ts'
import type { GrownServer } from './server.ts'

/** ms of CPU for which a page is asked for, at least: before its rounds, and in each */
const WARM_UP = 60
const ENOUGH = 25
const LEAST = 3
const ROUNDS = 6

export interface Cost {
  /** ms of CPU of this process for a request, on all its threads, in the cheapest round */
  cpu: number
  rows: number
}

/**
 * Costs of a page at each of the servers, which are asked by turns. The cheapest round counts: threads that compile
 * or collect garbage add to the others.
 *
 * @throws Error where a server fails
 */
export async function costsOf(page: Page, servers: readonly GrownServer[]): Promise<Cost[]> {
  const costs: (Cost & { ask: () => Promise<unknown> })[] = []
  for (const [at, server] of servers.entries()) {
    const ask = () => server.get(page.paths[at]!, page.asks)
    const { statusCode, body } = await ask()
    if (statusCode >= 500) throw new Error(`${page.name}: ${statusCode} ${body}`)
    await cpuOf(ask, WARM_UP)
    costs.push({ ask, rows: rowsIn(body), cpu: Number.POSITIVE_INFINITY })
  }
  for (let round = 0; round < ROUNDS; round++) {
    // the first of a round may pay for the last of the one before
    const order = round % 2 === 0 ? costs : costs.toReversed()
    for (const one of order) one.cpu = Math.min(one.cpu, await cpuOf(one.ask, ENOUGH))
  }
  return costs.map(({ cpu, rows }) => ({ cpu, rows }))
}

async function cpuOf(ask: () => Promise<unknown>, enough: number): Promise<number> {
  const before = process.cpuUsage()
  const used = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  let count = 0
  do {
    await ask()
    count++
  } while (count < LEAST || used() < enough)
  return used() / count
}
