import { rm, stat } from 'node:fs/promises'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { newKey } from '../../../kernel/storage/keys.ts'
import { createZip, type NewZip } from '../zip.ts'
import { enqueueReadyMail } from './mails.ts'
import {
  actorPart,
  markedUris,
  outboxItems,
  pictureName,
  picturesOf,
  placeOf,
  statusFiles,
} from './parts.ts'
import { type DataExport, findArchive } from './queries.ts'
import { ARCHIVE_AGE } from './request.ts'

/** attempts before the archive is given up */
export const TRIES = 5

/**
 * Builds a requested archive. An archive left unfinished by a dead process is built anew; a
 * finished or deleted one is left alone.
 */
export async function buildArchive(app: App, id: string, attempt: number): Promise<void> {
  const wanted = await findArchive(app.db, id)
  if (wanted === null || (wanted.state !== 'waiting' && wanted.state !== 'running')) return
  const path = app.storage.temporaryPath('zip')
  try {
    await begin(app, wanted)
    await writeArchive(app, wanted, path)
    await keep(app, wanted, path)
  } catch (error) {
    if (error instanceof NotWanted) return
    if (attempt >= TRIES) await app.transact((tx) => giveUp(tx, id))
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** The archive was deleted during the build, or another run has finished it. */
class NotWanted extends Error {}

async function begin(app: App, { id, account_id }: DataExport): Promise<void> {
  const { total } = await app.slowDb
    .selectFrom('status')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('account_id', '=', account_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  await change(app, id, { state: 'running', total_items: total, processed_items: 0 })
}

async function change(app: App, id: string, values: Partial<DataExport>): Promise<void> {
  const changed = await app.transact((tx) =>
    tx.db
      .updateTable('data_export')
      .set(values as Pick<DataExport, 'state'>)
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'running'])
      .returning('id')
      .execute(),
  )
  if (changed.length === 0) throw new NotWanted()
}

async function writeArchive(app: App, { id, account_id }: DataExport, path: string): Promise<void> {
  const zip = await createZip(path)
  try {
    let done = 0
    const count = async (more: number) => {
      done += more
      await change(app, id, { processed_items: done })
    }
    await addJson(zip, 'actor.json', one(await actorPart(app, account_id)))
    await addJson(zip, 'outbox.json', collection('outbox', outboxItems(app, account_id, count)))
    for (const [name, table] of [
      ['likes', 'favourite'] as const,
      ['bookmarks', 'bookmark'] as const,
    ]) {
      const uris = markedUris(app.slowDb, table, account_id)
      await addJson(zip, `${name}.json`, collection(name, uris))
    }
    await addFiles(app, zip, account_id)
    await zip.close()
  } catch (error) {
    await zip.abandon()
    throw error
  }
}

async function addFiles(app: App, zip: NewZip, accountId: string): Promise<void> {
  const add = async (key: string | null, name: string | null) => {
    const file = key === null ? null : await app.storage.open(key)
    if (file === null) return
    const stream = file.stream()
    try {
      await zip.add(name!, stream, false)
    } finally {
      // where the archive cannot be written it may not have been read at all
      stream.destroy()
    }
  }
  const { avatar_key, header_key } = await picturesOf(app.db, accountId)
  await add(avatar_key, pictureName('avatar', avatar_key))
  await add(header_key, pictureName('header', header_key))
  for await (const key of statusFiles(app.slowDb, accountId)) await add(key, placeOf(key))
}

async function addJson(zip: NewZip, name: string, texts: AsyncIterable<string>): Promise<void> {
  async function* bytes() {
    for await (const text of texts) yield Buffer.from(text)
  }
  await zip.add(name, bytes(), true)
}

async function* one(document: unknown): AsyncGenerator<string> {
  yield JSON.stringify(document)
}

/** An OrderedCollection, written while its items are read. */
async function* collection(
  name: string,
  lists: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  const head = {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: `${name}.json`,
    type: 'OrderedCollection',
  }
  yield `${JSON.stringify(head).slice(0, -1)},"orderedItems":[`
  let total = 0
  for await (const items of lists) {
    for (const item of items) yield `${total++ === 0 ? '' : ','}\n${JSON.stringify(item)}`
  }
  yield `\n],"totalItems":${total}}\n`
}

async function keep(app: App, { id, account_id }: DataExport, path: string): Promise<void> {
  const { size } = await stat(path)
  const file_key = newKey('transfers', 'zip')
  await app.storage.put(file_key, { path })
  const kept = await app.transact(async (tx) => {
    await lockRow(tx.db, 'data_export', id)
    const changed = await tx.db
      .updateTable('data_export')
      .set({
        state: 'ready',
        file_key,
        size,
        finished_at: tx.now,
        expires_at: tx.now + ARCHIVE_AGE,
      })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returning('id')
      .executeTakeFirst()
    if (changed !== undefined) enqueueReadyMail(tx, account_id, id)
    return changed !== undefined
  })
  if (!kept) await app.storage.remove(file_key)
}

async function giveUp(tx: Tx, id: string): Promise<void> {
  await tx.db
    .updateTable('data_export')
    .set({ state: 'failed', finished_at: tx.now })
    .where('id', '=', id)
    .execute()
}
