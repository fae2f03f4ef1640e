import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'
import type { Visibility } from '../../kernel/db/schema.ts'
import type { QuotePolicy, ScheduledParams } from '../statuses/tables.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    draft: DraftTable
  }
}

/** A status of a draft: unfinished, and not subject to the limits of published statuses. */
export interface DraftPost {
  text: string
  spoiler_text: string
  sensitive: boolean
  media_ids: string[]
  poll: ScheduledParams['poll']
}

export interface DraftTable {
  id: Fixed<string>
  account_id: Fixed<string>
  /** the id that its client gave it, unique among the account's; null: none */
  client_id: Fixed<string | null>
  /** a new id for each change; it orders drafts */
  change_id: string
  in_reply_to_id: string | null
  quoted_status_id: string | null
  visibility: Visibility | null
  quote_approval_policy: QuotePolicy | null
  language: string | null
  scheduled_at: number | null
  /** a thread, each status a reply to the one before */
  posts: Json<DraftPost[]>
  created_at: Fixed<number>
  updated_at: number
}
