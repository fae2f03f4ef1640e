import { escapeHtml, html, raw, type SafeHtml } from '../text/html.ts'
import { plainText, sanitizeStatusHtml } from '../text/sanitize.ts'
import { replaceShortcodes } from '../text/shortcodes.ts'
import { type AccountEntity, type Emoji, isLocal, type StatusEntity } from './public-entities.ts'

type Written = Pick<StatusEntity, 'content' | 'emojis'> & { account: Pick<AccountEntity, 'acct'> }

/** What a status says, with custom emoji as pictures. */
export function contentHtml({ content, emojis, account }: Written): SafeHtml {
  return withEmojis(trusted(content, account), emojis)
}

/** An account's biography. */
export function noteHtml(account: AccountEntity): SafeHtml {
  return withEmojis(trusted(account.note, account), account.emojis)
}

/** The value of a profile field. */
export function fieldHtml(account: AccountEntity, value: string): SafeHtml {
  return withEmojis(trusted(value, account), account.emojis)
}

/** Text in which custom emoji become pictures. */
export function emojiText(text: string, emojis: readonly Emoji[]): SafeHtml {
  return raw(replaceEmojis(escapeHtml(text), emojis))
}

/** What an account is called: never empty. */
export function nameOf({ display_name, username }: AccountEntity): string {
  return display_name.trim() === '' ? username : display_name
}

/** What an account is called, with custom emoji as pictures. */
export function nameHtml(account: AccountEntity): SafeHtml {
  return emojiText(nameOf(account), account.emojis)
}

/** What a status says as one text: its warning only, if it has one. */
export function describeStatus({ spoiler_text, content }: StatusEntity): string {
  if (spoiler_text !== '') return `Content warning: ${spoiler_text}`
  return plainText(content)
}

/** Our own formatter escapes all it is given; what others sent is cleaned once more (A40). */
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
    return emoji && picture(emoji).html
  })
}

function picture({ shortcode, url, static_url }: Emoji): SafeHtml {
  const name = `:${shortcode}:`
  const image = html`<img class="emoji" src="${url}" alt="${name}" title="${name}" width="20" height="20" loading="lazy">`
  if (url === static_url) return image
  return html`<picture><source media="(prefers-reduced-motion: reduce)" srcset="${static_url}">${image}</picture>`
}
