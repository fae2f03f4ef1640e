import type { Fixed } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    featured_tag: FeaturedTagTable
    status_tag: StatusTagTable
    tag: TagTable
    tag_follow: TagFollowTable
    tag_use: TagUseTable
  }
}

export interface TagTable {
  id: Fixed<string>
  /** normalised (S-231); unique */
  name: string
  /** as first written */
  display_name: string
  listable: boolean
  usable: boolean
  trendable: boolean | null
  last_status_at: number | null
  created_at: number
}

export interface StatusTagTable {
  tag_id: Fixed<string>
  status_id: Fixed<string>
  /** author of the status */
  account_id: Fixed<string>
  /** `tags/list-class.ts` */
  listed_as: number
}

export interface TagFollowTable {
  id: Fixed<string>
  account_id: Fixed<string>
  tag_id: Fixed<string>
  created_at: number
}

/** one row per tag, day (ms / 86400000) and account that used it */
export interface TagUseTable {
  tag_id: Fixed<string>
  day: Fixed<number>
  account_id: Fixed<string>
  uses: number
}

export interface FeaturedTagTable {
  id: Fixed<string>
  account_id: Fixed<string>
  tag_id: Fixed<string>
  /** as spelled by its owner */
  name: string
  created_at: number
}
