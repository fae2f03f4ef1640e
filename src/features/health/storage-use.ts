import type { Config } from '../../kernel/base/config.ts'
import { freeBytes } from '../../kernel/base/free-space.ts'
import type { Db } from '../../kernel/db/database.ts'
import { databaseBytes } from '../../kernel/db/database-size.ts'

/** Number of files, and their bytes. */
export interface Files {
  files: number
  bytes: number
}

/** Bytes of the database, local uploads, cached remote files and archives. */
export async function measureStorage(db: Db, config: Config) {
  return {
    database_bytes: await databaseBytes(db),
    local_media: await localMedia(db),
    cached_media: await cachedMedia(db),
    archives: await archives(db),
    free_bytes: config.s3 === null ? freeOrNull(config.mediaStorage) : null,
  }
}

/** Uploads by their stored size, without previews. */
async function localMedia(db: Db): Promise<Files> {
  const row = await db
    .selectFrom('media_attachment')
    .select((eb) => [
      eb.fn.countAll<number>().as('files'),
      eb.fn.sum<number | null>('size').as('bytes'),
    ])
    .where('file_key', 'is not', null)
    .executeTakeFirstOrThrow()
  return filesOf(row)
}

async function cachedMedia(db: Db): Promise<Files> {
  const row = await db
    .selectFrom('media_cache')
    .select((eb) => [
      eb.fn.countAll<number>().as('files'),
      eb.fn.sum<number | null>('bytes').as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return filesOf(row)
}

async function archives(db: Db): Promise<Files> {
  const row = await db
    .selectFrom('data_export')
    .select((eb) => [
      eb.fn.countAll<number>().as('files'),
      eb.fn.sum<number | null>('size').as('bytes'),
    ])
    .where('file_key', 'is not', null)
    .executeTakeFirstOrThrow()
  return filesOf(row)
}

function filesOf({ files, bytes }: { files: number; bytes: number | null }): Files {
  return { files, bytes: Number(bytes ?? 0) }
}

/** @returns null if the storage does not report free space */
export function freeOrNull(folder: string): number | null {
  try {
    return freeBytes(folder)
  } catch {
    return null
  }
}
