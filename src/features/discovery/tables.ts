import type { Fixed } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    dismissed_suggestion: DismissedSuggestionTable
    popular_account: PopularAccountTable
  }
}

export type PopularitySource = 'most_followed' | 'most_interactions'

/** Recently most popular accounts among local users, recomputed by a job. */
export interface PopularAccountTable {
  source: Fixed<PopularitySource>
  /** from 0 on */
  position: Fixed<number>
  account_id: Fixed<string>
}

/** A suggestion that an account has dismissed. */
export interface DismissedSuggestionTable {
  account_id: Fixed<string>
  target_id: Fixed<string>
}
