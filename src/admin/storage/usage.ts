import { statfs } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { databaseBytes } from '../../db/size.ts'

/** How many files, and how many bytes. */
export interface Files {
  files: number
  bytes: number
}

/** What takes room: the database, uploads here, files of other servers that are kept, archives. */
export async function measureStorage(db: Db, config: Config) {
  return {
    database_bytes: await databaseBytes(db),
    local_media: await localMedia(db),
    cached_media: await cachedMedia(db),
    archives: await archives(db),
    free_bytes: await freeBytes(config.mediaStorage),
  }
}

/** Uploads by their size as they are stored, without previews. */
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

/** @returns null where the files lie on nothing that tells */
async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
