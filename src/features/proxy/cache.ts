import { HOUR } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import { textIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { settings } from '../instance/settings.ts'
import { neededFiles } from './files-in-reports.ts'

const ROWS_AT_ONCE = 100

const cachedById = prepared((db, p: { id: string }) =>
  db.selectFrom('media_cache').where('id', '=', p.id).selectAll(),
)

/**
 * The storage key of a cached file, if it is still that of this URL. Records its use once an hour.
 */
export async function findCached(app: App, id: string, url: string): Promise<string | null> {
  const [row] = await cachedById(app.db, { id })
  if (row === undefined || row.source_url !== url) return null
  const now = app.clock()
  if (row.used_at < now - HOUR) {
    await app.database.transaction((db) =>
      db.updateTable('media_cache').set({ used_at: now }).where('id', '=', id).execute(),
    )
  }
  return row.storage_key
}

export interface Kept {
  id: string
  url: string
  key: string
  contentType: string
  bytes: number
}

/** Records a cached file; the file that it replaces is removed. */
export async function keep(app: App, { id, url, key, contentType, bytes }: Kept): Promise<void> {
  const [earlier] = await cachedById(app.db, { id })
  const columns = {
    source_url: url,
    storage_key: key,
    content_type: contentType,
    bytes,
    used_at: app.clock(),
    created_at: app.clock(),
  }
  await app.database.transaction((db) =>
    db
      .insertInto('media_cache')
      .values({ id, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute(),
  )
  if (earlier !== undefined) await app.storage.remove(earlier.storage_key)
}

/** @returns bytes of all cached files */
export async function cacheSize(app: App): Promise<number> {
  const { bytes } = await app.slowDb
    .selectFrom('media_cache')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('bytes'), eb.lit(0)).as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/**
 * Evicts the least recently used files until the cache is at 90 % of its limit, so that this
 * happens rarely.
 */
export async function shrinkCache(app: App): Promise<void> {
  const { media_cache_size: limit } = await app.cached.get(settings)
  let excess = await cacheSize(app)
  if (excess <= limit) return
  excess -= limit * 0.9
  await dropOldest(app, {
    isEnough: (dropped) => dropped >= excess,
  })
}

/**
 * Evicts cached files, least recently used first; files that the staff may need stay.
 *
 * @param choice.usedBefore ms since 1970: only files not used since
 * @param choice.isEnough called before each batch, with the bytes evicted so far
 * @returns number of evicted files, and their bytes
 */
export async function dropOldest(
  app: App,
  choice: {
    usedBefore?: number
    isEnough?: (bytes: number) => boolean
    progress?: (files: number) => void
  },
): Promise<{ files: number; bytes: number }> {
  const { usedBefore = Number.MAX_SAFE_INTEGER, isEnough = () => false } = choice
  const gone = { files: 0, bytes: 0 }
  const needed = await neededFiles(app.slowDb)
  while (!isEnough(gone.bytes)) {
    const rows = await app.db
      .selectFrom('media_cache')
      .select(['id', 'storage_key', 'bytes'])
      .where('used_at', '<', usedBefore)
      .where((eb) => eb.not(textIn(app.db, 'id', needed)))
      .orderBy('used_at')
      .limit(ROWS_AT_ONCE)
      .execute()
    if (rows.length === 0) break
    const dropped = []
    for (const row of rows) {
      if (isEnough(gone.bytes)) break
      dropped.push(row)
      gone.files += 1
      gone.bytes += row.bytes
    }
    const ids = dropped.map((row) => row.id)
    // rows first: the sweep removes a file without a row, but a row without its file would stay
    // unusable
    await app.database.transaction((db) =>
      db.deleteFrom('media_cache').where('id', 'in', ids).execute(),
    )
    await app.storage.remove(dropped.map(({ storage_key }) => storage_key))
    choice.progress?.(gone.files)
  }
  return gone
}
