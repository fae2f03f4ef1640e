import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { pictureKeys } from '../instance/pictures.ts'
import { loadSettings } from '../instance/settings.ts'

/** Columns that name stored files, by table; a file that none of them names is nobody's. */
export const KEY_COLUMNS = {
  account: ['avatar_key', 'avatar_static_key', 'header_key', 'header_static_key'],
  custom_emoji: ['image_key', 'static_key'],
  media_attachment: ['file_key', 'preview_key', 'upload_key'],
  media_cache: ['storage_key'],
  data_export: ['file_key'],
  data_import: ['file_key'],
} as const

/**
 * Which keys of files are named, among those whose names begin with two digits. Reads these
 * tables whole: an index over keys, for this alone, would cost every upload more.
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
