import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    filter: FilterTable
    filter_keyword: FilterKeywordTable
    filter_status: FilterStatusTable
  }
}

export type FilterContext = 'home' | 'notifications' | 'public' | 'thread' | 'account'

export type FilterAction = 'warn' | 'hide' | 'blur'

export interface FilterTable {
  id: Fixed<string>
  account_id: Fixed<string>
  title: string
  context: Json<FilterContext[]>
  action: FilterAction
  expires_at: number | null
  created_at: number
}

export interface FilterKeywordTable {
  id: Fixed<string>
  filter_id: Fixed<string>
  keyword: string
  whole_word: boolean
  created_at: number
}

export interface FilterStatusTable {
  id: Fixed<string>
  filter_id: Fixed<string>
  status_id: Fixed<string>
  created_at: number
}
