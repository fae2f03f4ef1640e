import { randomUUID } from 'node:crypto'
import type { Db } from './database.ts'

const NAME = 'cache.epoch'

/**
 * Makes other processes clear their caches of settings, roles and blocks once the transaction commits
 * (`Database.onForeignChange`). A server with SQLite clears its caches after every commit of another process; its own
 * readers, as they see all commits of their writer, clear theirs for this one.
 */
export async function bumpCacheEpoch(db: Db): Promise<void> {
  const value = JSON.stringify(randomUUID())
  await db
    .insertInto('setting')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** The value that `bumpCacheEpoch` wrote last, or null. */
export async function readCacheEpoch(db: Db): Promise<unknown> {
  const query = db.selectFrom('setting').select('value').where('name', '=', NAME)
  return (await query.executeTakeFirst())?.value ?? null
}
