import type { Database } from '../../db/database.ts'
import type { MediaStorage } from '../../storage/storage.ts'
import type { Finding } from './finding.ts'

/** The database and settings that checks of the data read, beside a server that may be running. */
export interface Data {
  database: Database
  storage: MediaStorage
  /** mends what can be found out anew */
  repair: boolean
  /** says how far a long check is */
  progress(what: string): void
}

export type DataCheck = (data: Data) => Promise<Finding[]>

export const REPAIR = 'Run rookery doctor --repair'
