import { createWriteStream } from 'node:fs'
import type { GifConfig } from '../../kernel/base/config.ts'
import { Unreachable } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { UploadedFile } from '../../kernel/http/body/uploaded-file.ts'
import { mediaLimits } from '../../kernel/processing/limits.ts'
import { uploadMedia } from '../media/upload.ts'
import { getGif } from './ask.ts'

/** ms */
const TIMEOUT = 60_000

/**
 * Uploads a picture of the provider for an account, described in the provider's words.
 *
 * @param id of the provider
 * @returns id of the media attachment
 * @throws NotFound, Unreachable
 * @throws MediaRejected as of any upload
 */
export async function takeGif(
  app: App,
  config: GifConfig,
  { accountId, id }: { accountId: string; id: string },
): Promise<string> {
  const gif = await getGif(app, config, id)
  await using file = new UploadedFile(`${id}.gif`, 'image/gif')
  await fetchFile(app, gif.file, file.path)
  const details = { description: gif.description || null, focus: undefined, picture: undefined }
  return await uploadMedia(app, { accountId, file, details, byJob: true })
}

async function fetchFile(app: App, url: string, path: string): Promise<void> {
  try {
    const { status } = await app.egress.download(
      { url, maxBytes: mediaLimits.imageBytes, timeoutMs: TIMEOUT, maxRedirects: 0 },
      createWriteStream(path),
    )
    if (status < 200 || status > 299) throw new Error(`it answered ${status}`)
  } catch (error) {
    throw new Unreachable('The GIF could not be fetched', { cause: error })
  }
}
