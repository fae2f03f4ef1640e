import { type HeadTag, readHead } from '../../text/page-head.ts'

/** What a page says of itself in its head; what it does not say is missing. */
export interface Page {
  title?: string
  /** `property` or `name` of meta elements, in lower case, and their content; the first counts */
  meta: ReadonlyMap<string, string>
  /** of the document */
  language?: string
  /** address of its oEmbed description in JSON, perhaps relative */
  oEmbed?: string
}

type Attributes = HeadTag['attributes']

const MAX_META = 300

/**
 * Reads the head of an HTML page, in time that grows as the page does. Never throws: what cannot be
 * read is missing.
 */
export function readPage(html: string): Page {
  const meta = new Map<string, string>()
  const { title, tags } = readHead(html)
  const page: Page = { meta }
  if (title !== null) page.title = tidy(title)
  for (const { name, attributes } of tags) {
    const lang = attributes.get('lang')
    if (name === 'html' && lang) page.language = lang.slice(0, 35)
    if (name === 'meta') noteMeta(meta, attributes)
    if (name === 'link') noteOEmbed(page, attributes)
  }
  return page
}

function noteMeta(meta: Map<string, string>, attributes: Attributes): void {
  const name = (attributes.get('property') ?? attributes.get('name'))?.toLowerCase().slice(0, 100)
  const content = attributes.get('content')
  if (name === undefined || content === undefined || meta.size >= MAX_META) return
  if (!meta.has(name)) meta.set(name, tidy(content))
}

function noteOEmbed(page: Page, attributes: Attributes): void {
  const href = attributes.get('href')
  const isOEmbed =
    attributes.get('rel')?.toLowerCase() === 'alternate' &&
    attributes.get('type') === 'application/json+oembed'
  if (isOEmbed && href !== undefined && page.oEmbed === undefined) page.oEmbed = href
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toWellFormed()
}
