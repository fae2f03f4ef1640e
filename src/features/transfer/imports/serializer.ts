import { isoTime } from '../../../kernel/base/json.ts'
import type { DataImport, ImportRow } from './queries.ts'

const isoOrNull = (time: number | null) => (time === null ? null : isoTime(time))

export function presentImport(row: DataImport) {
  const { processed_items, imported_items, failed_items } = row
  return {
    id: row.id,
    type: row.type,
    mode: row.mode,
    replies: row.replies,
    state: row.state,
    file_name: row.file_name,
    total_items: row.total_items,
    processed_items,
    imported_items,
    skipped_items: processed_items - imported_items - failed_items,
    failed_items,
    left_out: row.left_out,
    error: row.error,
    created_at: isoTime(row.created_at),
    started_at: isoOrNull(row.started_at),
    finished_at: isoOrNull(row.finished_at),
  }
}

/** The subject of a row, in a form that its owner recognises. */
export function presentRow({ data, position, error }: ImportRow, isPost: boolean) {
  return {
    line: isPost ? null : position,
    text: isPost ? String(data.uri) : String(data.text),
    error,
  }
}
