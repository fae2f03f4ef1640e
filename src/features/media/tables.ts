import type { ColumnType } from 'kysely'
import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    draft_media: DraftMediaTable
    media_attachment: MediaAttachmentTable
    media_evidence: MediaEvidenceTable
  }
}

/** Media used by drafts, which are therefore not pruned. */
export interface DraftMediaTable {
  draft_id: Fixed<string>
  media_id: Fixed<string>
}

export interface MediaAttachmentTable {
  id: Fixed<string>
  account_id: Fixed<string>
  status_id: string | null
  /** the scheduled status that uses it */
  scheduled_status_id: ColumnType<string | null, string | null | undefined, string | null>
  type: 'image' | 'gifv' | 'video' | 'audio' | 'unknown'
  state: 'waiting' | 'ready' | 'failed'
  /** storage keys */
  file_key: string | null
  preview_key: string | null
  /** of a remote status: URLs of its files */
  remote_url: ColumnType<string | null, string | null | undefined, string | null>
  preview_remote_url: ColumnType<string | null, string | null | undefined, string | null>
  /** random name for proxied files, as ids could be guessed */
  proxy_name: ColumnType<string | null, string | null | undefined, string | null>
  /** storage key of the upload, until it is processed */
  upload_key: string | null
  content_type: string
  size: number
  description: string | null
  blurhash: string | null
  meta: Json<Record<string, unknown>>
  error: string | null
  created_at: number
  version: ColumnType<number, number | undefined, number>
}

/** Media of deleted statuses that the staff may still need: rows and files stay. */
export interface MediaEvidenceTable {
  status_id: Fixed<string>
  media_id: Fixed<string>
}
