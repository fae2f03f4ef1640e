import type { Document } from '../../../../kernel/activitypub/as2.ts'
import { documentOf } from '../../../../kernel/activitypub/as2.ts'
import type { Config } from '../../../../kernel/base/config.ts'
import { fileUrl } from '../../../../kernel/base/urls.ts'
import { contentTypeOfKey } from '../../../../kernel/storage/keys.ts'
import type { MediaAttachment } from '../../../media/serializer.ts'

/** A local upload as an AS2 attachment; null until it is processed. */
export function presentAttachment(config: Config, media: MediaAttachment): Document | null {
  if (media.file_key === null) return null
  const { width, height } = documentOf(media.meta.original) ?? {}
  const focus = documentOf(media.meta.focus)
  return {
    type: 'Document',
    mediaType: media.content_type,
    url: fileUrl(config, media.file_key),
    name: media.description,
    ...(media.blurhash === null ? {} : { blurhash: media.blurhash }),
    ...(focus === null ? {} : { focalPoint: [focus.x, focus.y] }),
    ...(typeof width === 'number' && typeof height === 'number' ? { width, height } : {}),
    ...iconOf(config, media),
  }
}

/** Of a video or audio file: its cover or first frame. An image needs no icon. */
function iconOf(config: Config, { type, preview_key: key }: MediaAttachment): Document {
  if (type === 'image' || key === null) return {}
  return {
    icon: { type: 'Image', mediaType: contentTypeOfKey(key), url: fileUrl(config, key) },
  }
}
