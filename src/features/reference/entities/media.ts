import { Type } from '../../../kernel/http/schema.ts'
import { closed, count, id, nullable, oneOf, optional, text, url } from './kinds.ts'

const size = closed({
  width: optional(Type.Integer()),
  height: optional(Type.Integer()),
  size: optional(text),
  aspect: optional(Type.Number()),
  frame_rate: optional(text),
  duration: optional(Type.Number()),
  bitrate: optional(Type.Integer()),
})

/** S-347 */
export const mediaEntities = {
  MediaAttachment: closed({
    id,
    type: oneOf('unknown', 'image', 'gifv', 'video', 'audio'),
    url: nullable(url),
    preview_url: nullable(url),
    remote_url: nullable(url),
    preview_remote_url: optional(nullable(url)),
    text_url: optional(nullable(url)),
    // audio and video have metadata from ffprobe besides the sizes
    meta: nullable(
      Type.Object({
        original: optional(size),
        small: optional(size),
        focus: optional(closed({ x: Type.Number(), y: Type.Number() })),
      }),
    ),
    description: nullable(text),
    blurhash: nullable(text),
  }),
  // Rookery's own: of the provider that this server has for GIFs; its id is the provider's
  Gif: closed({
    id: text,
    description: text,
    width: count,
    height: count,
    preview_url: url,
    static_url: url,
  }),
}
