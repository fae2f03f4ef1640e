import { markGroup } from './marks.ts'

/** How the last backups and their checks ended; times are ms since 1970. */
export interface BackupMarks {
  /** the last archive that `rookery backup` wrote; of older versions only the time is known */
  made: { at: number; name?: string; place?: string; bytes?: number } | null
  /** the last `rookery backup --to` that failed, until one succeeds */
  failed: { at: number; reason: string } | null
  /** the last archive that `rookery backup --check` restored, and what was wrong with it */
  checked: { at: number; name: string; problem: string | null } | null
  /** the last `rookery backup --check` that could restore none, for a reason that says nothing of the archive, until one can */
  unchecked: { at: number; reason: string } | null
}

const NONE: BackupMarks = { made: null, failed: null, checked: null, unchecked: null }

export const backupMarks = markGroup('backup', NONE)
