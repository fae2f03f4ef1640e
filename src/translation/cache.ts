import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import type { TranslatedBody } from '../db/schema.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'

const HOUR = 3_600_000
/** ms for which a translation is kept */
const LONGEST = 30 * 24 * HOUR
const MOST = 20_000
const ROWS_AT_ONCE = 500

export interface CacheKey {
  statusId: string
  /** of the status: what it said when it was translated */
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

/** Keeps a translation, unless the status is gone by now. */
export async function keepTranslation(tx: Tx, key: CacheKey, body: TranslatedBody): Promise<void> {
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

/** What is deleted is not kept in another language. */
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

/** Removes what is old, and the oldest of what is too much. */
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

/** @returns how many were removed */
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
