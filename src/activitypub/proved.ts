import { sameOrigin } from '../net/origin.ts'
import { type Document, documentOf, idOf } from './as2.ts'

/** The answer of another server. */
export interface Found {
  document: Document
  /** where it came from, after redirects */
  url: string
}

declare const proved: unique symbol

/**
 * A federation id whose own server answered for it: the id of a document that was found there, or of
 * an account, which is stored under no other. An address that somebody names is only a string (A57).
 */
export type ProvedId = string & { readonly [proved]: true }

/**
 * A document that its own server vouches for. Its `id` is the only name it may be compared or stored
 * under; the address that was asked for proves nothing.
 */
export interface ProvedDocument extends Document {
  readonly [proved]: true
  readonly id: ProvedId
}

/** A document that was found at its id, whatever address was asked for. */
export function provedAt({ document, url }: Found): ProvedDocument | null {
  const id = idOf(document)
  return id !== null && isAt(id, url) ? brand(document) : null
}

/** The id of an account, as its row has it: none is stored under another than its own. */
export function storedId({ uri }: { uri: string }): ProvedId {
  return uri as ProvedId
}

/** An address on an origin whose answers are taken from nowhere else. */
export function provedOn(url: string, origin: string): ProvedId | null {
  return sameOrigin(url, origin) ? (url as ProvedId) : null
}

/**
 * An object embedded in a document of an actor, or in an activity that it signed, if its id is on the
 * actor's origin.
 *
 * @param by who or what it came from
 */
export function vouchedFor(by: ProvedId | null, value: unknown): ProvedDocument | null {
  const document = documentOf(value)
  const id = idOf(document)
  return by !== null && id !== null && sameOrigin(id, by) ? brand(document!) : null
}

function brand(document: Document): ProvedDocument {
  return document as ProvedDocument
}

/**
 * Whether an id names the address that a document was found at, in the one spelling that is stored:
 * else there would be as many ids of a thing as there are ways to write them (A11).
 */
function isAt(id: string, address: string): boolean {
  const [bare = ''] = id.split('#', 1)
  const written = bare.replace(/[^\x20-\x7e]+/g, encodeText)
  return written === address || `${written}/` === address
}

/** Half a character cannot be encoded, and is in no address. */
function encodeText(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text
}
