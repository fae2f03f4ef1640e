import { createRequire } from 'node:module'
import type * as Htmlparser2 from 'htmlparser2'

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

const MAX_TEXT = 5_000
const MAX_META = 300

const require = createRequire(import.meta.url)

/**
 * Reads the head of an HTML page, in time that grows as the page does. Never throws: what cannot be
 * read is missing.
 */
export function readPage(html: string): Page {
  const { Parser } = require('htmlparser2') as typeof Htmlparser2
  const meta = new Map<string, string>()
  const page: Page = { meta }
  let title: string | null = null
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'html' && attributes.lang) page.language = attributes.lang.slice(0, 35)
        if (name === 'title' && page.title === undefined) title = ''
        if (name === 'meta') noteMeta(meta, attributes)
        if (name === 'link') noteOEmbed(page, attributes)
      },
      ontext(text) {
        if (title !== null && title.length < MAX_TEXT) title += text
      },
      onclosetag(name) {
        if (name === 'title' && title !== null) {
          page.title = tidy(title)
          title = null
        }
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  const head = html.search(/<\/head\s*>/i)
  parser.end(head < 0 ? html : html.slice(0, head))
  return page
}

function noteMeta(meta: Map<string, string>, attributes: Record<string, string>): void {
  const name = (attributes.property ?? attributes.name)?.toLowerCase().slice(0, 100)
  const content = attributes.content
  if (name === undefined || content === undefined || meta.size >= MAX_META) return
  if (!meta.has(name)) meta.set(name, tidy(content))
}

function noteOEmbed(page: Page, { rel, type, href }: Record<string, string>): void {
  const isOEmbed = rel?.toLowerCase() === 'alternate' && type === 'application/json+oembed'
  if (isOEmbed && href !== undefined && page.oEmbed === undefined) page.oEmbed = href
}

function tidy(text: string): string {
  return text.slice(0, MAX_TEXT).replaceAll(/\s+/g, ' ').trim().toWellFormed()
}
