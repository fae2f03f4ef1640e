import type { ColumnType } from 'kysely'
import type { Fixed } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    role: RoleTable
  }
}

export interface RoleTable {
  id: Fixed<string>
  name: string
  color: string
  /** bitmask (S-063) */
  permissions: number
  highlighted: boolean
  position: number
  /** its holders can use the API only once their sign-in needs a code (S-026) */
  require_two_factor: ColumnType<boolean, boolean | undefined, boolean>
  /** maximum collections of one account */
  collection_limit: ColumnType<number, number | undefined, number>
  created_at: number
}
