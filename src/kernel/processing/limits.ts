/** Limits of uploads in bytes, pixels (width × height), frames a second and seconds (S-302, S-289, S-521). */
export const mediaLimits = {
  imageBytes: 16_777_216,
  imagePixels: 33_177_600,
  videoBytes: 103_809_024,
  videoPixels: 8_294_400,
  videoFrameRate: 120,
  /** of audio and video; only a limit of work, not published */
  seconds: 6 * 3600,
  profileImageBytes: 8_388_608,
  emojiBytes: 262_144,
  descriptionCharacters: 10_000,
} as const

/** Pixels that stored pictures are shrunk to; smaller ones keep their size. */
export const storedPixels = { original: 3840 * 2160, preview: 640 * 360 } as const

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']

// Several names of one format are listed because clients compare them with their system's name for it.
const ffmpegTypes = [
  'video/webm',
  'video/mp4',
  'video/quicktime',
  'video/ogg',
  'audio/wave',
  'audio/wav',
  'audio/x-wav',
  'audio/x-pn-wave',
  'audio/vnd.wave',
  'audio/ogg',
  'audio/vorbis',
  'audio/opus',
  'audio/mpeg',
  'audio/mp3',
  'audio/webm',
  'audio/flac',
  'audio/aac',
  'audio/m4a',
  'audio/x-m4a',
  'audio/mp4',
  'audio/3gpp',
  'video/3gpp',
]

/**
 * The supported upload types, for the instance document. HEIC is read if the installed libvips can, but not
 * listed: the libvips of sharp has no HEVC decoder.
 *
 * @param hasFfmpeg without it only images are accepted
 */
export function supportedMimeTypes(hasFfmpeg: boolean): string[] {
  return hasFfmpeg ? [...imageTypes, ...ffmpegTypes] : [...imageTypes]
}

/**
 * `configuration.media_attachments` of the instance documents (S-302).
 *
 * @see https://docs.joinmastodon.org/entities/Instance/#media_attachments
 */
export function mediaConfiguration(hasFfmpeg: boolean) {
  return {
    description_limit: mediaLimits.descriptionCharacters,
    image_size_limit: mediaLimits.imageBytes,
    image_matrix_limit: mediaLimits.imagePixels,
    video_size_limit: mediaLimits.videoBytes,
    video_matrix_limit: mediaLimits.videoPixels,
    video_frame_rate_limit: mediaLimits.videoFrameRate,
    supported_mime_types: supportedMimeTypes(hasFfmpeg),
  }
}
