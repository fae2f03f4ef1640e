import { html, renderHtml, type SafeHtml } from '../../../kernel/text/html.ts'
import type { Text, Words } from '../../../kernel/text/messages.ts'

export interface Feed {
  title: Text
  /** plain text */
  description: Text
  /** address of the page that the feed is of */
  url: string
  /** address of the feed itself */
  self: string
  image?: string
  /** newest first */
  items: readonly FeedItem[]
}

export interface FeedItem {
  /** address of the item's page; also its permanent unique id */
  url: string
  title?: Text
  /** plain text */
  author?: string
  /** RFC 3339 */
  published: string
  content: SafeHtml
  categories: readonly string[]
  files: readonly FeedFile[]
}

export interface FeedFile {
  url: string
  /** as in `image/jpeg` */
  type: string
  /** bytes */
  size: number
  description: string | null
  /** rated `adult` in Media RSS */
  sensitive: boolean
}

/**
 * Writes an RSS 2.0 document.
 * @see https://www.rssboard.org/rss-specification
 * @see https://www.rssboard.org/media-rss
 */
export function renderFeed(feed: Feed, words: Words): string {
  const newest = feed.items[0]
  const channel = html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${feed.title}</title>
<description>${feed.description}</description>
<link>${feed.url}</link>
<atom:link rel="self" type="application/rss+xml" href="${feed.self}"/>
${feed.image && html`<image><url>${feed.image}</url><title>${feed.title}</title><link>${feed.url}</link></image>\n`}${newest && html`<lastBuildDate>${rfc822(newest.published)}</lastBuildDate>\n`}<generator>Rookery</generator>
${feed.items.map(renderItem)}
</channel>
</rss>
`
  return withoutForbidden(`<?xml version="1.0" encoding="UTF-8"?>\n${renderHtml(channel, words)}`)
}

function renderItem(item: FeedItem): SafeHtml {
  const { title, author, files } = item
  // not every reader accepts several enclosures, so the other files are Media RSS only
  return html`<item>
<guid isPermaLink="true">${item.url}</guid>
<link>${item.url}</link>
<pubDate>${rfc822(item.published)}</pubDate>
${title && html`<title>${title}</title>\n`}${author && html`<dc:creator>${author}</dc:creator>\n`}<description>${(words: Words) => renderHtml(item.content, words)}</description>
${files.slice(0, 1).map((file) => html`<enclosure url="${file.url}" length="${file.size}" type="${file.type}"/>\n`)}${files.map(renderFile)}${item.categories.map((name) => html`<category>${name}</category>\n`)}</item>
`
}

function renderFile({ url, type, size, description, sensitive }: FeedFile): SafeHtml {
  return html`<media:content url="${url}" type="${type}" fileSize="${size}" medium="${type.split('/', 1)}"><media:rating scheme="urn:simple">${sensitive ? 'adult' : 'nonadult'}</media:rating>${description && html`<media:description type="plain">${description}</media:description>`}</media:content>\n`
}

/** As in `Wed, 12 Aug 2026 14:03:00 +0000`. @param iso RFC 3339 */
function rfc822(iso: string): string {
  return new Date(iso).toUTCString().replace('GMT', '+0000')
}

/** Removes characters that XML 1.0 cannot represent. @see https://www.w3.org/TR/xml/#charsets */
function withoutForbidden(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the function removes them
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}
