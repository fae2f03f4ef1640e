import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import type { Focus } from '../../kernel/processing/focus.ts'
import { type ProcessedRecording, processRecording } from '../../kernel/processing/recording.ts'
import { MediaRejected } from '../../kernel/processing/rejected.ts'
import { newKey } from '../../kernel/storage/keys.ts'
import { findMedia } from './queries.ts'
import type { MediaAttachment } from './serializer.ts'

/**
 * Converts a waiting upload; an inconvertible one is permanently marked as failed. Doing it again
 * changes nothing.
 */
export async function processMedia(app: App, mediaId: string): Promise<void> {
  const media = await findMedia(app.db, mediaId)
  if (media === null || media.state !== 'waiting' || media.upload_key === null) return
  try {
    const recording = await convert(app, media.upload_key, {
      focus: media.meta.focus as Focus | undefined,
      pictured: media.preview_key !== null,
    })
    const files = await storeFiles(app, recording)
    await app.transact((tx) => becomeReady(tx, mediaId, { recording, ...files }))
  } catch (error) {
    if (!(error instanceof MediaRejected)) throw error
    await app.transact((tx) => becomeFailed(tx, mediaId, error.message))
  }
}

async function convert(
  app: App,
  uploadKey: string,
  { focus, pictured }: { focus: Focus | undefined; pictured: boolean },
): Promise<ProcessedRecording> {
  const ffmpeg = await app.ffmpeg()
  if (ffmpeg === null) throw new MediaRejected('no-ffmpeg')
  const path = app.storage.temporaryPath('bin')
  try {
    await fetchUpload(app, uploadKey, path)
    return await processRecording(ffmpeg, path, {
      temporaryPath: app.storage.temporaryPath,
      pictured,
      ...(focus === undefined ? {} : { focus }),
    })
  } finally {
    await rm(path, { force: true })
  }
}

async function fetchUpload(app: App, key: string, path: string): Promise<void> {
  const file = await app.storage.open(key)
  if (file === null) throw new MediaRejected('undecodable')
  await pipeline(file.stream(), createWriteStream(path))
}

interface Files {
  file_key: string
  preview_key: string | null
}

async function storeFiles(app: App, { original, preview }: ProcessedRecording): Promise<Files> {
  const file_key = newKey('media', original.extension)
  await app.storage.put(file_key, { path: original.path })
  if (preview === null) return { file_key, preview_key: null }
  const preview_key = newKey('previews', preview.extension)
  await app.storage.put(preview_key, preview.data)
  return { file_key, preview_key }
}

/** The user's description and chosen picture stay; size and duration are those of the new file. */
async function becomeReady(
  tx: Tx,
  mediaId: string,
  made: Files & { recording: ProcessedRecording },
): Promise<void> {
  const { recording, file_key, preview_key } = made
  const media = await findWaiting(tx, mediaId)
  if (media === null) return removeFiles(tx, [file_key, preview_key])
  const pictured = media.preview_key !== null
  const { focus, small } = media.meta
  await tx.db
    .updateTable('media_attachment')
    .set({
      state: 'ready',
      type: recording.type,
      file_key,
      upload_key: null,
      content_type: recording.original.contentType,
      meta: JSON.stringify({
        ...recording.meta,
        ...(focus === undefined ? {} : { focus }),
        ...(small === undefined ? {} : { small }),
      }),
      version: media.version + 1,
      ...(pictured ? {} : { preview_key, blurhash: recording.blurhash }),
    })
    .where('id', '=', mediaId)
    .execute()
  removeFiles(tx, [media.upload_key, pictured ? preview_key : null])
  tx.emit({ type: 'media.processed', mediaId, accountId: media.account_id })
}

async function becomeFailed(tx: Tx, mediaId: string, error: string): Promise<void> {
  const media = await findWaiting(tx, mediaId)
  if (media === null) return
  await tx.db
    .updateTable('media_attachment')
    .set({ state: 'failed', error, upload_key: null, version: media.version + 1 })
    .where('id', '=', mediaId)
    .execute()
  removeFiles(tx, [media.upload_key])
  tx.emit({ type: 'media.processed', mediaId, accountId: media.account_id })
}

/** Null if it was removed meanwhile, or a concurrent run was faster. */
async function findWaiting(tx: Tx, mediaId: string): Promise<MediaAttachment | null> {
  await lockRow(tx.db, 'media_attachment', mediaId)
  const media = await findMedia(tx.db, mediaId)
  return media?.state === 'waiting' ? media : null
}

/** A job removes files, so that a failed transaction loses none. */
export function removeFiles(tx: Tx, keys: readonly (string | null)[]): void {
  const named = keys.filter((key) => key !== null)
  if (named.length > 0) tx.enqueue({ kind: 'media.remove_files', payload: { keys: named } })
}
