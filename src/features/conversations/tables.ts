import type { Fixed } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    account_conversation: AccountConversationTable
  }
}

export interface AccountConversationTable {
  id: Fixed<string>
  account_id: Fixed<string>
  conversation_id: Fixed<string>
  /** ids of the other participants, sorted and joined by commas */
  participants: string
  last_status_id: string
  unread: boolean
}
