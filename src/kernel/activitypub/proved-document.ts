import { sameOrigin } from '../net/origin.ts'
import { type Document, documentOf, idOf } from './as2.ts'

/** The response of another server. */
export interface Found {
  document: Document
  /** final address, after redirects */
  url: string
}

declare const proved: unique symbol

/**
 * A federation id confirmed by its own server: the id of a document that was found there, or of a stored
 * account, which always has such an id. An address named by others is only a string (A57).
 */
export type ProvedId = string & { readonly [proved]: true }

/**
 * A document confirmed by its own server. Its `id` is the only name for comparing and storing it; the
 * requested address proves nothing.
 */
export interface ProvedDocument extends Document {
  readonly [proved]: true
  readonly id: ProvedId
}

/** The document if it was found at its own id, whatever address was requested; else null. */
export function provedAt({ document, url }: Found): ProvedDocument | null {
  const id = idOf(document)
  return id !== null && isAt(id, url) ? brand(document) : null
}

/** The id of an account row: an account is stored only under its own id. */
export function storedId({ uri }: { uri: string }): ProvedId {
  return uri as ProvedId
}

/** An address on an origin, for responses that are accepted only from that origin. */
export function provedOn(url: string, origin: string): ProvedId | null {
  return sameOrigin(url, origin) ? (url as ProvedId) : null
}

/**
 * An object embedded in a document of an actor, or in an activity that the actor signed, if its id is on the
 * actor's origin.
 *
 * @param by id of the actor or document that contains it
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
 * Whether an id names the address of its document in the one spelling that is stored. Otherwise a document
 * would have as many ids as its address has spellings (A11).
 */
function isAt(id: string, address: string): boolean {
  const [bare = ''] = id.split('#', 1)
  const written = bare.replace(/[^\x20-\x7e]+/g, encodeText)
  return written === address || `${written}/` === address
}

/** A lone surrogate cannot be encoded, and no address contains one. */
function encodeText(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text
}
