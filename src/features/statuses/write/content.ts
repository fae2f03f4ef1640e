import { ValidationFailed } from '../../../kernel/base/errors.ts'
import { said } from '../../../kernel/base/translatable-text.ts'
import { tagUrl } from '../../../kernel/base/urls.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { countCharacters } from '../../../kernel/text/count.ts'
import { MAX_HTML_BYTES } from '../../../kernel/text/cut-html.ts'
import { formatStatusText } from '../../../kernel/text/format.ts'
import { normalizeTag } from '../../../kernel/text/tags.ts'
import { findMentioned, type Mentioned, mentionHandles } from '../../accounts/mentioned.ts'
import { loadBlockedAmong } from '../../relationships/blocks-of-accounts.ts'
import { hashtagsIn } from '../../tags/tags.ts'

export const MAX_CHARACTERS = 500
/**
 * UTF-16 units up to which a text is counted; leaves room for long URLs and combining marks (A36)
 */
export const MOST_UNITS = 65_536

/** A local status's text, formatted, with its mentions and tags. */
export interface Content {
  html: string
  mentioned: Mentioned[]
  tagNames: { name: string; displayName: string }[]
}

/**
 * Resolves the mentions and tags of a text and formats it. Pending accounts are not mentioned
 * (S-354).
 * @param authorId accounts that the author blocks, or that block the author, stay plain text (A66);
 * null: the server
 * @throws ValidationFailed if the HTML is too large: a URL counts as 23 characters however long it
 * is (A60)
 */
export async function readContent(tx: Tx, authorId: string | null, text: string): Promise<Content> {
  const mentions = await findMentioned(tx.db, tx.config, mentionHandles(text))
  if (authorId !== null) await removeBlocked(tx, authorId, mentions)
  const html = formatStatusText(text, {
    mentions,
    tagUrl: (name) => tagUrl(tx.config, normalizeTag(name) ?? name),
  })
  if (Buffer.byteLength(html) > MAX_HTML_BYTES) throw tooLong()
  const mentioned = [...new Map([...mentions.values()].map((one) => [one.id, one])).values()]
  return { html, mentioned, tagNames: hashtagsIn(text) }
}

async function removeBlocked(tx: Tx, authorId: string, mentions: Map<string, Mentioned>) {
  const ids = [...mentions.values()].map(({ id }) => id)
  const blocked = await loadBlockedAmong(tx.db, authorId, ids)
  for (const [handle, { id }] of mentions) if (blocked.has(id)) mentions.delete(handle)
}

/** Text and warning as stored: a warning without a text becomes the text, as in Mastodon. */
export function filledText(
  text: string,
  spoilerText: string,
): { text: string; spoilerText: string } {
  if (spoilerText.trim() === '') return { text, spoilerText: '' }
  return text.trim() === '' ? { text: spoilerText, spoilerText: '' } : { text, spoilerText }
}

/** @throws ValidationFailed if the text is empty without an attachment, or too long (S-330) */
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
