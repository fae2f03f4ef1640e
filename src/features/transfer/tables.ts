import type { Fixed, Json } from '../../kernel/db/column-helpers.ts'

declare module '../../kernel/db/schema.ts' {
  interface Schema {
    data_export: DataExportTable
    data_import: DataImportTable
    data_import_row: DataImportRowTable
    imported_status: ImportedStatusTable
  }
}

/** An archive of an account's data. */
export interface DataExportTable {
  id: Fixed<string>
  account_id: Fixed<string>
  state: 'waiting' | 'running' | 'ready' | 'failed' | 'expired'
  /** storage key; null: not made yet, or deleted */
  file_key: string | null
  /** bytes */
  size: number | null
  total_items: number
  processed_items: number
  created_at: number
  finished_at: number | null
  /** set when the archive is ready */
  expires_at: number | null
}

export type ImportType =
  | 'following'
  | 'blocking'
  | 'muting'
  | 'domain_blocking'
  | 'bookmarks'
  | 'lists'
  | 'archive'

export type ImportState =
  | 'reading'
  | 'unconfirmed'
  | 'running'
  | 'finished'
  | 'cancelled'
  | 'failed'

export interface DataImportTable {
  id: Fixed<string>
  account_id: Fixed<string>
  type: Fixed<ImportType>
  mode: 'merge' | 'overwrite'
  /** of an archive: how to import replies to others */
  replies: 'keep' | 'skip'
  state: ImportState
  /** the client's file name */
  file_name: string
  /** storage key of an archive, while it is needed */
  file_key: string | null
  /** bytes */
  file_size: number
  /** bytes unpacked from an archive so far */
  unpacked: number
  /** rows, including those that cannot be imported */
  total_items: number
  processed_items: number
  imported_items: number
  failed_items: number
  /** number of entries of the file that become no row, by reason */
  left_out: Json<Record<string, number>>
  /** why the whole import failed, for its owner */
  error: string | null
  created_at: number
  started_at: number | null
  finished_at: number | null
}

export interface DataImportRowTable {
  id: Fixed<string>
  import_id: Fixed<string>
  account_id: Fixed<string>
  /** SHA-256 of its subject, hex: no import has it twice */
  digest: Fixed<string>
  /** line of the file, or ms since 1970 of a status: rows are imported in this order */
  position: Fixed<number>
  data: Json<Record<string, unknown>>
  /** `skipped`: it existed already, or is excluded by an option */
  state: 'waiting' | 'imported' | 'skipped' | 'failed'
  error: string | null
  /** tries without an answer */
  attempts: number
  /** not tried before then */
  next_at: number
}

/** Statuses imported from archives, so that none is imported twice. */
export interface ImportedStatusTable {
  account_id: Fixed<string>
  /** SHA-256 of its federation id on the former server, hex */
  digest: Fixed<string>
  status_id: string
}
