import type { Fixed } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    list: ListTable
    list_member: ListMemberTable
  }
}

export type RepliesPolicy = 'list' | 'followed' | 'none'

/** A list of accounts with a timeline of its own. */
export interface ListTable {
  id: Fixed<string>
  /** the list's owner */
  account_id: Fixed<string>
  title: string
  /** which replies it shows (S-325) */
  replies_policy: RepliesPolicy
  /** its members are hidden from the owner's home timeline */
  exclusive: boolean
  created_at: number
}

export interface ListMemberTable {
  /** cursor of the list's pages */
  id: Fixed<string>
  list_id: Fixed<string>
  /** the member: followed by the owner, or with a pending follow request, or the owner */
  account_id: string
  /** the list's owner */
  owner_id: Fixed<string>
  created_at: number
}
