import { findMentioned, type Mentioned, mentionHandles } from '../accounts/mentioned.ts'
import { tagUrl } from '../addresses.ts'
import { ValidationFailed } from '../errors.ts'
import { loadBlockedAmong } from '../relationships/blocked-among.ts'
import { hashtagsIn } from '../tags/tags.ts'
import { countCharacters } from '../text/count.ts'
import { MAX_HTML_BYTES } from '../text/cut-html.ts'
import { formatStatusText } from '../text/format.ts'
import { said } from '../text/said.ts'
import { normalizeTag } from '../text/tags.ts'
import type { Tx } from '../transact.ts'

export const MAX_CHARACTERS = 500
/** UTF-16 units of a text that is worth counting, for which long addresses and marks leave room (A36) */
export const MOST_UNITS = 65_536

/** What a local status's text becomes. */
export interface Content {
  html: string
  mentioned: Mentioned[]
  tagNames: { name: string; displayName: string }[]
}

/**
 * Finds whom and what a text names and formats it. Nobody who is pending is mentioned (S-354).
 * @param authorId those whom it blocks, or who block it, stay plain text (A66); null: the server speaks
 * @throws ValidationFailed if it is too much once it is formatted: an address counts 23 however long it is (A60)
 */
export async function readContent(tx: Tx, authorId: string | null, text: string): Promise<Content> {
  const mentions = await findMentioned(tx.db, tx.config, mentionHandles(text))
  if (authorId !== null) await dropBlocked(tx, authorId, mentions)
  const html = formatStatusText(text, {
    mentions,
    tagUrl: (name) => tagUrl(tx.config, normalizeTag(name) ?? name),
  })
  if (Buffer.byteLength(html) > MAX_HTML_BYTES) throw tooLong()
  const mentioned = [...new Map([...mentions.values()].map((one) => [one.id, one])).values()]
  return { html, mentioned, tagNames: hashtagsIn(text) }
}

async function dropBlocked(tx: Tx, authorId: string, mentions: Map<string, Mentioned>) {
  const ids = [...mentions.values()].map(({ id }) => id)
  const blocked = await loadBlockedAmong(tx.db, authorId, ids)
  for (const [handle, { id }] of mentions) if (blocked.has(id)) mentions.delete(handle)
}

/**
 * Text and warning as they are stored: a warning with nothing behind it is the text, as in Mastodon.
 */
export function filledText(
  text: string,
  spoilerText: string,
): { text: string; spoilerText: string } {
  if (spoilerText.trim() === '') return { text, spoilerText: '' }
  return text.trim() === '' ? { text: spoilerText, spoilerText: '' } : { text, spoilerText }
}

/** @throws ValidationFailed if there is nothing to say or too much of it (S-330) */
export function checkText(input: {
  text: string
  spoilerText: string
  hasAttachment: boolean
}): void {
  if (input.text.trim() === '' && !input.hasAttachment) {
    throw new ValidationFailed("Text can't be blank")
  }
  if (isTooLong(input.text, input.spoilerText)) {
    throw tooLong()
  }
}

function tooLong(): ValidationFailed {
  return new ValidationFailed(
    said('Text character limit of {max} exceeded', { max: MAX_CHARACTERS }),
  )
}

function isTooLong(text: string, spoilerText: string): boolean {
  if (text.length + spoilerText.length > MOST_UNITS) return true
  return countCharacters(text, spoilerText) > MAX_CHARACTERS
}
