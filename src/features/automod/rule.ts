import type { Condition } from './fields.ts'
import type { AutomodAction } from './tables.ts'

/** A rule, ready to be compiled. */
export interface Rule {
  id: string
  name: string
  mode: 'shadow' | 'live'
  match: 'all' | 'any'
  conditions: readonly Condition[]
  action: AutomodAction
}

/** A matching rule, with an explanation for people. */
export interface Match {
  rule: Rule
  explanation: string[]
}

/** The origin of a status or an account. */
export type Origin = 'local' | 'remote'
