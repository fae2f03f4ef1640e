import type { App } from '../core/app.ts'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'

/** The parked jobs of some kinds that stay: the newest ones, up to both limits. */
export interface Kept {
  kinds: readonly string[]
  rows: number
  bytes: number
}

const AT_ONCE = 500

/**
 * Deletes parked jobs beyond the limits.
 * @returns how many
 */
export async function deleteOldestParked(app: App, kept: Kept): Promise<number> {
  const first = await firstBeyond(app.db, kept)
  if (first === null) return 0
  for (let deleted = 0; ; ) {
    const rows = await parked(app.db, kept.kinds)
      .select('id')
      .where('id', '<=', first)
      .limit(AT_ONCE)
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await app.transact((tx) => deleteParked(tx.db, ids))
    deleted += ids.length
    if (ids.length < AT_ONCE) return deleted
  }
}

/** A job that the operator has had retried meanwhile stays. */
async function deleteParked(db: Db, ids: readonly string[]): Promise<void> {
  const some = db.deleteFrom('job').where(idIn(db, 'id', ids))
  await some.where('parked_at', 'is not', null).execute()
}

/** The id of the newest job that is too much, if there is one. */
async function firstBeyond(db: Db, { kinds, rows, bytes }: Kept): Promise<string | null> {
  const newest = await parked(db, kinds)
    .select(['id', 'bytes'])
    .orderBy('id', 'desc')
    .limit(rows + 1)
    .execute()
  let sum = 0
  const beyond = newest.find((job, at) => {
    sum += job.bytes ?? 0
    return at >= rows || sum > bytes
  })
  return beyond?.id ?? null
}

function parked(db: Db, kinds: readonly string[]) {
  return db.selectFrom('job').where('parked_at', 'is not', null).where('kind', 'in', kinds)
}

/** Processes of versions before did not forget the senders of activities that they parked. */
export async function forgetSendersOfParked(app: App): Promise<void> {
  const forget = (db: Db) =>
    db
      .updateTable('job')
      .set({ from_domain: null, from_actor: null })
      .where('parked_at', 'is not', null)
      .where('from_domain', 'is not', null)
      .execute()
  await app.transact((tx) => forget(tx.db))
}
