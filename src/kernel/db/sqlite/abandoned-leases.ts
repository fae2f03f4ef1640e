import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from './file.ts'

/** A lease as it was seen: with another time, its process has renewed it. */
export interface SeenLease {
  holder: string
  expires_at: number
}

/**
 * The leases of processes that ended without giving them back, as after a kill. Each process has the file open while it
 * runs, and the system ends its locks with it: whoever gets the file for itself alone knows that all of them are over.
 * To be called before this process opens the database.
 *
 * @returns none if another process uses the file, or it cannot be read, of which opening it tells
 */
export function abandonedLeases(dataDir: string): SeenLease[] {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(databaseFile(dataDir), { timeout: 0 })
    database.exec('pragma locking_mode = exclusive; begin exclusive')
    const rows = database.prepare('select holder, expires_at from process_lease').all()
    database.exec('rollback')
    return rows.map(({ holder, expires_at }) => ({
      holder: String(holder),
      expires_at: Number(expires_at),
    }))
  } catch {
    return []
  } finally {
    database?.close()
  }
}
