import { randomUUID } from 'node:crypto'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'

const NAME = 'cache.epoch'

/**
 * Tells other processes, once the transaction commits, to drop what they cached of settings, roles
 * and blocks (`Database.onForeignChange`). SQLite tells them itself, of every commit.
 */
export async function bumpCacheEpoch(db: Db): Promise<void> {
  if (!isPostgres(db)) return
  const value = JSON.stringify(randomUUID())
  await db
    .insertInto('setting')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** What `bumpCacheEpoch` wrote last, or null. */
export async function readCacheEpoch(db: Db): Promise<unknown> {
  const query = db.selectFrom('setting').select('value').where('name', '=', NAME)
  return (await query.executeTakeFirst())?.value ?? null
}
