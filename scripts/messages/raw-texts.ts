import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { ROOT } from './extract.ts'

/** The reference for developers is English. */
const SOURCES = ['web/{admin,client,shared}/**/*.tsx', 'src/**/*.ts']
const ENGLISH = /^src\/surfaces\/pages\/developers\/|\.test\.tsx?$/
const WORD = /\p{L}{2,}/u
/** Attributes that people read or hear. */
const ATTRIBUTES =
  /^(?:alt|aria-label|aria-description|confirm|done|empty|heading|hint|label|lead|legend|submit|summary|title)$/
/** Names and commands that are the same in every language. */
const SAME = /^(?:Rookery|UTC|RSS|GIF|ALT|Alt|[A-Z]+_[A-Z]+|[A-Z]\w*-[A-Z][\w-]*)$/

interface RawText {
  text: string
  /** `web/client/client.tsx:12` */
  at: string
}

/** Texts for people that stand in JSX and in HTML templates without `t`, so that nobody can translate them. */
export function rawTexts(): RawText[] {
  return SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !ENGLISH.test(name))
    .flatMap((file) => rawTextsIn(file, readFileSync(join(ROOT, file), 'utf8')))
}

export function rawTextsIn(file: string, code: string): RawText[] {
  const found: RawText[] = []
  if (!file.endsWith('.tsx') && !code.includes('html`')) return found
  const add = (given: string, start: number) => {
    const text = given
      .replace(/&\w+;|&#\d+;/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (!WORD.test(text) || SAME.test(text)) return
    found.push({ text, at: `${file}:${code.slice(0, start).split('\n').length}` })
  }
  new Visitor({
    JSXText: ({ value, start }) => add(value, start),
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || !ATTRIBUTES.test(name.name)) return
      if (value?.type === 'Literal' && typeof value.value === 'string')
        add(value.value, value.start)
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'html') return
      const text = quasi.quasis.map((part) => part.value.raw).join('\u0000')
      for (const part of textsOf(text)) add(part, quasi.start)
    },
  }).visit(parseSync(file, code).program)
  return found
}

/** Texts of HTML with gaps: between its tags, and in attributes that people read. */
function textsOf(html: string): string[] {
  // a template may hold only attributes of an element
  if (/^\s*[\w-]+="|^ [a-z -]+$/.test(html)) return []
  const tags = html.match(/<[^<>]*>/g) ?? []
  const attributes = tags.flatMap((tag) =>
    [...tag.matchAll(/\s([\w-]+)="([^"]*)"/g)]
      .filter(([, name = '']) => ATTRIBUTES.test(name))
      .map(([, , value = '']) => value),
  )
  const between = html.replace(/<(code|pre|generator)\b.*?<\/\1>/gs, '').split(/<[^<>]*>/)
  return [...between, ...attributes].map((text) => text.replaceAll('\u0000', ' '))
}
