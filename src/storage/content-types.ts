/**
 * What a stored file may be, by the extension of its key. Whatever is not here can be neither stored
 * nor served, so no upload is ever answered as HTML, SVG or ActivityPub (A10).
 */
const contentTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  // an upload that waits to be converted: never served
  bin: null,
  // archives that people take with them or bring: served to their owners only, by a route of its own
  zip: null,
} as const

export type StorableExtension = keyof typeof contentTypes

/** The extensions that a key may end in, without the dot. */
export const storableExtensions = Object.keys(contentTypes) as readonly StorableExtension[]

/** @returns the one content type that a key with this extension is served as; null: it is not */
export function contentTypeOf<Extension extends StorableExtension>(
  extension: Extension,
): (typeof contentTypes)[Extension] {
  return contentTypes[extension]
}

/** @returns null for a type that no stored file may have */
export function extensionOf(contentType: string): StorableExtension | null {
  return storableExtensions.find((name) => contentTypes[name] === contentType) ?? null
}

/** @returns null for an extension that no stored file may have */
export function contentTypeOfExtension(extension: string | undefined): string | null {
  const known = storableExtensions.find((name) => name === extension)
  return known === undefined ? null : contentTypes[known]
}
