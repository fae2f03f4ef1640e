import type { Status } from '../../shared/entities/api.ts'

type Mention = Status['mentions'][number]

/** The people that a reply names before it says anything, and its text after that. */
export interface Leading {
  people: readonly Mention[]
  /** without their mentions */
  rest: string
}

const START = /^\s*<p>/
/** one mention as servers write it, in a span of its own or bare, and what separates it from the next */
const MENTION =
  /^\s*(<span\b[^>]*>\s*)?<a\b([^>]*)>((?:(?!<\/a>).)*)<\/a>(\s*<\/span>)?(?:[\s,:]|&nbsp;|<br\s*\/?>)*/s
const HREF = /\bhref="([^"]*)"/
const EMPTY = /^\s*<p>\s*<\/p>/

/**
 * The mentions that a reply begins with. None where nothing but them was said, as they are the text then.
 * @param html as the server has sanitised it
 */
export function leadingMentions(html: string, mentions: readonly Mention[]): Leading {
  const nobody = { people: [], rest: html }
  const start = START.exec(html)?.[0]
  if (start === undefined || mentions.length === 0) return nobody
  const byUrl = new Map(mentions.map((mention) => [mention.url, mention]))
  const people: Mention[] = []
  let rest = html.slice(start.length)
  for (;;) {
    const [whole, opened, attributes = '', text, closed] = MENTION.exec(rest) ?? []
    const href = HREF.exec(attributes)?.[1] ?? ''
    const person = byUrl.get(href.replaceAll('&amp;', '&'))
    const isWhole = (opened === undefined) === (closed === undefined)
    if (whole === undefined || person === undefined || !isWhole || !isHandle(text)) break
    if (!people.includes(person)) people.push(person)
    rest = rest.slice(whole.length)
  }
  const said = `<p>${rest}`.replace(EMPTY, '')
  return people.length === 0 || isEmpty(said) ? nobody : { people, rest: said }
}

/** A link to somebody's profile may say something else than their name. */
const isHandle = (text = ''): boolean => text.replace(/<[^>]*>/g, '').startsWith('@')

const isEmpty = (html: string): boolean => html.replace(/<(?!img\b)[^>]*>|&nbsp;|\s/g, '') === ''
