import type { AutomodAction } from '../db/schema.ts'
import type { Condition } from './fields.ts'

/** A rule, ready to be compiled. */
export interface Rule {
  id: string
  name: string
  mode: 'shadow' | 'live'
  match: 'all' | 'any'
  conditions: readonly Condition[]
  action: AutomodAction
}

/** That a rule matches, and why, for people. */
export interface Match {
  rule: Rule
  explanation: string[]
}

/** Where a status or an account comes from. */
export type Origin = 'local' | 'remote'
