/**
 * Tolerant reading of Activity Streams: a value may be one or many, an id or an embedded object.
 * Nothing of the wire goes further than those who read it with these.
 */
export type Document = Record<string, unknown>

/** The id for everybody, in its three spellings. @see https://www.w3.org/TR/activitypub/#public-addressing */
export const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'
const PUBLIC_NAMES = new Set([PUBLIC, 'as:Public', 'Public'])

/** @returns the value if it is a JSON object, else null */
export function documentOf(value: unknown): Document | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Document)
    : null
}

/** One or many as a list; nothing as an empty one. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The http(s) id of what is named or embedded, or of the first of many; null if there is none. */
export function idOf(value: unknown): string | null {
  const first = Array.isArray(value) ? value[0] : value
  const id = typeof first === 'string' ? first : documentOf(first)?.id
  if (typeof id !== 'string' || Buffer.byteLength(id) > MAX_URI) return null
  if (!/^https?:\/\//i.test(id)) return null
  return id
}

/** bytes of an id or address that is worth keeping: what an index holds */
export const MAX_URI = 2048

export function idsOf(value: unknown): string[] {
  return listOf(value)
    .map(idOf)
    .filter((id) => id !== null)
}

/** All its types: most objects have one. */
export function typesOf(value: unknown): string[] {
  return listOf(documentOf(value)?.type).filter((type) => typeof type === 'string')
}

export function isOfType(value: unknown, types: readonly string[]): boolean {
  return typesOf(value).some((type) => types.includes(type))
}

/** A text that may stand alone or, in a map, per language; null if there is none. */
export function textOf(value: unknown): string | null {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : null
}

/** ms since 1970; null if it is no time */
export function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 64) return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}

/** A whole number from 0 on, or null. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

export function flagOf(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/**
 * The address in a `url`: a string, a Link, or the first Link of those types.
 * @param mediaTypes wanted first, such as `text/html`
 */
export function urlOf(
  value: unknown,
  mediaTypes: readonly string[] = ['text/html'],
): string | null {
  const links = listOf(value)
    .map(linkOf)
    .filter((link) => link !== null)
  const wanted = links.find(({ type }) => type !== null && mediaTypes.includes(type))
  return (wanted ?? links[0])?.href ?? null
}

/** A `url` entry as address and media type. */
export function linkOf(value: unknown): { href: string; type: string | null } | null {
  if (typeof value === 'string') return isAddress(value) ? { href: value, type: null } : null
  const link = documentOf(value)
  const href = link?.href
  if (typeof href !== 'string' || !isAddress(href)) return null
  return { href, type: textOf(link?.mediaType) }
}

function isAddress(text: string): boolean {
  return text.length <= MAX_URI && /^https?:\/\//i.test(text)
}

/** Whether a list of recipients names everybody. */
export function namesPublic(recipients: readonly unknown[]): boolean {
  return recipients.some((one) => typeof one === 'string' && PUBLIC_NAMES.has(one))
}
