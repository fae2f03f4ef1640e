import { isoTime } from '../../../kernel/base/json.ts'
import type { BlockImport, BlockImportRow } from '../../moderation/block-lists/imports.ts'

/** Our own Admin::BlockImport without its rows, see docs/spec/surface.tsv. */
export function presentImport({ id, name, source, state, total, created_at }: BlockImport) {
  return { id, name, source, created_at: isoTime(created_at), state, total }
}

/** The same, with the outcome of each row. */
export function presentImportWithRows(made: BlockImport, rows: readonly BlockImportRow[]) {
  const of = (outcome: BlockImportRow['outcome']) => rows.filter((row) => row.outcome === outcome)
  return {
    ...presentImport(made),
    created: of('create').map(({ domain, given, followers_lost, following_lost }) => ({
      domain,
      severity: given?.severity,
      followers_lost,
      following_lost,
    })),
    changed: of('change').map(({ domain, before, given, followers_lost, following_lost }) => ({
      domain,
      from: before?.severity,
      to: given?.severity,
      followers_lost,
      following_lost,
    })),
    // rows that were applied but could not be undone are listed here, too
    skipped: rows
      .filter(({ outcome, reason }) => outcome !== 'error' && reason !== null)
      .map(({ domain, reason }) => ({ domain, reason })),
    errors: of('error').map(({ line, text, reason }) => ({ line, text, error: reason })),
  }
}
