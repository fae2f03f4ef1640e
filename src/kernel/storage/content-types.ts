/**
 * The content types of stored files, by the extension of their key. Other extensions can be neither stored
 * nor served, so no upload is ever served as HTML, SVG or ActivityPub (A10).
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
  // an upload that waits for conversion: never served
  bin: null,
  // account archives for export and import: served to their owners only, by a separate route
  zip: null,
} as const

export type StorableExtension = keyof typeof contentTypes

/** The extensions that a key may have, without the dot. */
export const storableExtensions = Object.keys(contentTypes) as readonly StorableExtension[]

/** @returns the content type that a key with this extension is served as; null: it is not served */
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
