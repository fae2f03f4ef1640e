import type { Document } from '../../../activitypub/as2.ts'
import { documentOf } from '../../../activitypub/as2.ts'
import { fileUrl } from '../../../addresses.ts'
import type { Config } from '../../../config.ts'
import type { MediaAttachment } from '../../../media/serializer.ts'
import { contentTypeOfKey } from '../../../storage/keys.ts'

/** An upload of ours as others know it; null while it is not processed. */
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

/** Of a recording: its cover or first picture. A picture needs none. */
function iconOf(config: Config, { type, preview_key: key }: MediaAttachment): Document {
  if (type === 'image' || key === null) return {}
  return {
    icon: { type: 'Image', mediaType: contentTypeOfKey(key), url: fileUrl(config, key) },
  }
}
