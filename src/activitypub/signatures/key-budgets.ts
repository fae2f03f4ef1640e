import { createLatest } from '../../latest.ts'
import { createBudget } from '../../net/budget.ts'
import { registrableDomain } from '../../net/registrable-domain.ts'

/** `new`: a key that was never seen; `changed`: a key that did not fit */
export type KeyQuestion = 'new' | 'changed'

/**
 * How often keys are asked for because of requests that nobody has proved yet (A68). Anybody can name the
 * keys of anybody, so each sender's network has a share of a domain's budget, and a network from which
 * good signatures of a domain came has a budget of its own there: others cannot use it up.
 */
export interface KeyBudgets {
  /**
   * Counts a question for a key at this host.
   * @param from the sender's network
   * @returns false if no budget allows it now; then nothing is counted
   */
  spend(question: KeyQuestion, hostname: string, from: string): boolean
  /** takes note of a signature that held */
  noteGood(hostname: string, from: string): void
  /** whether good signatures of the domain came from there */
  isProven(hostname: string, from: string): boolean
}

const MINUTE = 60_000
/** questions in a minute about one registrable domain by senders that have proved nothing */
const OF_DOMAIN = { new: 200, changed: 20 }
/** of these, by one network */
const OF_SENDER = { new: 40, changed: 5 }
/** in a minute by a network that has proved itself for the domain */
const OF_PROVEN = { new: 200, changed: 20 }
/** networks that have proved themselves, one for each domain */
const MAX_PROVEN = 20_000

/** @param clock ms since 1970 */
export function createKeyBudgets(clock: () => number): KeyBudgets {
  const budgets = (limits: Record<KeyQuestion, number>) => {
    const budget = (limit: number) => createBudget({ limit, windowMs: MINUTE, clock })
    return { new: budget(limits.new), changed: budget(limits.changed) }
  }
  const ofDomain = budgets(OF_DOMAIN)
  const ofSender = budgets(OF_SENDER)
  const ofProven = budgets(OF_PROVEN)
  const proven = createLatest<string, true>(MAX_PROVEN)
  const nameOf = (hostname: string, from: string) => `${registrableDomain(hostname)} ${from}`
  return {
    spend(question, hostname, from) {
      const name = nameOf(hostname, from)
      if (proven.get(name) === true) return ofProven[question].spend(name)
      if (!ofSender[question].has(name)) return false
      if (!ofDomain[question].spend(registrableDomain(hostname))) return false
      return ofSender[question].spend(name)
    },
    noteGood: (hostname, from) => void proven.set(nameOf(hostname, from), true),
    isProven: (hostname, from) => proven.has(nameOf(hostname, from)),
  }
}
