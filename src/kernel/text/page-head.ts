import { createRequire } from 'node:module'
import type * as Htmlparser2 from 'htmlparser2'

/** A metadata element of a page. */
export interface HeadTag {
  name: 'html' | 'meta' | 'link'
  /** names in lower case; the first of a repeated name counts */
  attributes: ReadonlyMap<string, string>
}

export interface PageHead {
  /** null: the page has none */
  title: string | null
  /** in document order */
  tags: HeadTag[]
}

/** maximum tags of any kind that are read: metadata is at the beginning of a page */
const MAX_READ_TAGS = 50_000
const MAX_TAGS = 1_000
const MAX_ATTRIBUTES = 50
/** maximum characters of a title or attribute value */
const MAX_TEXT = 5_000

const METADATA: readonly string[] = ['html', 'meta', 'link'] satisfies HeadTag['name'][]

const require = createRequire(import.meta.url)

/**
 * Reads the head of an HTML page. Never throws: unreadable parts are missing.
 *
 * It reads only tokens: a parser that tracks open elements takes quadratic time on a malicious page (A58).
 */
export function readHead(html: string): PageHead {
  const { Tokenizer } = require('htmlparser2') as typeof Htmlparser2
  const end = html.search(/<\/head\s*>/i)
  const text = end < 0 ? html : html.slice(0, end)
  const head: PageHead = { title: null, tags: [] }
  const tokenizer = new Tokenizer(
    {},
    listenerFor(text, head, () => tokenizer.pause()),
  )
  tokenizer.write(text)
  tokenizer.end()
  return head
}

type Listener = ConstructorParameters<typeof Htmlparser2.Tokenizer>[1]

/** Adds the tokenizer's results to `head`. */
function listenerFor(html: string, head: PageHead, stop: () => void): Listener {
  let readTags = 0
  let inTitle = false
  const title = collect((text) => {
    head.title ??= text
  })
  const tag = createTag((made) => head.tags.push(made))
  const addText = (text: string) => inTitle && title.add(text)
  const endTag = () => {
    tag.end()
    if (head.tags.length >= MAX_TAGS) stop()
  }
  return {
    onopentagname(start, end) {
      const name = nameAt(html, start, end)
      tag.begin(name)
      inTitle ||= name === 'title' && head.title === null
      if (++readTags > MAX_READ_TAGS) stop()
    },
    onclosetag(start, end) {
      if (inTitle && nameAt(html, start, end) === 'title') {
        inTitle = false
        title.end()
      }
      if (++readTags > MAX_READ_TAGS) stop()
    },
    onattribname: (start, end) => tag.name(html, start, end),
    onattribdata: (start, end) => tag.value(html.slice(start, Math.min(end, start + MAX_TEXT))),
    onattribentity: (point) => tag.value(String.fromCodePoint(point)),
    onattribend: () => tag.endAttribute(),
    onopentagend: endTag,
    onselfclosingtag: endTag,
    ontext: (start, end) => addText(html.slice(start, Math.min(end, start + MAX_TEXT))),
    ontextentity: (point) => addText(String.fromCodePoint(point)),
    oncdata() {},
    oncomment() {},
    ondeclaration() {},
    onprocessinginstruction() {},
    onend() {
      if (inTitle) title.end()
    },
  }
}

/** All relevant names are short. */
function nameAt(html: string, start: number, end: number): string {
  return html.slice(start, Math.min(end, start + 100)).toLowerCase()
}

/** Collects a text that comes in parts; the rest of a long one is dropped. */
function collect(done: (text: string) => void) {
  let text = ''
  return {
    add(piece: string) {
      if (text.length < MAX_TEXT) text += piece
    },
    end() {
      done(text.slice(0, MAX_TEXT))
      text = ''
    },
  }
}

/** The current tag, if it holds metadata. */
function createTag(done: (tag: HeadTag) => void) {
  let open: { name: HeadTag['name']; attributes: Map<string, string> } | null = null
  let attribute: string | null = null
  const value = collect((text) => {
    if (attribute !== null) open?.attributes.set(attribute, text)
  })
  return {
    begin(name: string) {
      open = METADATA.includes(name)
        ? { name: name as HeadTag['name'], attributes: new Map() }
        : null
    },
    name(html: string, start: number, end: number) {
      if (open === null || open.attributes.size >= MAX_ATTRIBUTES) return
      const name = nameAt(html, start, end)
      attribute = open.attributes.has(name) ? null : name
    },
    value(text: string) {
      if (attribute !== null) value.add(text)
    },
    endAttribute() {
      value.end()
      attribute = null
    },
    end() {
      if (open !== null) done(open)
      open = null
    },
  }
}
