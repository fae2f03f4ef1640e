import type { Database, Db } from '../../db/database.ts'
import { idIn } from '../../db/id-in.ts'

/** How often a delivery may be sent whose outcome nobody knows, as the process ended meanwhile. */
export const MOST_BEGUN = 2

/**
 * Writes down that deliveries are about to be sent, those that come together in one transaction.
 */
export interface Beginnings {
  /** @returns false for one that no longer waits, or was begun too often: it must not be sent */
  begin(deliveryId: string): Promise<boolean>
}

interface Asked {
  id: string
  told: PromiseWithResolvers<boolean>
}

export function createBeginnings(database: Pick<Database, 'transaction'>): Beginnings {
  let asked: Asked[] = []
  let writing = false

  async function writeAll(): Promise<void> {
    while (asked.length > 0) {
      const some = asked
      asked = []
      await write(database, some)
    }
    writing = false
  }

  return {
    begin(id) {
      const told = Promise.withResolvers<boolean>()
      asked.push({ id, told })
      // later in this turn, so that what else begins is taken along
      if (!writing) setImmediate(writeAll)
      writing = true
      return told.promise
    },
  }
}

async function write(
  database: Pick<Database, 'transaction'>,
  asked: readonly Asked[],
): Promise<void> {
  const ids = asked.map(({ id }) => id)
  try {
    // a power cut may undo it: then the row is as if it had not been sent, as before
    const begun = await database.transaction((db) => markBegun(db, ids), { lax: true })
    for (const { id, told } of asked) told.resolve(begun.has(id))
  } catch (error) {
    for (const { told } of asked) told.reject(error)
  }
}

async function markBegun(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .updateTable('delivery')
    .set((eb) => ({ begun: eb('begun', '+', 1) }))
    .where(idIn(db, 'id', ids))
    .where('state', '=', 'waiting')
    .where('begun', '<', MOST_BEGUN)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
