import type { Fixed } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    relay: RelayTable
  }
}

export interface RelayTable {
  id: Fixed<string>
  inbox_url: Fixed<string>
  /** `idle`: no subscription was requested */
  state: 'idle' | 'pending' | 'accepted' | 'rejected'
  /** of the last Follow sent; null: none is valid */
  follow_uri: string | null
  /** the actor that accepted it */
  actor_uri: string | null
  created_at: Fixed<number>
}
