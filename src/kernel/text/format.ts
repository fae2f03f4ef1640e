import { type Entity, extractEntities } from './extract.ts'
import { escapeHtml } from './html.ts'

/** An account that a text may mention. */
export interface MentionTarget {
  url: string
  username: string
  /** null for a local account */
  domain: string | null
}

export interface FormatContext {
  /** by handle as in `extractEntities`; other mentions stay plain text */
  mentions: ReadonlyMap<string, MentionTarget>
  /** @param name as written */
  tagUrl: (name: string) => string
}

interface LinkOptions {
  /** marks a profile link as the author's own page */
  me?: boolean
}

/** Shown length of a URL after `https://www.` */
const SHOWN_LENGTH = 30

/**
 * The HTML of a local status: paragraphs, line breaks, links, mentions and hashtags in Mastodon's form, which
 * clients and other servers know.
 */
export function formatStatusText(text: string, context: FormatContext): string {
  const lines = text.replace(/\r\n?/g, '\n')
  const showDomain = ambiguousNames(context.mentions)
  const html = rewrite(lines, (entity, written) => {
    if (entity.kind === 'url') return shortenedLink(entity.url)
    if (entity.kind === 'hashtag') return hashtagLink(entity.name, context)
    const target = context.mentions.get(entity.handle)
    if (target === undefined) return escapeHtml(written)
    return mentionLink(target, showDomain.has(target.username.toLowerCase()))
  })
  return html
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${trimLineBreaks(paragraph).replaceAll('\n', '<br />')}</p>`)
    .join('')
}

/** The HTML of an account's biography; the same as that of a status. */
export function formatNote(text: string, context: FormatContext): string {
  return formatStatusText(text, context)
}

/**
 * The HTML of a profile field's value: one line, links marked as the author's own, domains shown.
 *
 * @param context without it only URLs become links
 */
export function formatAccountField(value: string, context?: FormatContext): string {
  return rewrite(value, (entity, written) => {
    if (entity.kind === 'url') return shortenedLink(entity.url, { me: true })
    if (context === undefined) return escapeHtml(written)
    if (entity.kind === 'hashtag') return hashtagLink(entity.name, context)
    const target = context.mentions.get(entity.handle)
    return target === undefined ? escapeHtml(written) : mentionLink(target, true)
  })
}

/**
 * A link that shows the beginning of its URL: always the whole host, and nothing that could look like another URL
 * (A41). Also for verified links of other servers, whose own HTML may hide the host.
 */
export function shortenedLink(url: string, { me = false }: LinkOptions = {}): string {
  const prefix = hiddenPrefix(url)
  const rest = url.slice(prefix.length)
  const host = /^[^/?#]*/.exec(rest)?.[0] ?? ''
  const end = cutAfter(rest, Math.max(SHOWN_LENGTH, host.length))
  const shown = escapeHtml(rest.slice(0, end))
  const hidden = escapeHtml(rest.slice(end))
  const rel = me ? 'nofollow noopener me' : 'nofollow noopener'
  return (
    `<a href="${escapeHtml(url)}" target="_blank" rel="${rel}" translate="no">` +
    `<span class="invisible">${escapeHtml(prefix)}</span>` +
    `<span class="${hidden === '' ? '' : 'ellipsis'}">${shown}</span>` +
    `<span class="invisible">${hidden}</span></a>`
  )
}

/** `www.` is hidden only before a name that is a domain by itself. */
function hiddenPrefix(url: string): string {
  const prefix = /^(?:https?:\/\/(?:www\.(?=[^/?#.]+\.[^/?#]))?|xmpp:)/i.exec(url)
  return prefix?.[0] ?? ''
}

/** @returns where to truncate: not inside a character, and not to save a single one */
function cutAfter(text: string, length: number): number {
  if (text.length <= length + 1) return text.length
  const isInside = /[\udc00-\udfff]/.test(text[length] ?? '')
  return isInside ? length + 1 : length
}

function hashtagLink(name: string, { tagUrl }: FormatContext): string {
  const url = escapeHtml(tagUrl(name))
  return `<a href="${url}" class="mention hashtag" rel="tag">#<span>${escapeHtml(name)}</span></a>`
}

/** HTML of a link to a mentioned account's profile. */
export function mentionLink({ url, username, domain }: MentionTarget, showDomain: boolean): string {
  const name = showDomain && domain !== null ? `${username}@${domain}` : username
  return (
    `<span class="h-card" translate="no"><a href="${escapeHtml(url)}" class="u-url mention">` +
    `@<span>${escapeHtml(name)}</span></a></span>`
  )
}

/** Lower-case user names that several mentioned accounts share. */
function ambiguousNames(mentions: FormatContext['mentions']): Set<string> {
  const domains = new Map<string, string | null>()
  const ambiguous = new Set<string>()
  for (const { username, domain } of mentions.values()) {
    const name = username.toLowerCase()
    const other = domains.get(name)
    if (other !== undefined && other !== domain) ambiguous.add(name)
    domains.set(name, domain)
  }
  return ambiguous
}

/** Escapes the text and replaces the entities that `extractEntities` finds. */
function rewrite(text: string, replace: (entity: Entity, written: string) => string): string {
  let html = ''
  let position = 0
  for (const entity of extractEntities(text)) {
    html += escapeHtml(text.slice(position, entity.start))
    html += replace(entity, text.slice(entity.start, entity.end))
    position = entity.end
  }
  return html + escapeHtml(text.slice(position))
}

/** A paragraph has at most one line break at either end: two begin another paragraph. */
function trimLineBreaks(paragraph: string): string {
  const start = paragraph.startsWith('\n') ? 1 : 0
  return paragraph.endsWith('\n') ? paragraph.slice(start, -1) : paragraph.slice(start)
}
