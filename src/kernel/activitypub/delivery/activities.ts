import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import { idIn } from '../../db/id-in.ts'
import { sha256 } from '../signatures/digest.ts'

/** An activity as it is sent; all recipients get the same bytes. */
export interface OutgoingActivity {
  id: string
  /** null: the instance actor */
  senderId: string | null
  body: Buffer
  /** SHA-256 of the body in base64 */
  digest: string
  synchronize: boolean
}

/** A cache of the activities that are being sent, read from the database at first use. */
export interface Activities {
  /** reads the activities of many deliveries in one query */
  load(db: Db, ids: readonly string[]): Promise<void>
  /** @returns null if the activity was deleted, or was deleted together with its sender */
  find(db: Db, id: string): Promise<OutgoingActivity | null>
}

/** bytes of all cached bodies */
const KEPT_BYTES = 16 * 1024 * 1024
/** activities that one query preloads; the others are read one by one */
const MOST_AT_ONCE = 500

export function createActivities(): Activities {
  const kept = new LRUCache<string, OutgoingActivity>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ body }) => body.length + 1,
  })
  return {
    async load(db, ids) {
      const missing = [...new Set(ids)].filter((id) => !kept.has(id))
      const rows = await activitiesById(db, missing.slice(0, MOST_AT_ONCE))
      for (const activity of rows) kept.set(activity.id, activity)
    },
    async find(db, id) {
      const known = kept.get(id)
      if (known !== undefined) return known
      const [activity] = await activitiesById(db, [id])
      if (activity !== undefined) kept.set(id, activity)
      return activity ?? null
    },
  }
}

async function activitiesById(db: Db, ids: readonly string[]): Promise<OutgoingActivity[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('outgoing_activity')
    .select(['id', 'sender_id', 'body', 'synchronize'])
    .where(idIn(db, 'id', ids))
    .execute()
  return rows.map((row) => {
    const body = Buffer.from(row.body)
    const { id, sender_id: senderId, synchronize } = row
    return { id, senderId, body, digest: sha256(body), synchronize }
  })
}
