import { rm, writeFile } from 'node:fs/promises'
import type { App } from '../../kernel/core/app.ts'
import type { MediaInput } from '../../kernel/processing/input.ts'
import {
  previewRecording,
  type RecordingPreview,
} from '../../kernel/processing/recording-preview.ts'

/**
 * Measures a video or audio file before a job converts it, for the answer to its upload (S-561).
 *
 * @param pictured whether it has a picture already
 * @returns null if nothing can be measured yet
 */
export async function previewUpload(
  app: App,
  input: MediaInput,
  pictured: boolean,
): Promise<RecordingPreview | null> {
  const ffmpeg = await app.ffmpeg()
  if (ffmpeg === null) return null
  return withFile(app, input, (path) => previewRecording(ffmpeg, path, { pictured }))
}

async function withFile<T>(
  app: App,
  input: MediaInput,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (!(input instanceof Uint8Array)) return work(input.path)
  const path = app.storage.temporaryPath('bin')
  try {
    await writeFile(path, input)
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}
