import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { pictureKeys } from '../instance/pictures.ts'
import { loadSettings } from '../instance/settings.ts'

/** Columns with storage keys, by table; files that none of them names are orphans. */
export const KEY_COLUMNS = {
  account: ['avatar_key', 'avatar_static_key', 'header_key', 'header_static_key'],
  custom_emoji: ['image_key', 'static_key'],
  media_attachment: ['file_key', 'preview_key', 'upload_key'],
  media_cache: ['storage_key'],
  data_export: ['file_key'],
  data_import: ['file_key'],
} as const

/**
 * The named keys among those that start with two given digits. Scans these tables: an index on
 * keys, for this purpose alone, would cost every upload more.
 */
export async function namedKeys(slowDb: Db, start: string): Promise<Set<string>> {
  const named = new Set(pictureKeys(await loadSettings(slowDb)))
  for (const [table, columns] of Object.entries(KEY_COLUMNS)) {
    for (const column of columns) {
      const { rows } = await sql<{ key: string }>`
        select ${sql.ref(column)} as key from ${sql.table(table)}
        where ${sql.ref(column)} like ${`%/${start}/%`}`.execute(slowDb)
      for (const { key } of rows) named.add(key)
    }
  }
  return named
}
