import type { ColumnType } from 'kysely'
import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    automod_match: AutomodMatchTable
    automod_rule: AutomodRuleTable
    held_item: HeldItemTable
  }
}

export type AutomodAction = 'reject' | 'limit' | 'mark_sensitive' | 'hold' | 'report'

export interface AutomodCondition {
  field: string
  operator: string
  value: number | boolean | string | string[]
}

/** An automatic rule for matching statuses or accounts (`automod/`). */
export interface AutomodRuleTable {
  id: Fixed<string>
  name: string
  enabled: boolean
  /** a rule in shadow mode only records what it would do */
  mode: 'shadow' | 'live'
  applies_to: 'statuses' | 'accounts'
  origin: 'any' | 'local' | 'remote'
  match: 'all' | 'any'
  conditions: Json<AutomodCondition[]>
  action: AutomodAction
  /** the highest priority decides first */
  priority: number
  created_at: Fixed<number>
  updated_at: number
}

/** A match of a rule; stored for 30 days. */
export interface AutomodMatchTable {
  id: Fixed<string>
  /** outlives the rule */
  rule_id: Fixed<string>
  rule_name: Fixed<string>
  mode: Fixed<'shadow' | 'live'>
  action: Fixed<AutomodAction>
  /** null: the item was refused before it was stored */
  account_id: Fixed<string | null>
  /** readable name of the account */
  label: Fixed<string>
  /** null if no status was stored */
  status_id: Fixed<string | null>
  explanation: Json<string[]>
  created_at: Fixed<number>
}

/** An item that a rule holds for review by the staff. */
export interface HeldItemTable {
  id: Fixed<string>
  kind: Fixed<'status' | 'account'>
  rule_id: Fixed<string>
  rule_name: Fixed<string>
  account_id: Fixed<string>
  /** of a local status: its author sees it meanwhile */
  status_id: Fixed<string | null>
  /** federation id of a status of another server; unique */
  uri: Fixed<string | null>
  /** the input for the status once it is released; unused for an account */
  input: Json<unknown>
  /** text of the item, for the staff */
  text: string
  /** findings of the rule */
  explanation: ColumnType<string[], string | undefined, string>
  created_at: Fixed<number>
}
