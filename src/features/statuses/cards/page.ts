import { type HeadTag, readHead } from '../../../kernel/text/page-head.ts'
import { storable } from '../../../kernel/text/storable.ts'

/** Metadata in the head of a page; members that the page lacks are absent. */
export interface Page {
  title?: string
  /** content of meta elements, by `property` or `name` in lower case; the first one counts */
  meta: ReadonlyMap<string, string>
  /** of the `html` element */
  language?: string
  /** URL of its oEmbed reply in JSON, possibly relative */
  oEmbed?: string
}

type Attributes = HeadTag['attributes']

const MAX_META = 300

/** Reads the head of an HTML page in linear time. Never throws: unreadable members are absent. */
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
  return storable(text.replaceAll(/\s+/g, ' ').trim())
}
