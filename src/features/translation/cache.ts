import { HOUR } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import type { TranslatedBody } from './tables.ts'

/** ms for which a translation is cached */
const LONGEST = 30 * 24 * HOUR
const MOST = 20_000
const ROWS_AT_ONCE = 500

export interface CacheKey {
  statusId: string
  /** version of the status at the time of translation */
  version: number
  language: string
}

export async function findTranslation(db: Db, key: CacheKey): Promise<TranslatedBody | null> {
  const row = await db
    .selectFrom('translation')
    .select('body')
    .where('status_id', '=', key.statusId)
    .where('language', '=', key.language)
    .where('version', '=', key.version)
    .executeTakeFirst()
  return row?.body ?? null
}

/** Caches a translation, unless the status is deleted meanwhile. */
export async function cacheTranslation(tx: Tx, key: CacheKey, body: TranslatedBody): Promise<void> {
  const status = await tx.db
    .selectFrom('status')
    .select('id')
    .where('id', '=', key.statusId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (status === undefined) return
  const kept = { version: key.version, body: JSON.stringify(body), created_at: tx.now }
  await tx.db
    .insertInto('translation')
    .values({ status_id: key.statusId, language: key.language, ...kept })
    .onConflict((conflict) => conflict.columns(['status_id', 'language']).doUpdateSet(kept))
    .execute()
}

/** Removes the translations of deleted statuses. */
export const subscriber: Subscriber = {
  record: {
    async 'status.deleted'(tx, { statusId }) {
      await tx.db.deleteFrom('translation').where('status_id', '=', statusId).execute()
    },
  },
}

export const jobs: JobHandlers = {
  'translation.prune': { every: HOUR, run: prune },
}

/** Removes expired translations, and the oldest above the limit. */
async function prune(app: App): Promise<void> {
  const surplus = await app.db
    .selectFrom('translation')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .offset(MOST)
    .limit(1)
    .executeTakeFirst()
  const limit = Math.max(app.clock() - LONGEST, surplus?.created_at ?? 0)
  while ((await app.transact((tx) => removeSome(tx, limit))) === ROWS_AT_ONCE);
}

/** @returns the number of removed ones */
async function removeSome(tx: Tx, limit: number): Promise<number> {
  const some = await tx.db
    .selectFrom('translation')
    .select(['status_id', 'language'])
    .where('created_at', '<=', limit)
    .orderBy('created_at')
    .limit(ROWS_AT_ONCE)
    .execute()
  for (const { status_id, language } of some) {
    await tx.db
      .deleteFrom('translation')
      .where('status_id', '=', status_id)
      .where('language', '=', language)
      .execute()
  }
  return some.length
}
