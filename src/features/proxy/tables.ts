import type { Fixed } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    media_cache: MediaCacheTable
  }
}

/** A cached remote file; the least recently used ones are evicted. */
export interface MediaCacheTable {
  /** its purpose, such as `avatar/ID`, `media/ID/small` */
  id: Fixed<string>
  source_url: string
  storage_key: string
  content_type: string
  bytes: number
  used_at: number
  created_at: number
}
