import { documentOf, idOf } from '../../../../kernel/activitypub/as2.ts'
import type { App } from '../../../../kernel/core/app.ts'
import type { Tx } from '../../../../kernel/core/tx.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { lockRow } from '../../../../kernel/db/expressions.ts'
import { ArchiveRefused } from '../../archive-refused.ts'
import type { OpenZip, ZipFile } from '../../zip.ts'
import { endImport } from '../choices.ts'
import { isRead } from '../create.ts'
import { countRows, type DataImport, findImport, insertRows, type NewRow } from '../queries.ts'
import { countUnpacked, LARGEST_OUTBOX } from './limits.ts'
import { type OutboxSlice, readOutbox } from './outbox.ts'
import type { ArchiveOwner } from './post.ts'
import { openStored } from './source.ts'

const LARGEST_ACTOR = 1 << 20
const ROWS_AT_ONCE = 200
/** bytes after which progress is saved, however few posts were read */
const BYTES_AT_ONCE = 16 << 20

/**
 * Reads the posts of an archive into rows, so that its owner can review them. If interrupted, it
 * continues after the last saved post.
 */
export async function readArchive(app: App, importId: string): Promise<void> {
  const data = await findImport(app.db, importId)
  if (data?.state !== 'reading' || data.file_key === null) return
  try {
    await using zip = await openStored(app, data.file_key)
    await readPosts(app, data, zip)
    await app.transact(async (tx) => {
      await lockRow(tx.db, 'data_import', importId)
      await isRead(tx, importId)
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

async function readPosts(app: App, data: DataImport, zip: OpenZip): Promise<void> {
  const outbox = zip.files.get('outbox.json')
  if (outbox === undefined) throw new ArchiveRefused('The archive has no outbox.json')
  const owner = await ownerOf(zip.files.get('actor.json'))
  const start = { skipped: data.processed_items, owner }
  let read: Read = { items: start.skipped, leftOut: data.left_out, rows: [], bytes: 0 }
  for await (const slice of readOutbox(outbox.read(LARGEST_OUTBOX), start, app.clock)) {
    read = added(read, slice)
    if (read.rows.length < ROWS_AT_ONCE && read.bytes < BYTES_AT_ONCE) continue
    await keep(app, data, read)
    read = { ...read, rows: [], bytes: 0 }
  }
  await keep(app, data, read)
  const { total } = await countRows(app.db, data.id)
  if (total === 0) throw new ArchiveRefused('The archive has no posts')
}

/** Progress in an outbox since the last save. */
interface Read {
  /** of the whole outbox */
  items: number
  /** of the whole outbox */
  leftOut: Record<string, number>
  rows: NewRow[]
  bytes: number
}

function added(read: Read, slice: OutboxSlice & { bytes: number }): Read {
  const leftOut = { ...read.leftOut }
  for (const [reason, many] of Object.entries(slice.leftOut)) {
    leftOut[reason] = (leftOut[reason] ?? 0) + many
  }
  const items = Math.max(read.items, slice.items)
  const rows = [...read.rows, ...slice.rows]
  return { items, leftOut, rows, bytes: read.bytes + slice.bytes }
}

/**
 * Saves the rows and the progress.
 * @throws ArchiveRefused if the import was cancelled meanwhile, or is too large
 */
async function keep(app: App, data: DataImport, read: Read): Promise<void> {
  const refused = await app.transact(async (tx) => {
    await lockRow(tx.db, 'data_import', data.id)
    if ((await findImport(tx.db, data.id))?.state !== 'reading') {
      return new ArchiveRefused('Cancelled')
    }
    const unique = [...new Map(read.rows.map((row) => [row.digest, row])).values()]
    for (let from = 0; from < unique.length; from += ROWS_AT_ONCE) {
      await insertRows(tx, data, unique.slice(from, from + ROWS_AT_ONCE))
    }
    await noteProgress(tx.db, data.id, read)
    return countUnpacked(tx, data, read.bytes)
  })
  if (refused !== null) throw refused
}

async function noteProgress(db: Db, id: string, { items, leftOut }: Read): Promise<void> {
  await db
    .updateTable('data_import')
    .set({ processed_items: items, left_out: JSON.stringify(leftOut) })
    .where('id', '=', id)
    .execute()
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
