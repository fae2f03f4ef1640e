import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    account_batch: AccountBatchTable
    account_batch_item: AccountBatchItemTable
    webhook: WebhookTable
  }
}

/** A webhook: a URL that receives events. */
export interface WebhookTable {
  id: Fixed<string>
  url: string
  events: Json<string[]>
  secret: string
  /** template of the payload; null: the whole payload */
  template: string | null
  enabled: boolean
  /** why the server disabled it */
  disabled_reason: string | null
  failing_since: number | null
  /** of the last try */
  last_at: number | null
  last_status: number | null
  last_error: string | null
  created_at: Fixed<number>
}

/** Actions that can be taken on many accounts at once. */
export const BATCH_ACTIONS = [
  'approve',
  'reject',
  'none',
  'sensitive',
  'disable',
  'silence',
  'suspend',
  'enable',
  'unsensitive',
  'unsilence',
  'unsuspend',
  'delete',
  'mail',
] as const
export type BatchAction = (typeof BATCH_ACTIONS)[number]

export interface BatchInput {
  /** of a mail; else empty */
  subject: string
  /** of a mail or a decision, with its preset */
  text: string
  /** whether a decision is sent by mail too */
  mail: boolean
}

/** An action on many accounts, done one by one by a job. */
export interface AccountBatchTable {
  id: Fixed<string>
  staff_id: Fixed<string>
  action: Fixed<BatchAction>
  input: Json<BatchInput>
  /** number of accounts */
  total: Fixed<number>
  created_at: Fixed<number>
  /** null: some are still to be done */
  finished_at: number | null
}

export interface AccountBatchItemTable {
  batch_id: Fixed<string>
  account_id: Fixed<string>
  /** handle with `@`, which outlives a rejected account */
  label: Fixed<string>
  state: 'waiting' | 'done' | 'failed'
  /** English message of the failure */
  error: string | null
}
