import type { Database, Db } from '../../db/database.ts'
import { idIn } from '../../db/id-in.ts'

/** How often a delivery with an unknown outcome may be sent; the process ended before the answer. */
export const MOST_BEGUN = 2

/** Records that deliveries are about to be sent. Concurrent calls share one transaction. */
export interface BegunMarker {
  /** @returns false if the delivery no longer waits, or was begun too often: it must not be sent */
  markBegun(deliveryId: string): Promise<boolean>
}

interface PendingMark {
  id: string
  marked: PromiseWithResolvers<boolean>
}

export function createBegunMarker(database: Pick<Database, 'transaction'>): BegunMarker {
  let pending: PendingMark[] = []
  let writing = false

  async function writeAll(): Promise<void> {
    while (pending.length > 0) {
      const some = pending
      pending = []
      await write(database, some)
    }
    writing = false
  }

  return {
    markBegun(id) {
      const marked = Promise.withResolvers<boolean>()
      pending.push({ id, marked })
      // later in this turn, so that other calls share the transaction
      if (!writing) setImmediate(writeAll)
      writing = true
      return marked.promise
    },
  }
}

async function write(
  database: Pick<Database, 'transaction'>,
  pending: readonly PendingMark[],
): Promise<void> {
  const ids = pending.map(({ id }) => id)
  try {
    // a power cut may undo this commit: the row then looks unsent, as it was before
    const begun = await database.transaction((db) => updateBegun(db, ids), { lax: true })
    for (const { id, marked } of pending) marked.resolve(begun.has(id))
  } catch (error) {
    for (const { marked } of pending) marked.reject(error)
  }
}

async function updateBegun(db: Db, ids: readonly string[]): Promise<Set<string>> {
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
