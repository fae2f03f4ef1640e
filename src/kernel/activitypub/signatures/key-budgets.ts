import { MINUTE } from '../../base/durations.ts'
import { createLruCache } from '../../cache/lru-cache.ts'
import { type BudgetOptions, createBudget } from '../../net/budget.ts'
import { countedDomain } from '../../net/registrable-domain.ts'

/** `new`: an unknown key; `changed`: a key that did not match a signature */
export type KeyQuestion = 'new' | 'changed'

/**
 * Limits key fetches caused by requests that are not verified yet (A68). Anybody can name any key, so each
 * sender's network has a share of a domain's budget. A network that sent valid signatures of a domain has a
 * budget of its own there, which others cannot use up.
 */
export interface KeyBudgets {
  /**
   * Counts a fetch of a key from this host.
   * @param from the sender's network
   * @returns false if no budget allows it now; then nothing is counted
   */
  spend(question: KeyQuestion, hostname: string, from: string): boolean
  /** records a valid signature */
  noteGood(hostname: string, from: string): void
  /** whether valid signatures of the domain came from that network */
  isProven(hostname: string, from: string): boolean
}

/** fetches per minute and registrable domain for unproven senders */
const OF_DOMAIN = { new: 200, changed: 20 }
/** of these, for one network */
const OF_SENDER = { new: 40, changed: 5 }
/** per minute, for a network proven for the domain */
const OF_PROVEN = { new: 200, changed: 20 }
/** proven networks, one for each domain */
const MAX_PROVEN = 20_000

/**
 * @param clock ms since 1970
 * @param shared the counters of all processes under that name, or null
 */
export function createKeyBudgets(
  clock: () => number,
  shared: (name: string) => BudgetOptions['shared'],
): KeyBudgets {
  const budgets = (of: string, limits: Record<KeyQuestion, number>) => {
    const budget = (question: KeyQuestion) =>
      createBudget({
        ...{ limit: limits[question], windowMs: MINUTE, clock },
        shared: shared(`${question} keys ${of}`),
      })
    return { new: budget('new'), changed: budget('changed') }
  }
  const ofDomain = budgets('domain', OF_DOMAIN)
  const ofSender = budgets('sender', OF_SENDER)
  const ofProven = budgets('proven', OF_PROVEN)
  const proven = createLruCache<string, true>(MAX_PROVEN)
  const nameOf = (hostname: string, from: string) => `${countedDomain(hostname)} ${from}`
  return {
    spend(question, hostname, from) {
      const name = nameOf(hostname, from)
      if (proven.get(name) === true) return ofProven[question].spend(name)
      if (!ofSender[question].has(name)) return false
      if (!ofDomain[question].spend(countedDomain(hostname))) return false
      return ofSender[question].spend(name)
    },
    noteGood: (hostname, from) => void proven.set(nameOf(hostname, from), true),
    isProven: (hostname, from) => proven.has(nameOf(hostname, from)),
  }
}
