import type { App } from '../app.ts'
import { lockRow } from '../db/expressions.ts'
import { blurhashOf } from '../processing/blurhash.ts'
import { type Size, sizeMeta } from '../processing/geometry.ts'
import { readPicture } from '../processing/picture.ts'
import { MediaRejected } from '../processing/rejected.ts'
import { inTurn } from '../processing/sharp.ts'
import { describeCardPicture } from '../statuses/cards/store.ts'
import type { Tx } from '../transact.ts'
import type { Made } from './make.ts'
import type { Described } from './sources.ts'

/** Size and blurhash of a fetched picture. */
interface Looks {
  /** of the file that was fetched */
  fetched: Size
  /** of the file that is kept */
  kept: Size
  blurhash: string
}

/**
 * Notes what a fetched picture looks like where its server did not say so: clients keep room for it
 * (S-551). What is known stays.
 */
export async function describePicture(
  app: App,
  described: Described,
  { data, made }: { data: Buffer; made: Made },
): Promise<void> {
  const looks = await looksOf(data, made)
  if (looks === null) return
  await app.transact((tx) =>
    described.kind === 'card'
      ? describeCardPicture(tx, described.id, { ...looks.kept, blurhash: looks.blurhash })
      : describeMedia(tx, described, looks),
  )
}

/** @returns null for what is passed on but cannot be read */
async function looksOf(data: Buffer, made: Made): Promise<Looks | null> {
  try {
    return await inTurn(async () => ({
      fetched: await sizeOf(data),
      kept: await sizeOf(made.data, made.contentType),
      blurhash: await blurhashOf(made.data),
    }))
  } catch (error) {
    if (error instanceof MediaRejected) return null
    throw error
  }
}

async function sizeOf(data: Buffer, contentType?: string): Promise<Size> {
  const types = contentType === undefined ? PICTURES : [contentType]
  const { width, height } = await readPicture(data, types, Number.POSITIVE_INFINITY)
  return { width, height }
}

const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/heic']

async function describeMedia(
  tx: Tx,
  { id, part }: Extract<Described, { kind: 'media' }>,
  { fetched, kept, blurhash }: Looks,
): Promise<void> {
  await lockRow(tx.db, 'media_attachment', id)
  const media = await tx.db
    .selectFrom('media_attachment')
    .select(['status_id', 'meta', 'blurhash'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (media === undefined) return
  const found = {
    ...(part === 'preview' ? {} : { original: sizeMeta(fetched) }),
    ...(part === 'original' ? {} : { small: sizeMeta(kept) }),
  }
  const meta = { ...found, ...media.meta }
  await tx.db
    .updateTable('media_attachment')
    .set((eb) => ({
      meta: JSON.stringify(meta),
      blurhash: media.blurhash ?? blurhash,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  if (media.status_id === null) return
  await tx.db
    .updateTable('status')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', media.status_id)
    .execute()
}
