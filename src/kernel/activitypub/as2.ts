import { isUrl } from '../base/parse-url.ts'

/**
 * Tolerant readers for Activity Streams: a value may be single or a list, an id or an embedded object.
 * Code outside these readers never handles raw wire values.
 */
export type Document = Record<string, unknown>

/**
 * The id of the public audience, in its three spellings. @see https://www.w3.org/TR/activitypub/#public-addressing
 */
export const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'
const PUBLIC_NAMES = new Set([PUBLIC, 'as:Public', 'Public'])

/** @returns the value if it is a JSON object, else null */
export function documentOf(value: unknown): Document | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Document)
    : null
}

/** A single value or a list, as a list; empty for null and undefined. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The http(s) id of a referenced or embedded object, or of the first of a list; null if there is none. */
export function idOf(value: unknown): string | null {
  const first = Array.isArray(value) ? value[0] : value
  const id = typeof first === 'string' ? first : documentOf(first)?.id
  if (typeof id !== 'string' || Buffer.byteLength(id) > MAX_URI) return null
  return isWebAddress(id) ? id : null
}

/** maximum bytes of a stored id or address: more does not fit into an index */
export const MAX_URI = 2048

export function idsOf(value: unknown): string[] {
  return listOf(value)
    .map(idOf)
    .filter((id) => id !== null)
}

/** All types of an object; most objects have one. */
export function typesOf(value: unknown): string[] {
  return listOf(documentOf(value)?.type).filter((type) => typeof type === 'string')
}

export function isOfType(value: unknown, types: readonly string[]): boolean {
  return typesOf(value).some((type) => types.includes(type))
}

/** Whether an object is a collection or a collection page of any kind. */
export function isCollection(value: unknown): boolean {
  return typesOf(value).some((type) => /Collection(?:Page)?$/.test(type))
}

/** A string, or the first string of a list; null if there is none. */
export function textOf(value: unknown): string | null {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : null
}

/** ms since 1970; null if the value is not a date */
export function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 64) return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}

/** A non-negative safe integer, or null. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

export function flagOf(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/**
 * The address in a `url` property: a string, a Link, or the first Link with one of the media types.
 * @param mediaTypes preferred types, such as `text/html`
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

/** The address and media type of an entry of `url`. */
export function linkOf(value: unknown): { href: string; type: string | null } | null {
  if (typeof value === 'string') return isAddress(value) ? { href: value, type: null } : null
  const link = documentOf(value)
  const href = link?.href
  if (typeof href !== 'string' || !isAddress(href)) return null
  return { href, type: textOf(link?.mediaType) }
}

function isAddress(text: string): boolean {
  return text.length <= MAX_URI && isWebAddress(text)
}

/** Readers of ids rely on being able to parse them (A137). */
const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && isUrl(text)

/** Whether a list of recipients contains the public audience. */
export function namesPublic(recipients: readonly unknown[]): boolean {
  return recipients.some((one) => typeof one === 'string' && PUBLIC_NAMES.has(one))
}
