import { documentOf, idOf } from '../../../activitypub/as2.ts'
import type { App } from '../../../app.ts'
import { lockRow } from '../../../db/expressions.ts'
import type { Tx } from '../../../transact.ts'
import { digestOf } from '../../digest.ts'
import { ArchiveRefused, type OpenZip, type ZipFile } from '../../zip.ts'
import { isRead } from '../create.ts'
import { endImport } from '../decide.ts'
import { type DataImport, findImport, insertRows, type NewRow } from '../queries.ts'
import { readItems } from './json-items.ts'
import { type ArchivedPost, type ArchiveOwner, readItem } from './post.ts'
import { openStored } from './source.ts'

const LIMITS = { itemBytes: 512 * 1024, items: 200_000, depth: 64 }
/** bytes that an outbox may unpack to */
const LARGEST_OUTBOX = 1 << 30
const LARGEST_ACTOR = 1 << 20
const ROWS_AT_ONCE = 200

/**
 * Reads the posts of an archive into rows, so that its owner sees what is in it. Stopped half-way, it
 * begins again; what is read already stays.
 */
export async function readArchive(app: App, importId: string): Promise<void> {
  const data = await findImport(app.db, importId)
  if (data?.state !== 'reading' || data.file_key === null) return
  try {
    await using zip = await openStored(app, data.file_key)
    const left_out = await readPosts(app, data, zip)
    await app.transact(async (tx) => {
      await lockRow(tx.db, 'data_import', importId)
      await isRead(tx, importId, { left_out: JSON.stringify(left_out) })
    })
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error
    await app.transact((tx) => refuse(tx, importId, error.message))
  }
}

async function refuse(tx: Tx, importId: string, reason: string): Promise<void> {
  await lockRow(tx.db, 'data_import', importId)
  const data = await findImport(tx.db, importId)
  if (data?.state === 'reading') await endImport(tx, data, 'failed', reason)
}

/** @returns how much makes no post, by reason */
async function readPosts(
  app: App,
  data: DataImport,
  zip: OpenZip,
): Promise<Record<string, number>> {
  const outbox = zip.files.get('outbox.json')
  if (outbox === undefined) throw new ArchiveRefused('The archive has no outbox.json')
  const owner = await ownerOf(zip.files.get('actor.json'))
  const leftOut: Record<string, number> = {}
  let rows: NewRow[] = []
  let many = 0
  const keep = async () => {
    if (rows.length > 0 && !(await keepRows(app, data, rows))) throw new ArchiveRefused('Cancelled')
    rows = []
  }
  for await (const item of readItems(outbox.read(LARGEST_OUTBOX), LIMITS)) {
    const post = readItem(item, owner, app.clock())
    if (typeof post === 'string') leftOut[post] = (leftOut[post] ?? 0) + 1
    else if (rows.push(rowOf(post)) === ROWS_AT_ONCE) await keep()
    if (typeof post !== 'string') many += 1
  }
  await keep()
  if (many === 0) throw new ArchiveRefused('The archive has no posts')
  return leftOut
}

/** @returns false if the import was cancelled meanwhile */
async function keepRows(app: App, data: DataImport, rows: readonly NewRow[]): Promise<boolean> {
  return app.transact(async (tx) => {
    await lockRow(tx.db, 'data_import', data.id)
    if ((await findImport(tx.db, data.id))?.state !== 'reading') return false
    const unique = new Map(rows.map((row) => [row.digest, row]))
    await insertRows(tx, data, [...unique.values()])
    return true
  })
}

function rowOf(post: ArchivedPost): NewRow {
  return { digest: digestOf(post.uri), position: post.createdAt, data: { ...post }, error: null }
}

async function ownerOf(file: ZipFile | undefined): Promise<ArchiveOwner> {
  if (file === undefined) return { uri: null, followersUri: null }
  const chunks: Uint8Array[] = []
  for await (const chunk of file.read(LARGEST_ACTOR)) chunks.push(chunk)
  try {
    const actor = documentOf(JSON.parse(Buffer.concat(chunks).toString()))
    return { uri: idOf(actor), followersUri: idOf(actor?.followers) }
  } catch {
    return { uri: null, followersUri: null }
  }
}
