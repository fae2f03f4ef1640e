import type { Selectable } from 'kysely'
import type { Config } from '../../kernel/base/config.ts'
import { fileUrl, proxiedMediaUrl } from '../../kernel/base/urls.ts'
import type { MediaAttachmentTable } from './tables.ts'

export type MediaAttachment = Selectable<MediaAttachmentTable>

/** https://docs.joinmastodon.org/entities/MediaAttachment/ ; `url` is null until it is processed */
export function presentMedia(config: Config, media: MediaAttachment) {
  const url = fileAddress(config, media)
  return {
    id: media.id,
    type: media.type,
    url,
    preview_url: previewAddress(config, media, url),
    remote_url: media.remote_url,
    preview_remote_url: media.preview_remote_url,
    text_url: null,
    meta: media.meta,
    description: media.description,
    blurhash: media.blurhash,
  }
}

/** Remote files are served through our proxy; files that cannot be shown are linked. */
function fileAddress(config: Config, media: MediaAttachment): string | null {
  if (media.file_key !== null) return fileUrl(config, media.file_key)
  const { proxy_name: key } = media
  return key === null ? media.remote_url : proxiedMediaUrl(config, key, 'original')
}

/** Audio without a cover has no preview. */
function previewAddress(config: Config, media: MediaAttachment, url: string | null): string | null {
  if (media.preview_key !== null) return fileUrl(config, media.preview_key)
  const { proxy_name: key } = media
  const hasPreview = media.preview_remote_url !== null || media.type === 'image'
  if (key !== null && hasPreview) return proxiedMediaUrl(config, key, 'small')
  return media.type === 'image' ? url : null
}
