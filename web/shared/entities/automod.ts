import type { Account } from './account.ts'
import type { Status } from './status.ts'

export type RuleMode = 'shadow' | 'live'
export type RuleAction = 'reject' | 'limit' | 'mark_sensitive' | 'hold' | 'report'
export type RuleSubject = 'statuses' | 'accounts'

export interface Condition {
  field: string
  operator: string
  value: number | boolean | string | string[]
}

export interface AutomodRule {
  id: string
  name: string
  enabled: boolean
  mode: RuleMode
  applies_to: RuleSubject
  origin: 'any' | 'local' | 'remote'
  match: 'all' | 'any'
  conditions: Condition[]
  action: RuleAction
  priority: number
  /** of the last 30 days */
  matches_count: number
  last_matched_at: string | null
}

export interface DryRun {
  checked: number
  matched: number
  /** whether it came to the end of the days asked for */
  complete: boolean
  samples: { status?: Status; account: Account }[]
}

export interface AutomodMatch {
  id: string
  rule: { id: string; name: string }
  mode: RuleMode
  action: RuleAction
  /** null: refused before there was one, or gone */
  account: Account | null
  /** "@name" or "@name@domain" */
  label: string
  status_id: string | null
  explanation: string[]
  created_at: string
}

export interface HeldItem {
  id: string
  kind: 'status' | 'account'
  rule: { id: string; name: string }
  account: Account
  /** of people of this server alone */
  status?: Status
  /** of posts: whom it is to be for */
  visibility?: Status['visibility']
  text: string
  /** what the rule found */
  explanation: string[]
  created_at: string
}
