import type { Selectable } from 'kysely'
import { fileUrl } from '../addresses.ts'
import type { Config } from '../config.ts'
import type { MediaAttachmentTable } from '../db/schema.ts'

export type MediaAttachment = Selectable<MediaAttachmentTable>

/** https://docs.joinmastodon.org/entities/MediaAttachment/ ; `url` is null until it is processed */
export function presentMedia(config: Config, media: MediaAttachment) {
  const url = media.file_key === null ? null : fileUrl(config, media.file_key)
  return {
    id: media.id,
    type: media.type,
    url,
    // audio without a cover has no preview
    preview_url:
      media.preview_key === null
        ? media.type === 'image'
          ? url
          : null
        : fileUrl(config, media.preview_key),
    remote_url: null,
    preview_remote_url: null,
    text_url: null,
    meta: media.meta,
    description: media.description,
    blurhash: media.blurhash,
  }
}
