import type { ColumnType } from 'kysely'
import type { Fixed } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    invite: InviteTable
    invite_use: InviteUseTable
  }
}

export interface InviteTable {
  id: Fixed<string>
  /** the inviter */
  user_id: Fixed<string>
  code: Fixed<string>
  /** null: any number */
  max_uses: number | null
  uses: ColumnType<number, number | undefined, number>
  /** null: never */
  expires_at: number | null
  /** the invited user follows the inviter */
  autofollow: boolean
  comment: string
  created_at: number
}

/** The invite that a user signed up with. */
export interface InviteUseTable {
  user_id: Fixed<string>
  invite_id: Fixed<string>
}
