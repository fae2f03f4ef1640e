import { escapeHtml, html, raw, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { plainText, sanitizeStatusHtml } from '../../../kernel/text/sanitize.ts'
import { replaceShortcodes } from '../../../kernel/text/shortcodes.ts'
import { type AccountEntity, type Emoji, isLocal, type StatusEntity } from './entities.ts'
import { excerpt } from './words.ts'

type Written = Pick<StatusEntity, 'content' | 'emojis'> & { account: Pick<AccountEntity, 'acct'> }

/** The text of a status as HTML, with custom emoji as images. */
export function contentHtml({ content, emojis, account }: Written): SafeHtml {
  return withEmojis(trusted(content, account), emojis)
}

/** An account's biography as HTML. */
export function noteHtml(account: AccountEntity): SafeHtml {
  return withEmojis(trusted(account.note, account), account.emojis)
}

/** The value of a profile field as HTML. */
export function fieldHtml(account: AccountEntity, value: string): SafeHtml {
  return withEmojis(trusted(value, account), account.emojis)
}

/** Text with custom emoji as images. */
export function emojiText(text: string, emojis: readonly Emoji[]): SafeHtml {
  return raw(replaceEmojis(escapeHtml(text), emojis))
}

/** The display name of an account, else its username. */
export function nameOf({ display_name, username }: AccountEntity): string {
  return display_name.trim() === '' ? username : display_name
}

/** The same with custom emoji as images. */
export function nameHtml(account: AccountEntity): SafeHtml {
  return emojiText(nameOf(account), account.emojis)
}

/** A status as one plain text: its content warning if it has one, else its content, cut between words. */
export function describeStatus({ spoiler_text, content }: StatusEntity, length: number): Text {
  if (spoiler_text === '') return excerpt(plainText(content), length)
  return t('Content warning: {warning}', { warning: excerpt(spoiler_text, length) })
}

/** Local content was escaped when it was formatted; remote content is sanitised once more (A40). */
function trusted(content: string, account: Pick<AccountEntity, 'acct'>): string {
  return isLocal(account) ? content : sanitizeStatusHtml(content)
}

function withEmojis(content: string, emojis: readonly Emoji[]): SafeHtml {
  if (emojis.length === 0) return raw(content)
  return raw(
    content.replace(/<[^>]*>|[^<]+/g, (part) =>
      part.startsWith('<') ? part : replaceEmojis(part, emojis),
    ),
  )
}

function replaceEmojis(escaped: string, emojis: readonly Emoji[]): string {
  if (emojis.length === 0) return escaped
  return replaceShortcodes(escaped, (name) => {
    const emoji = emojis.find(({ shortcode }) => shortcode === name)
    return emoji && picture(emoji).parts.join('')
  })
}

function picture({ shortcode, url, static_url }: Emoji): SafeHtml {
  const name = `:${shortcode}:`
  const image = html`<img class="emoji" src="${url}" alt="${name}" title="${name}" width="20" height="20" loading="lazy">`
  if (url === static_url) return image
  return html`<picture><source media="(prefers-reduced-motion: reduce)" srcset="${static_url}">${image}</picture>`
}
