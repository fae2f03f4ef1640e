import type { Finding } from '../../features/health/finding.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { MediaStorage } from '../../kernel/storage/storage.ts'

/** The database and options for checks of the data, which may run beside a server. */
export interface Data {
  database: Database
  /** null: it cannot be used, as an earlier check said */
  storage: MediaStorage | null
  /** the place of the storage, for people */
  place: string
  /** repairs data that can be recomputed */
  repair: boolean
  /** reports the progress of a long check */
  progress(what: string): void
}

export type DataCheck = (data: Data) => Promise<Finding[]>

export const REPAIR = 'Run rookery doctor --repair'
