import type { ColumnType } from 'kysely'
import type { Fixed } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    author_review: AuthorReviewTable
    link_provider: LinkProviderTable
    link_use: LinkUseTable
    shared_link: SharedLinkTable
    status_review: StatusReviewTable
    trend_link: TrendTable
    trend_request: TrendRequestTable
    trend_status: TrendStatusTable
    trend_tag: TrendTable
  }
}

/** A site with linked pages. */
export interface LinkProviderTable {
  id: Fixed<string>
  /** in lower case */
  host: Fixed<string>
  /** whether its pages may trend; null: not reviewed */
  trendable: boolean | null
  /** last review */
  reviewed_at: ColumnType<number | null, number | null | undefined, number | null>
  created_at: number
}

/** A link in a public status, as spelled in `status_card.url`. */
export interface SharedLinkTable {
  id: Fixed<string>
  url: Fixed<string>
  provider_id: Fixed<string>
  /** whether it may trend; null: the provider's review applies */
  trendable: boolean | null
  /** day (ms / 86400000) */
  last_used_day: number
  /** when it first trended */
  trended_at: number | null
  created_at: number
}

/** one row per link, day (ms / 86400000) and account that shared it */
export interface LinkUseTable {
  link_id: Fixed<string>
  day: Fixed<number>
  account_id: Fixed<string>
  uses: number
}

/** Scores in thousandths. */
export interface TrendTable {
  /** of the tag or the link */
  id: Fixed<string>
  /** 0: it no longer trends, but its peak is still stored */
  score: number
  peak: number
  /** ms since 1970 */
  peak_at: number
}

/** Rising items for which the staff was already asked for a review. */
export interface TrendRequestTable {
  kind: Fixed<'tag' | 'link' | 'status'>
  subject_id: Fixed<string>
  asked_at: Fixed<number>
}

export interface TrendStatusTable {
  status_id: Fixed<string>
  /** in thousandths */
  score: number
}

export interface StatusReviewTable {
  status_id: Fixed<string>
  /** whether it may trend, regardless of its author's review */
  trendable: boolean
}

export interface AuthorReviewTable {
  account_id: Fixed<string>
  /** whether the account's statuses may trend */
  trendable: boolean
}
