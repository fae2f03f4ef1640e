import type { Status } from './status.ts'

/** Days, the latest first; numbers come as text. */
export interface TrendHistory {
  /** seconds since 1970 */
  day: string
  accounts: string
  uses: string
}

/** Review of a trending item; null before a decision. */
export interface Review {
  id: string
  trendable: boolean | null
  /** it is shown to nobody until somebody decides */
  requires_review: boolean
}

/** @see https://docs.joinmastodon.org/entities/Tag/#admin */
export interface AdminTag extends Review {
  name: string
  url: string
  history: TrendHistory[]
  usable: boolean
  listable: boolean
  trendable: boolean
}

export interface TrendingLink extends Review {
  url: string
  title: string
  description: string
  language: string | null
  provider_name: string
  author_name: string
  image: string | null
  history: TrendHistory[]
}

export interface TrendingStatus extends Status, Review {}

/** A site with all of its pages. */
export interface Publisher extends Review {
  domain: string
  reviewed_at: string | null
  /** when one of its pages first rose */
  requested_review_at: string | null
}
