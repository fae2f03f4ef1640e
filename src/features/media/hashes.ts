import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { App } from '../../kernel/core/app.ts'
import { idIn, textIn } from '../../kernel/db/id-in.ts'

/** SHA-256, hex, of the stored files of uploads, by id. */
export async function hashUploads(app: App, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('media_attachment')
    .select(['id', 'file_key'])
    .where(idIn(app.db, 'id', ids))
    .execute()
  return hashFiles(
    app,
    rows.flatMap(({ id, file_key }) => (file_key === null ? [] : [[id, file_key] as const])),
  )
}

/** SHA-256, hex, of remote files, by URL: only of cached files. */
export async function hashKept(app: App, urls: readonly string[]): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map()
  const rows = await app.slowDb
    .selectFrom('media_cache')
    .select(['source_url', 'storage_key'])
    .where(textIn(app.slowDb, 'source_url', urls))
    .execute()
  return hashFiles(
    app,
    rows.map((row) => [row.source_url, row.storage_key] as const),
  )
}

async function hashFiles(
  app: App,
  files: readonly (readonly [name: string, key: string])[],
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const [name, key] of files) {
    const file = await app.storage.open(key)
    if (file === null) continue
    const hash = createHash('sha256')
    await pipeline(file.stream(), hash)
    hashes.set(name, hash.digest('hex'))
  }
  return hashes
}
