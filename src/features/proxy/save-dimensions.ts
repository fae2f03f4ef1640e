import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { blurhashOf } from '../../kernel/processing/blurhash.ts'
import { type Size, sizeMeta } from '../../kernel/processing/geometry.ts'
import { readPicture } from '../../kernel/processing/picture.ts'
import type { RecordingPreview } from '../../kernel/processing/recording-preview.ts'
import { MediaRejected } from '../../kernel/processing/rejected.ts'
import { inTurn } from '../../kernel/processing/sharp.ts'
import { describeCardPicture } from '../statuses/cards/store.ts'
import type { Described } from './remote-files.ts'
import type { Made } from './transform.ts'

/** Size and blurhash of a fetched picture. */
interface Appearance {
  /** size of the fetched file */
  fetched: Size
  /** size of the cached file */
  kept: Size
  blurhash: string
}

/**
 * Stores size and blurhash of a fetched picture that its server did not state: clients reserve
 * space for it (S-551). Known values stay.
 */
export async function describePicture(
  app: App,
  described: Described,
  { data, made }: { data: Buffer; made: Made },
): Promise<void> {
  const appearance = await appearanceOf(data, made)
  if (appearance === null) return
  await app.transact((tx) =>
    described.kind === 'card'
      ? describeCardPicture(tx, described.id, { ...appearance.kept, blurhash: appearance.blurhash })
      : describeMedia(tx, described.id, {
          meta: metaOf(described.part, appearance),
          blurhash: appearance.blurhash,
        }),
  )
}

/** As `describePicture`, for video and audio (S-572), as Mastodon does for every fetched file. */
export async function describeRecording(
  app: App,
  mediaId: string,
  { meta, blurhash }: RecordingPreview,
): Promise<void> {
  const found = { meta: { original: { ...meta.original } }, blurhash }
  await app.transact((tx) => describeMedia(tx, mediaId, found))
}

/** @returns null for a file that is passed through but cannot be decoded */
async function appearanceOf(data: Buffer, made: Made): Promise<Appearance | null> {
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

function metaOf(
  part: 'original' | 'preview' | 'both',
  { fetched, kept }: Appearance,
): Found['meta'] {
  return {
    ...(part === 'preview' ? {} : { original: { ...sizeMeta(fetched) } }),
    ...(part === 'original' ? {} : { small: { ...sizeMeta(kept) } }),
  }
}

/** Measured properties of an attachment's file. */
interface Found {
  meta: { original?: Record<string, unknown>; small?: Record<string, unknown> }
  blurhash: string | null
}

async function describeMedia(tx: Tx, id: string, { meta, blurhash }: Found): Promise<void> {
  await lockRow(tx.db, 'media_attachment', id)
  const media = await tx.db
    .selectFrom('media_attachment')
    .select(['status_id', 'meta', 'blurhash'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (media === undefined) return
  const original = { ...meta.original, ...(media.meta.original as object | undefined) }
  const known = { ...meta, ...media.meta, ...(meta.original === undefined ? {} : { original }) }
  await tx.db
    .updateTable('media_attachment')
    .set((eb) => ({
      meta: JSON.stringify(known),
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
